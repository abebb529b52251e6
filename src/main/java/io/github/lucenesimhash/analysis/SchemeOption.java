package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of a scheme, in {@link FingerprintScheme#parse}, {@link FingerprintScheme#toString},
 * on the command line and in field mappings. A name of two words is written {@code top-features};
 * {@code top_features} and {@code topFeatures} are accepted, too.
 *
 * <p>The classic schemes follow the recipes of most SimHash tutorials and libraries. They find
 * fewer real near-duplicates than the default. Use them to compare, or to match hashes made
 * elsewhere. All of them have {@code hash=polynomial tie=zero}, and all except {@code
 * classic-chars} use the words of {@code zh}:
 *
 * <ul>
 *   <li>{@code classic-words} weights a word by its frequency, at most 5.
 *   <li>{@code classic-chars} takes the set of character 2-shingles.
 *   <li>{@code classic-table} weights words by a table, and gives other words the weight 1.
 *   <li>{@code classic-tfidf} takes the 20 words of highest tf * idf, where tf is the share of all
 *       words, with weights (int) (20 * tf * idf).
 * </ul>
 *
 * <p>For English texts spell out the options, for example {@code en shingle=1 weights=tf(5)
 * hash=polynomial tie=zero}.
 */
public enum SchemeOption {
  /**
   * The name of the scheme. For {@code standard} see {@link FingerprintScheme#standard}. By
   * default, {@code zh}, {@code en} and {@code char} make the SimHash of the set of 2-shingles:
   * {@code zh} of the words of Lucene's SmartChineseAnalyzer, {@code en} of the words of {@code
   * standard}, {@code char} of letters and digits with their marks. {@code titles} is for texts of
   * a few words: the features are single words of {@code standard}, and each occurrence counts.
   * {@code iscc} is the Text-Code of ISO 24138, and takes no option but {@link #BITS}.
   */
  SCHEME(
      "standard, titles, zh, en, char, iscc, classic-words, classic-chars, classic-table, classic-tfidf",
      ""),

  /** The name of an analyzer, which {@link SchemeSources#analyzer} provides. */
  ANALYZER("", ""),

  /** The number of words or characters of a feature. */
  SHINGLE("1 to 32", "2"),

  /** Whether features also begin before the first word and end after the last one. */
  PADDED("true, false", "false"),

  /** Whether each occurrence of a feature counts as a different feature. */
  COUNTED("true, false", "false"),

  /** The weight of a feature: see {@link Weighting}. */
  WEIGHTS("once, tf, log-tf, idf, table", "once"),

  /** The number of features to use, the heaviest first, or 0 for all. */
  TOP_FEATURES("0 to 2147483647", "0"),

  /** The name of a list of stop words, which {@link SchemeSources#stopWords} provides. */
  STOP_WORDS("", ""),

  /** The algorithm that makes a fingerprint of features: see {@link Sketch}. */
  SKETCH("minhash, simhash", "simhash"),

  /** The number of bits of a fingerprint. */
  BITS("64, 128, 256", "64"),

  /** The hash function of features: see {@link FeatureHash}. */
  HASH("fnv1a, polynomial", "fnv1a"),

  /** The seed of fnv1a. */
  HASH_SEED("-2147483648 to 2147483647", "0"),

  /** The bit of a column whose sum is 0: see {@link TieRule}. */
  TIE("smallest-feature-hash, zero", "smallest-feature-hash"),

  /** Whether to interleave fingerprints: see {@code Fingerprint.interleaved}. */
  INTERLEAVED("true, false", "false");

  private static final Map<String, String> CLASSIC =
      Map.of(
          "classic-words", "zh shingle=1 weights=tf(5)",
          "classic-chars", "char",
          "classic-table", "zh shingle=1 weights=table",
          "classic-tfidf", "zh shingle=1 weights=int(20*tf-idf) top-features=20");

  private static final Pattern ASSIGNMENT = Pattern.compile("\\s*(?:--)?([\\w-]+)[=\\s]+(\\S+)");
  private static final String RANGE = " to ";

  private final String values; // names or a range; empty if the application defines the values
  private final String usual;

  SchemeOption(String values, String usual) {
    this.values = values;
    this.usual = usual;
  }

  /**
   * {@return the options in a text such as {@code char shingle=3} or {@code char --shingle 3}, by
   * name}
   *
   * @param text the name of a scheme, options, or both
   * @throws IllegalArgumentException if the text cannot be parsed
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

  /** Parses options. Throws an exception if an option is unknown or its value out of range. */
  static Map<SchemeOption, String> read(Map<String, String> given) {
    Map<SchemeOption, String> options = new EnumMap<>(SchemeOption.class);
    given.forEach(
        (name, value) -> {
          SchemeOption option = of(name);
          Optional<String> fault = option.fault(value);
          if (fault.isPresent()) {
            throw new IllegalArgumentException(option + " is " + fault.get());
          }
          String canonical = option.isNumber() ? "" + Integer.parseInt(value) : value;
          if (options.put(option, canonical) != null) {
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

  /** Returns the values of all options: the given ones, and the defaults of the others. */
  static Map<SchemeOption, String> defaults(String given) {
    Map<SchemeOption, String> all = new EnumMap<>(SchemeOption.class);
    for (SchemeOption option : values()) {
      all.put(option, option.usual);
    }
    all.putAll(read(split(given)));
    return all;
  }

  private boolean isNumber() {
    return values.contains(RANGE);
  }

  /** Returns a message about a value that the option cannot have, or empty if it is allowed. */
  private Optional<String> fault(String value) {
    boolean isAllowed =
        isNumber()
            ? isInRange(value)
            : values.isEmpty()
                || List.of(values.split(", ")).contains(value)
                || (this == WEIGHTS && Weighting.isName(value));
    String expected = isNumber() ? "a whole number from " : "one of ";
    return isAllowed
        ? Optional.empty()
        : Optional.of("'" + value + "', expected " + expected + values);
  }

  private boolean isInRange(String value) {
    String[] range = values.split(RANGE, -1);
    try {
      int number = Integer.parseInt(value);
      return number >= Integer.parseInt(range[0]) && number <= Integer.parseInt(range[1]);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
