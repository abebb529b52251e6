package io.github.lucenesimhash.analysis;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Schemes as text, {@code char shingle=3}, and as name to value of {@link SchemeOption}s. A name of
 * two words is written {@code top-features}; {@code top_features} and {@code topFeatures} are read
 * too.
 */
public final class SchemeText {

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

  private SchemeText() {}

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
      options.put(SchemeOption.SCHEME.toString(), name);
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
    String scheme = options.get(SchemeOption.SCHEME);
    String analyzer = options.get(SchemeOption.ANALYZER);
    if (scheme != null && analyzer != null) {
      throw new IllegalArgumentException("scheme and analyzer are given, expected one of the two");
    }
    if (options.containsKey(SchemeOption.HASH_SEED)
        && "polynomial".equals(options.get(SchemeOption.HASH))) {
      throw new IllegalArgumentException("hash-seed is given, expected none with hash polynomial");
    }
    FingerprintScheme.Builder builder =
        analyzer != null
            ? sources.analyzer(analyzer)
            : new FingerprintScheme.Builder(
                AnalyzerChoice.of(scheme == null ? "standard" : scheme));
    options.forEach((option, value) -> option.set(builder, value, sources));
    return builder;
  }

  private static Map<SchemeOption, String> read(Map<String, String> given) {
    Map<SchemeOption, String> options = new EnumMap<>(SchemeOption.class);
    given.forEach(
        (name, value) -> {
          SchemeOption option = SchemeOption.of(name);
          if (options.put(option, option.checkNamed(value)) != null) {
            throw new IllegalArgumentException(option + " is given twice, expected once");
          }
        });
    String classic = CLASSIC.get(options.getOrDefault(SchemeOption.SCHEME, ""));
    if (classic != null) {
      options.remove(SchemeOption.SCHEME);
      read(split(classic + " hash=polynomial tie=zero")).forEach(options::putIfAbsent);
    }
    return options;
  }

  /**
   * The inverse of {@link #builder}: the analyzer, and what differs from the defaults beside it.
   */
  static Map<String, String> options(AnalyzerChoice analyzers, FeatureExtraction features) {
    FeatureExtraction defaults = FeatureExtraction.of(analyzers);
    Map<String, String> options = new LinkedHashMap<>();
    SchemeOption name = analyzers.isOwn() ? SchemeOption.ANALYZER : SchemeOption.SCHEME;
    options.put(name.toString(), analyzers.optionName());
    for (SchemeOption option : SchemeOption.values()) {
      if (!option.get(features).equals(option.get(defaults))) {
        options.put(option.toString(), option.get(features));
      }
    }
    return options;
  }
}
