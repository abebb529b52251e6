package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The options that make a scheme: the one table behind {@link FingerprintScheme#parse}, {@link
 * FingerprintScheme#options}, the command line, field mappings and {@link SimHashFilterFactory}. A
 * name of two words is written {@code top-features}; {@code top_features} and {@code topFeatures}
 * are read too.
 */
@SuppressWarnings("ImmutableEnumChecker") // nothing changes, but lists and lambdas cannot say so
public enum SchemeOption {
  SCHEME(
      AnalyzerChoice.NAMES + ", classic-words, classic-chars, classic-table, classic-tfidf",
      "One of {} (default: standard; auto is zh or en text by text)."),

  ANALYZER(null, "An analyzer of the application, in place of a scheme's."),

  SHINGLE(
      "1..32",
      "Words, or characters, in a feature, {}.",
      (builder, n, sources) -> builder.shingleSize(Integer.parseInt(n)),
      features -> "" + features.shingleSize),

  HAN_SHINGLE(
      "0..32",
      "Han characters in a feature, {}, where each is a word; 0 for as many as other words.",
      (builder, n, sources) -> builder.hanShingleSize(Integer.parseInt(n)),
      features -> "" + features.hanShingleSize),

  WEIGHTS(
      "once, tf, log-tf, idf, table",
      "Weight of a feature: one of {}.",
      (builder, name, sources) -> builder.weighting(Weighting.parse(name, sources::weighting)),
      features -> features.weighting.toString()),

  TOP_FEATURES(
      "0..2147483647",
      "Keep only the N heaviest features; 0 keeps all.",
      (builder, n, sources) -> builder.topFeatures(Integer.parseInt(n)),
      features -> "" + features.topFeatures),

  MIN_FEATURES(
      "1..2147483647",
      "Texts with fewer features get an exact fingerprint: only the same words are near.",
      (builder, n, sources) -> builder.minFeatures(Integer.parseInt(n)),
      features -> "" + features.minFeatures),

  STOP_WORDS(
      null,
      "Words to leave out, one a line.",
      (builder, name, sources) -> builder.stopWords(sources.stopWords(name)),
      FeatureExtraction::stopWordsDigest),

  SKETCH(
      "minhash, simhash",
      "How features become 64 bits: one of {} (default: minhash in scheme standard, else simhash).",
      (builder, name, sources) -> builder.sketch(Sketch.valueOf(upperCase(name))),
      features -> lowerCase(features.sketch)),

  HASH(
      "murmur3, polynomial",
      "Hash of a feature: one of {} (default: murmur3).",
      (builder, name, sources) ->
          builder.hash(name.equals("murmur3") ? FeatureHash.murmur3(0) : FeatureHash.polynomial()),
      features -> features.hash.combinesTokens() ? "murmur3" : "polynomial"),

  HASH_SEED(
      "-2147483648..2147483647",
      "Seed of the hash murmur3, a whole number.",
      (builder, n, sources) -> builder.hash(FeatureHash.murmur3(Integer.parseInt(n))),
      features -> "" + features.hash.seed()),

  TIE(
      "smallest-feature-hash, zero",
      "With sketch simhash, the bit of a column whose sum is 0: one of {}.",
      (builder, name, sources) -> builder.tieRule(TieRule.valueOf(upperCase(name))),
      features -> lowerCase(features.tieRule)),

  INTERLEAVED(
      "true, false",
      "Neighbouring bits of a fingerprint go to different blocks: one of {} (default: false).",
      (builder, name, sources) -> builder.interleaved(Boolean.parseBoolean(name)),
      features -> "" + features.interleaved);

  private static final Map<String, SchemeOption> ALIASES =
      Map.of("name", SCHEME, "seed", HASH_SEED);

  /**
   * The recipes that most SimHash tutorials and libraries follow, for comparison and for matching
   * hashes made elsewhere; all have the polynomial hash and bit 0 for a tie. They are: words with
   * weights 1 to 5; the set of character 2-shingles; words with weights from a table, 1 for others;
   * the 20 words of highest tf * idf, tf being the share of all words, with weights (int) (20 * tf
   * * idf). They find fewer real near-duplicates than the defaults.
   */
  private static final Map<String, String> CLASSIC =
      Map.of(
          "classic-words", "auto shingle=1 weights=tf(5)",
          "classic-chars", "char",
          "classic-table", "auto shingle=1 weights=table",
          "classic-tfidf", "auto shingle=1 weights=int(20*tf-idf) top-features=20");

  private static final Pattern ASSIGNMENT = Pattern.compile("\\s*(?:--)?([\\w-]+)[=\\s]+(\\S+)");

  private interface Setter {
    void set(FingerprintScheme.Builder builder, String value, SchemeSources sources);
  }

  /** Of the values; one choice is a range of whole numbers, none is any text. */
  private final List<String> choices;

  private final String help;
  private final Setter setter;
  private final Function<FeatureExtraction, String> getter;

  SchemeOption(String choices, String help) {
    this(choices, help, (builder, name, sources) -> {}, features -> null);
  }

  SchemeOption(
      String choices, String help, Setter setter, Function<FeatureExtraction, String> getter) {
    this.choices = choices == null ? List.of() : List.of(choices.split(", "));
    this.help = help.replace("{}", ("" + choices).replace("..", " to "));
    this.setter = setter;
    this.getter = getter;
  }

  /** What the option does, in a sentence for a usage text. */
  public String help() {
    return help;
  }

  /** True if the value is a whole number. */
  public boolean isNumber() {
    return choices.size() == 1;
  }

  /**
   * Returns a value as it is.
   *
   * @throws IllegalArgumentException if the option cannot have it: the value, and what is expected
   */
  public String check(String value) {
    if (isNumber() ? isInRange(value) : isChoice(value)) {
      return value;
    }
    throw new IllegalArgumentException(
        isNumber()
            ? "'"
                + value
                + "', expected a whole number from "
                + choices.get(0).replace("..", " to ")
            : "'" + value + "', expected one of " + String.join(", ", choices));
  }

  private boolean isInRange(String value) {
    String[] range = choices.get(0).split("\\.\\.", 2);
    try {
      int number = Integer.parseInt(value);
      return number >= Integer.parseInt(range[0]) && number <= Integer.parseInt(range[1]);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private boolean isChoice(String value) {
    return choices.isEmpty()
        || choices.contains(value)
        || (this == WEIGHTS && Weighting.isName(value));
  }

  /** Returns a value as it is, or throws as {@link #check}, with the option's name before it. */
  <T> T checkNamed(T value) {
    try {
      check("" + value);
      return value;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(this + " is " + e.getMessage(), e);
    }
  }

  /** The value that features were made with; null for what is not of the features. */
  String get(FeatureExtraction features) {
    return getter.apply(features);
  }

  /** The options by name; how the words of a name are joined does not matter. */
  private static Map<SchemeOption, String> read(Map<String, String> given) {
    Map<SchemeOption, String> options = new EnumMap<>(SchemeOption.class);
    given.forEach(
        (name, value) -> {
          SchemeOption option = of(name);
          if (options.put(option, option.checkNamed(value)) != null) {
            throw new IllegalArgumentException(option + " is given twice, expected once");
          }
        });
    String classic = CLASSIC.get(options.getOrDefault(SCHEME, ""));
    if (classic != null) {
      options.remove(SCHEME);
      read(split(classic + " hash=polynomial tie=zero")).forEach(options::putIfAbsent);
    }
    return options;
  }

  private static SchemeOption of(String name) {
    for (SchemeOption option : values()) {
      if (name.replaceAll("[-_]", "").equalsIgnoreCase(option.name().replace("_", ""))) {
        return option;
      }
    }
    if (ALIASES.containsKey(name)) {
      return ALIASES.get(name);
    }
    throw new IllegalArgumentException(
        "option '" + name + "' is unknown, expected one of " + Arrays.toString(values()));
  }

  /**
   * The options in a text, {@code char shingle=3} or {@code char --shingle 3}: name to value.
   *
   * @throws IllegalArgumentException if it is no such text
   */
  public static Map<String, String> split(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    Matcher assignment = ASSIGNMENT.matcher(text.strip());
    String name = text.strip().split("\\s+", 2)[0];
    if (!name.contains("=") && !name.startsWith("--")) {
      options.put(lowerCase(SCHEME), name);
      assignment.region(name.length(), assignment.regionEnd());
    }
    while (assignment.regionStart() < assignment.regionEnd()) {
      if (!assignment.lookingAt()
          || options.put(assignment.group(1), assignment.group(2)) != null) {
        throw new IllegalArgumentException(
            "scheme '" + text + "', expected a name and options as in 'char shingle=3', each once");
      }
      assignment.region(assignment.end(), assignment.regionEnd());
    }
    return options;
  }

  /** The inverse of {@link #split}. */
  static String join(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(" "))
        .replaceFirst("^scheme=", "");
  }

  /** A builder with all options set. */
  static FingerprintScheme.Builder builder(Map<String, String> given, SchemeSources sources) {
    Map<SchemeOption, String> options = read(given);
    if (options.containsKey(SCHEME) && options.containsKey(ANALYZER)) {
      throw new IllegalArgumentException("scheme and analyzer are given, expected one of the two");
    }
    if (options.containsKey(HASH_SEED) && "polynomial".equals(options.get(HASH))) {
      throw new IllegalArgumentException("hash-seed is given, expected none with hash polynomial");
    }
    FingerprintScheme.Builder builder;
    if (options.containsKey(ANALYZER)) {
      builder = sources.analyzer(options.get(ANALYZER));
    } else {
      AnalyzerChoice analyzers = AnalyzerChoice.of(options.getOrDefault(SCHEME, "standard"));
      builder = new FingerprintScheme.Builder(analyzers, FeatureExtraction.of(analyzers));
    }
    options.forEach((option, value) -> option.setter.set(builder, value, sources));
    return builder;
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String upperCase(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** The option's name. */
  @Override
  public String toString() {
    return lowerCase(this);
  }
}
