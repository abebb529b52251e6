package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Everything of a scheme but its analyzer: what happens between a token stream and a fingerprint.
 * Immutable.
 */
final class FeatureExtraction {

  private static final String STANDARD = "shingle=3 padded=true sketch=minhash";
  private static final String ISCC = "shingle=3 padded=true sketch=iscc";

  private static final List<SchemeOption> OF_FEATURES =
      List.of(
          SchemeOption.SHINGLE,
          SchemeOption.HAN_SHINGLE,
          SchemeOption.PADDED,
          SchemeOption.TOP_FEATURES,
          SchemeOption.MIN_FEATURES,
          SchemeOption.INTERLEAVED);

  private final Map<SchemeOption, String> options; // all of them, as a scheme prints them
  final int shingleSize;
  final int hanShingleSize;
  final boolean padded;
  final Weighting weighting;
  final int topFeatures;
  final int minFeatures;
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
    hanShingleSize = number(SchemeOption.HAN_SHINGLE);
    padded = is(SchemeOption.PADDED);
    topFeatures = number(SchemeOption.TOP_FEATURES);
    minFeatures = number(SchemeOption.MIN_FEATURES);
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

  /** The defaults beside an analyzer. */
  static FeatureExtraction of(AnalyzerChoice analyzers) {
    return switch (analyzers.name()) {
      case "standard" -> of(STANDARD);
      case "iscc" -> of(ISCC);
      default -> of("shingle=2");
    };
  }

  private static FeatureExtraction of(String options) {
    return new FeatureExtraction(
        SchemeOption.defaults(options), Weighting.ONCE, CharArraySet.EMPTY_SET);
  }

  /** Changes options; the sources have what a value can only name. */
  FeatureExtraction with(Map<SchemeOption, String> given, SchemeSources sources) {
    String words = given.getOrDefault(SchemeOption.SCHEME, given.get(SchemeOption.ANALYZER));
    if (words != null) {
      String problem = "scheme or analyzer '" + words + "' is given";
      throw new IllegalArgumentException(
          problem + ", expected none: the words are the chain's or scheme's");
    }
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

  FeatureExtraction withWeighting(Weighting other) {
    return checked(new EnumMap<>(options), other, stopWords);
  }

  FeatureExtraction withStopWords(Collection<String> words) {
    return checked(new EnumMap<>(options), weighting, stopWords(words));
  }

  private static CharArraySet stopWords(Collection<String> words) {
    return CharArraySet.copy(new CharArraySet(words, false));
  }

  /** Says the same things in one way only; refuses weights where the sketch takes none. */
  private static FeatureExtraction checked(
      Map<SchemeOption, String> options, Weighting weighting, CharArraySet stopWords) {
    String sketch = options.get(SchemeOption.SKETCH);
    if (!sketch.equals("simhash")) {
      if (!weighting.isUniform()) {
        throw new IllegalArgumentException(
            "features have weights, expected sketch simhash beside them");
      }
      options.put(SchemeOption.TIE, "smallest-feature-hash");
    }
    if (sketch.equals("iscc")) { // of the text, whatever its features
      Map<SchemeOption, String> own = SchemeOption.defaults(ISCC);
      for (SchemeOption option : OF_FEATURES) {
        options.put(option, own.get(option));
      }
    }
    int shingle = Integer.parseInt(options.get(SchemeOption.SHINGLE));
    if (Integer.parseInt(options.get(SchemeOption.HAN_SHINGLE)) >= shingle) {
      options.put(SchemeOption.HAN_SHINGLE, "0");
    }
    if (shingle == 1) {
      options.put(SchemeOption.PADDED, "false");
    }
    return new FeatureExtraction(options, weighting, stopWords);
  }

  /** The options in which a scheme differs from the defaults of its analyzer. */
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

  /** The standard features of the same words, which are the same whatever the bits. */
  FeatureExtraction compareTexts() {
    Map<SchemeOption, String> standard = SchemeOption.defaults(STANDARD);
    standard.put(SchemeOption.HASH, options.get(SchemeOption.HASH));
    standard.put(SchemeOption.HASH_SEED, options.get(SchemeOption.HASH_SEED));
    return new FeatureExtraction(standard, Weighting.ONCE, stopWords);
  }

  /** The same features for a fingerprint of 64 bits, or another where it is made of the text. */
  FeatureExtraction ofOneWord() {
    Map<SchemeOption, String> same = new EnumMap<>(options);
    same.put(SchemeOption.BITS, "64");
    same.computeIfPresent(
        SchemeOption.SKETCH, (option, its) -> its.equals("iscc") ? "minhash" : its);
    return new FeatureExtraction(same, weighting, stopWords);
  }

  /** A digest of the stop words, whatever their order; empty if there are none. */
  private static String digest(CharArraySet stopWords) {
    String words =
        stopWords.stream()
            .map(word -> new String((char[]) word))
            .map(word -> word.length() + ":" + word)
            .sorted()
            .collect(Collectors.joining());
    return words.isEmpty() ? "" : FeatureHash.digest(words);
  }

  /** Consumes all words; empty if there is no word, or no feature of weight above 0. */
  Optional<Fingerprint> fingerprint(Words words) throws IOException {
    return fingerprint(words, null);
  }

  /**
   * Consumes all words.
   *
   * @param counts told the {@code FeatureCounts}; null where nobody asks
   * @return empty if there is no word, or no feature of weight above 0
   */
  Optional<Fingerprint> fingerprint(Words words, Consumer<byte[]> counts) throws IOException {
    Features features = collect(words, null).shingle();
    if (counts != null) {
      counts.accept(features.counts());
    }
    Optional<Fingerprint> fingerprint = features.fingerprint();
    return interleaved ? fingerprint.map(Fingerprint::interleaved) : fingerprint;
  }

  /** Consumes all words; their codes as {@link FingerprintScheme#words} has them. */
  long[] words(Words words, int most) throws IOException {
    long[] codes = new long[most];
    int size = 0;
    while (words.next()) {
      if (!stopWords.contains(words.text(), words.start(), words.length())) {
        if (size < most) {
          long code = words.code();
          codes[size] = words.isNumber() ? code | Long.MIN_VALUE : code & Long.MAX_VALUE;
        }
        size++;
      }
    }
    return size > most ? new long[0] : Arrays.copyOf(codes, size);
  }

  /** Consumes all words; the hashes of the distinct features, ascending. */
  long[] features(Words words) throws IOException {
    return collect(words, null).shingle().distinct();
  }

  /** Consumes all words, which have offsets, and tells the finder of them and the features. */
  SharedText.Finder find(Words words, SharedText.Finder finder) throws IOException {
    collect(words, finder).shingle();
    return finder;
  }

  private Features collect(Words words, SharedText.Finder finder) throws IOException {
    Features features = new Features(this, finder);
    boolean hasStopWords = !stopWords.isEmpty();
    while (words.next()) {
      if (!hasStopWords || !stopWords.contains(words.text(), words.start(), words.length())) {
        features.addToken(words);
        if (finder != null) {
          finder.addToken(words.from(), words.to());
        }
      }
    }
    return features;
  }

  /** Consumes all words; the distinct ones. */
  static Set<String> words(Words words) throws IOException {
    Set<String> distinct = new HashSet<>();
    while (words.next()) {
      distinct.add(new String(words.text(), words.start(), words.length()));
    }
    return distinct;
  }
}
