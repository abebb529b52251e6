package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options that make a scheme: the one table behind {@link FingerprintScheme#parse}, {@link
 * FingerprintScheme#toString}, the command line, field mappings and {@link SimHashFilterFactory}.
 */
@SuppressWarnings("ImmutableEnumChecker") // nothing changes, but lambdas cannot say so
public enum SchemeOption {
  /**
   * The name of the scheme. Beside {@code standard} and {@code iscc} all are SimHash of the set of
   * word 2-shingles:
   *
   * <ul>
   *   <li>{@code iscc}: the Text-Code of ISO 24138; the words are those of {@code standard};
   *   <li>{@code zh}: words by Lucene's SmartChineseAnalyzer (simplified Chinese, and English among
   *       it);
   *   <li>{@code en}: the words of {@code standard};
   *   <li>{@code char}: each letter or digit of any language, with its marks, is a word;
   *   <li>{@code classic-words}, {@code classic-chars}, {@code classic-table}, {@code
   *       classic-tfidf}: see {@link SchemeText}.
   * </ul>
   */
  SCHEME(
      "standard, zh, en, char, iscc, classic-words, classic-chars, classic-table, classic-tfidf",
      "One of {} (default: standard).",
      SchemeOption::refuse,
      features -> ""),

  /** An analyzer by name, from {@link SchemeSources#analyzer}. */
  ANALYZER(
      "",
      "An analyzer of the application, in place of a scheme's.",
      SchemeOption::refuse,
      features -> ""),

  /** Words, or characters, in a feature: 1 to 32. */
  SHINGLE(
      1,
      32,
      "Words, or characters, in a feature, {}.",
      (features, n) -> features.shingleSize = n,
      features -> features.shingleSize),

  /** Han characters in a feature: 1 to 32; 0 for as many as other words. */
  HAN_SHINGLE(
      0,
      32,
      "Han characters in a feature, {}, where each is a word; 0 for as many as other words.",
      (features, n) -> features.hanShingleSize = n,
      features -> features.hanShingleSize),

  /** Whether features begin before the first word and reach behind the last one. */
  PADDED(
      "true, false",
      "The ends of a text count as words, so that each word is in as many features: one of {}"
          + " (default: true in scheme standard, else false).",
      (features, name, sources) -> features.padded = Boolean.parseBoolean(name),
      features -> features.padded),

  /** What a feature weighs: see {@link Weighting}. */
  WEIGHTS(
      "once, tf, log-tf, idf, table",
      "Weight of a feature: one of {}.",
      (features, name, sources) -> features.weighting = Weighting.parse(name, sources::weighting),
      features -> features.weighting),

  /** How many of the heaviest features count; 0 for all. */
  TOP_FEATURES(
      0,
      Integer.MAX_VALUE,
      "Keep only the N heaviest features; 0 keeps all.",
      (features, n) -> features.topFeatures = n,
      features -> features.topFeatures),

  /** With fewer features, 1 or more, only texts of the same words are near. */
  MIN_FEATURES(
      1,
      Integer.MAX_VALUE,
      "Texts with fewer features get an exact fingerprint: only the same words are near.",
      (features, n) -> features.minFeatures = n,
      features -> features.minFeatures),

  /** Words left out, by name, from {@link SchemeSources#stopWords}. */
  STOP_WORDS(
      "",
      "Words to leave out, one a line.",
      (features, name, sources) -> features.setStopWords(sources.stopWords(name)),
      FeatureExtraction::stopWordsDigest),

  /** How features become a fingerprint: see {@link Sketch}. */
  SKETCH(
      "minhash, simhash, iscc",
      "How a text becomes bits: one of {} (default: that of the scheme iscc, minhash in standard, else simhash).",
      (features, name, sources) -> features.sketch = Sketch.valueOf(upperCase(name)),
      features -> features.sketch),

  /** Of a fingerprint: 64, 128 or 256. */
  BITS(
      "64, 128, 256",
      "Bits of a fingerprint: one of {} (default: 64). Of twice as many twice as many differ.",
      (features, n, sources) -> features.bits = Integer.parseInt(n),
      features -> features.bits),

  /** How a feature becomes 64 bits: see {@link FeatureHash}. */
  HASH(
      "fnv1a, polynomial",
      "Hash of a feature: one of {} (default: fnv1a).",
      (features, name, sources) ->
          features.hash = name.equals("fnv1a") ? FeatureHash.fnv1a(0) : FeatureHash.polynomial(),
      features -> features.hash.isOfCodes() ? "fnv1a" : "polynomial"),

  /** The seed of fnv1a, any int. */
  HASH_SEED(
      Integer.MIN_VALUE,
      Integer.MAX_VALUE,
      "Seed of the hash fnv1a, a whole number.",
      SchemeOption::setSeed,
      features -> features.hash.seed()),

  /** The bit of a column whose sum is 0: see {@link TieRule}. */
  TIE(
      "smallest-feature-hash, zero",
      "With sketch simhash, the bit of a column whose sum is 0: one of {}.",
      (features, name, sources) -> features.tieRule = TieRule.valueOf(upperCase(name)),
      features -> features.tieRule),

  /** Whether bits change places as {@code Fingerprint.interleave} does. */
  INTERLEAVED(
      "true, false",
      "Neighbouring bits of a fingerprint go to different blocks: one of {} (default: false).",
      (features, name, sources) -> features.interleaved = Boolean.parseBoolean(name),
      features -> features.interleaved);

  private static final Pattern ASSIGNMENT = Pattern.compile("\\s*(?:--)?([\\w-]+)[=\\s]+(\\S+)");

  private interface Setter {
    void set(FeatureExtraction features, String value, SchemeSources sources);
  }

  private final boolean isNumber;
  private final Predicate<String> allowed;
  private final String expected;
  private final String help;
  private final Setter setter;
  private final Function<FeatureExtraction, Object> getter;

  SchemeOption(
      int min,
      int max,
      String help,
      ObjIntConsumer<FeatureExtraction> setter,
      Function<FeatureExtraction, Object> getter) {
    this.isNumber = true;
    this.allowed = value -> isInRange(value, min, max);
    this.expected = "a whole number from " + min + " to " + max;
    this.help = help.replace("{}", min + " to " + max);
    this.setter = (features, n, sources) -> setter.accept(features, Integer.parseInt(n));
    this.getter = getter;
  }

  /** An option whose value is one of these names, or any if they are empty. */
  SchemeOption(
      String names, String help, Setter setter, Function<FeatureExtraction, Object> getter) {
    this.isNumber = false;
    this.allowed = names.isEmpty() ? name -> true : List.of(names.split(", "))::contains;
    this.expected = "one of " + names;
    this.help = help.replace("{}", names);
    this.setter = setter;
    this.getter = getter;
  }

  private static void refuse(FeatureExtraction features, String name, SchemeSources sources) {
    String problem = "scheme or analyzer '" + name + "' is given";
    throw new IllegalArgumentException(
        problem + ", expected none: the words are the chain's or scheme's");
  }

  private static void setSeed(FeatureExtraction features, int seed) {
    if (!features.hash.isOfCodes()) {
      throw new IllegalArgumentException("hash-seed is given, expected none with hash polynomial");
    }
    features.hash = FeatureHash.fnv1a(seed);
  }

  private static boolean isInRange(String value, int min, int max) {
    try {
      int number = Integer.parseInt(value);
      return number >= min && number <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The option of a name; how the words of the name are joined does not matter. */
  static SchemeOption of(String name) {
    String letters = name.replaceAll("[-_]", "");
    for (SchemeOption option : values()) {
      if (letters.equalsIgnoreCase(option.name().replace("_", ""))) {
        return option;
      }
    }
    return switch (name) {
      case "name" -> SCHEME;
      case "seed" -> HASH_SEED;
      default ->
          throw new IllegalArgumentException(
              "option '" + name + "' is unknown, expected one of " + Arrays.toString(values()));
    };
  }

  /**
   * {@return the options in a text, {@code char shingle=3} or {@code char --shingle 3}: name to
   * value}
   *
   * @param text a name, options or both
   * @throws IllegalArgumentException if it is no such text
   */
  public static Map<String, String> split(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    Matcher assignment = ASSIGNMENT.matcher(text.strip());
    String name = text.strip().split("\\s+", 2)[0];
    if (!name.contains("=") && !name.startsWith("--")) {
      options.put(SCHEME.toString(), name);
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

  /** {@return what the option does, in a sentence for a usage text} */
  public String help() {
    return help;
  }

  /** {@return true if the value is a whole number} */
  public boolean isNumber() {
    return isNumber;
  }

  /**
   * {@return what is wrong with a value: the value, and what is expected; empty if nothing is}
   *
   * @param value as a user gave it
   */
  public Optional<String> fault(String value) {
    return allowed.test(value) || (this == WEIGHTS && Weighting.isName(value))
        ? Optional.empty()
        : Optional.of("'" + value + "', expected " + expected);
  }

  void set(FeatureExtraction features, String value, SchemeSources sources) {
    setter.set(features, value, sources);
  }

  /** The value that features were made with; empty for what is not of the features. */
  String get(FeatureExtraction features) {
    Object value = getter.apply(features);
    return value instanceof Enum<?> constant ? lowerCase(constant) : value.toString();
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String upperCase(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  @Override
  public String toString() {
    return lowerCase(this);
  }
}
