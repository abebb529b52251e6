package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Holds the options of a scheme that determine how words become a fingerprint: all options except
 * the analyzer. Immutable.
 */
final class FeatureExtraction {

  private static final String STANDARD = "shingle=3 padded=true sketch=minhash";

  private final Map<SchemeOption, String> options; // all options, as a scheme prints them
  final int shingleSize;
  final boolean padded;
  final boolean counted;
  final Weighting weighting;
  final int topFeatures;
  final CharArraySet stopWords;
  final FeatureHash hash;
  final Sketch sketch;
  final int bits;
  final TieRule tieRule;
  final boolean interleaved;

  private FeatureExtraction(
      Map<SchemeOption, String> options, Weighting weighting, CharArraySet stopWords) {
    this.options = options;
    this.weighting = weighting;
    this.stopWords = stopWords;
    options.put(SchemeOption.WEIGHTS, weighting.toString());
    options.put(SchemeOption.STOP_WORDS, digest(stopWords));
    shingleSize = number(SchemeOption.SHINGLE);
    padded = is(SchemeOption.PADDED);
    counted = is(SchemeOption.COUNTED);
    topFeatures = number(SchemeOption.TOP_FEATURES);
    hash =
        options.get(SchemeOption.HASH).equals("fnv1a")
            ? FeatureHash.fnv1a(number(SchemeOption.HASH_SEED))
            : FeatureHash.polynomial();
    sketch = Sketch.valueOf(constant(SchemeOption.SKETCH));
    bits = number(SchemeOption.BITS);
    tieRule = TieRule.valueOf(constant(SchemeOption.TIE));
    interleaved = is(SchemeOption.INTERLEAVED);
  }

  private int number(SchemeOption option) {
    return Integer.parseInt(options.get(option));
  }

  private boolean is(SchemeOption option) {
    return Boolean.parseBoolean(options.get(option));
  }

  private String constant(SchemeOption option) {
    return options.get(option).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Returns the default options for an analyzer. */
  static FeatureExtraction of(AnalyzerChoice analyzers) {
    return switch (analyzers.name()) {
      case "standard" -> of(STANDARD);
      case "titles" -> of("shingle=1 counted=true sketch=minhash");
      case "iscc" -> iscc();
      default -> of("shingle=2");
    };
  }

  private static FeatureExtraction of(String options) {
    return new FeatureExtraction(
        SchemeOption.defaults(options), Weighting.ONCE, CharArraySet.EMPTY_SET);
  }

  /** Returns the options of scheme {@code iscc}. */
  private static FeatureExtraction iscc() {
    Map<SchemeOption, String> options = SchemeOption.defaults(STANDARD);
    options.put(SchemeOption.SKETCH, "iscc");
    return new FeatureExtraction(options, Weighting.ONCE, CharArraySet.EMPTY_SET);
  }

  /**
   * Returns these options with some values replaced. The sources provide the tables and lists of
   * words that values name.
   */
  FeatureExtraction with(Map<SchemeOption, String> given, SchemeSources sources) {
    String words = given.getOrDefault(SchemeOption.SCHEME, given.get(SchemeOption.ANALYZER));
    if (words != null) {
      String problem = "scheme or analyzer '" + words + "' is given";
      throw new IllegalArgumentException(
          problem + ", expected none: the words are the chain's or scheme's");
    }
    checkTaken(given.keySet());
    Map<SchemeOption, String> all = new EnumMap<>(options);
    if (given.containsKey(SchemeOption.HASH)) {
      all.put(SchemeOption.HASH_SEED, "0");
    }
    all.putAll(given);
    if (given.containsKey(SchemeOption.HASH_SEED) && !all.get(SchemeOption.HASH).equals("fnv1a")) {
      throw new IllegalArgumentException("hash-seed is given, expected none with hash polynomial");
    }
    String weights = given.get(SchemeOption.WEIGHTS);
    String stopped = given.get(SchemeOption.STOP_WORDS);
    return checked(
        all,
        weights == null ? weighting : Weighting.parse(weights, sources::weighting),
        stopped == null ? stopWords : stopWords(sources.stopWords(stopped)));
  }

  private void checkTaken(Set<SchemeOption> given) {
    if (sketch == Sketch.ISCC && !Set.of(SchemeOption.BITS).containsAll(given)) {
      throw new IllegalArgumentException(
          "scheme iscc is given the options " + given + ", expected none but bits");
    }
  }

  FeatureExtraction withWeighting(Weighting other) {
    return checked(new EnumMap<>(options), other, stopWords);
  }

  FeatureExtraction withStopWords(Collection<String> words) {
    checkTaken(words.isEmpty() ? Set.of() : Set.of(SchemeOption.STOP_WORDS));
    return checked(new EnumMap<>(options), weighting, stopWords(words));
  }

  private static CharArraySet stopWords(Collection<String> words) {
    return CharArraySet.copy(new CharArraySet(words, false));
  }

  /**
   * Replaces equivalent options by one form, and throws an exception for weights that the sketch
   * does not take.
   */
  private static FeatureExtraction checked(
      Map<SchemeOption, String> options, Weighting weighting, CharArraySet stopWords) {
    String sketch = options.get(SchemeOption.SKETCH);
    if (!sketch.equals("simhash")) {
      if (!weighting.isUniform()) {
        throw new IllegalArgumentException(
            "features have weights, expected sketch simhash with them");
      }
      options.put(SchemeOption.TIE, "smallest-feature-hash");
    }
    if (options.get(SchemeOption.SHINGLE).equals("1")) {
      options.put(SchemeOption.PADDED, "false");
    }
    return new FeatureExtraction(options, weighting, stopWords);
  }

  /** Returns the options that differ from the defaults for the analyzer. */
  String text(AnalyzerChoice analyzers) {
    Map<SchemeOption, String> defaults = of(analyzers).options;
    StringBuilder text = new StringBuilder(analyzers.option());
    options.forEach(
        (option, value) -> {
          if (!value.equals(defaults.get(option))) {
            text.append(" " + option + "=" + value);
          }
        });
    return text.toString();
  }

  /**
   * Returns a digest of the stop words that does not depend on their order, or an empty string for
   * no stop words.
   */
  private static String digest(CharArraySet stopWords) {
    String words =
        stopWords.stream()
            .map(word -> new String((char[]) word))
            .map(word -> word.length() + ":" + word)
            .sorted()
            .collect(Collectors.joining());
    return words.isEmpty() ? "" : FeatureHash.digest(words);
  }
}
