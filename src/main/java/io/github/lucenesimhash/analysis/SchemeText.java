package io.github.lucenesimhash.analysis;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Schemes as text, {@code char shingle=3}, and as name to value of {@link SchemeOption}s. A name of
 * two words is written {@code top-features}; {@code top_features} and {@code topFeatures} are read
 * too.
 *
 * <p>The classic schemes are the recipes that most SimHash tutorials and libraries follow, for
 * comparison and for matching hashes made elsewhere; all have the polynomial hash and bit 0 for a
 * tie. They are: words with weights 1 to 5; the set of character 2-shingles; words with weights
 * from a table, 1 for others; the 20 words of highest tf * idf, tf being the share of all words,
 * with weights (int) (20 * tf * idf). The words are those of {@code zh}: for English texts give the
 * options, as {@code en shingle=1 weights=tf(5) hash=polynomial tie=zero}. They find fewer real
 * near-duplicates than the defaults.
 */
final class SchemeText {

  private static final Map<String, String> CLASSIC =
      Map.of(
          "classic-words", "zh shingle=1 weights=tf(5)",
          "classic-chars", "char",
          "classic-table", "zh shingle=1 weights=table",
          "classic-tfidf", "zh shingle=1 weights=int(20*tf-idf) top-features=20");

  private SchemeText() {}

  static FingerprintScheme scheme(Map<String, String> given, SchemeSources sources) {
    Map<SchemeOption, String> options = read(given);
    String scheme = options.remove(SchemeOption.SCHEME);
    String analyzer = options.remove(SchemeOption.ANALYZER);
    if (scheme != null && analyzer != null) {
      throw new IllegalArgumentException("scheme and analyzer are given, expected one of the two");
    }
    FingerprintScheme defaults =
        analyzer != null
            ? sources.analyzer(analyzer)
            : FingerprintScheme.of(AnalyzerChoice.of(scheme == null ? "standard" : scheme));
    return defaults.with(options, sources);
  }

  /** The options of these names, each with a value that it can have. */
  static Map<SchemeOption, String> read(Map<String, String> given) {
    Map<SchemeOption, String> options = new EnumMap<>(SchemeOption.class);
    given.forEach(
        (name, value) -> {
          SchemeOption option = SchemeOption.of(name);
          if (options.put(option, value) != null) {
            throw new IllegalArgumentException(option + " is given twice, expected once");
          }
          Optional<String> fault = option.fault(value);
          if (fault.isPresent()) {
            throw new IllegalArgumentException(option + " is " + fault.get());
          }
        });
    String classic = CLASSIC.get(options.getOrDefault(SchemeOption.SCHEME, ""));
    if (classic != null) {
      options.remove(SchemeOption.SCHEME);
      read(SchemeOption.split(classic + " hash=polynomial tie=zero")).forEach(options::putIfAbsent);
    }
    return options;
  }

  static String of(AnalyzerChoice analyzers, FeatureExtraction features) {
    FeatureExtraction defaults = FeatureExtraction.of(analyzers);
    StringBuilder text = new StringBuilder(analyzers.option());
    for (SchemeOption option : SchemeOption.values()) {
      String value = option.get(features);
      if (!value.equals(option.get(defaults))) {
        text.append(" " + option + "=" + value);
      }
    }
    return text.toString();
  }
}
