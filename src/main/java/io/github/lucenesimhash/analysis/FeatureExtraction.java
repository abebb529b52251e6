package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Everything of a scheme but its analyzer: what happens between a token stream and a fingerprint.
 * Nothing changes that of a scheme: another scheme is made with a changed copy.
 */
final class FeatureExtraction implements Cloneable {

  int shingleSize = 2;
  int hanShingleSize = 0;
  boolean padded = false;
  Weighting weighting = Weighting.ONCE;
  int topFeatures = 0;
  int minFeatures = 1;
  CharArraySet stopWords = CharArraySet.EMPTY_SET;
  FeatureHash hash = FeatureHash.fnv1a(0);
  Sketch sketch = Sketch.SIMHASH;
  int bits = Fingerprint.WORD_BITS;
  TieRule tieRule = TieRule.SMALLEST_FEATURE_HASH;
  boolean interleaved = false;

  /** The defaults beside an analyzer. */
  static FeatureExtraction of(AnalyzerChoice analyzers) {
    return switch (analyzers.name()) {
      case "standard" -> standard();
      case "iscc" -> iscc();
      default -> new FeatureExtraction();
    };
  }

  private static FeatureExtraction standard() {
    FeatureExtraction features = new FeatureExtraction();
    features.shingleSize = 3;
    features.padded = true;
    features.sketch = Sketch.MINHASH;
    return features;
  }

  /** The text's own code, verified by the standard features. */
  private static FeatureExtraction iscc() {
    FeatureExtraction features = standard();
    features.sketch = Sketch.ISCC;
    return features;
  }

  FeatureExtraction copy() {
    try {
      return (FeatureExtraction) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Says the same things in one way only; refuses weights where the sketch takes none. */
  void check() {
    if (sketch != Sketch.SIMHASH && !weighting.isUniform()) {
      throw new IllegalArgumentException(
          "features have weights, expected sketch simhash beside them");
    }
    hanShingleSize = hanShingleSize < shingleSize ? hanShingleSize : 0;
    if (sketch == Sketch.ISCC) { // of the text, whatever its features
      FeatureExtraction its = iscc();
      shingleSize = its.shingleSize;
      hanShingleSize = its.hanShingleSize;
      padded = its.padded;
      topFeatures = its.topFeatures;
      minFeatures = its.minFeatures;
      interleaved = its.interleaved;
    }
    padded &= shingleSize > 1;
    tieRule = sketch == Sketch.SIMHASH ? tieRule : TieRule.SMALLEST_FEATURE_HASH;
  }

  /** The standard features of the same words, which are the same whatever the bits. */
  FeatureExtraction compareTexts() {
    FeatureExtraction standard = standard();
    standard.stopWords = stopWords;
    standard.hash = hash;
    return standard;
  }

  /** The same features for a fingerprint of 64 bits. */
  FeatureExtraction ofOneWord() {
    FeatureExtraction same = copy();
    same.bits = Fingerprint.WORD_BITS;
    same.sketch = ofFeatures();
    return same;
  }

  /** The sketch, or another where it is made of the text itself. */
  private Sketch ofFeatures() {
    return sketch == Sketch.ISCC ? Sketch.MINHASH : sketch;
  }

  void setStopWords(Collection<String> words) {
    stopWords = CharArraySet.copy(new CharArraySet(words, false));
  }

  /** A digest of the stop words, whatever their order; empty if there are none. */
  String stopWordsDigest() {
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
