package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.TieRule;
import java.util.Collection;
import java.util.Objects;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Changes one property of a {@link FingerprintScheme} at a time; every method checks its value at
 * once. Start with {@link FingerprintScheme#toBuilder()} or {@link FingerprintScheme#builder}.
 */
public final class SchemeBuilder {

  /** Most units in a shingle. */
  public static final int MAX_SHINGLE_SIZE = 32;

  private final AnalyzerChoice analyzers;
  private int shingleSize;
  private int hanShingleSize;
  private Weighting weighting;
  private int topFeatures;
  private int minFeatures;
  private CharArraySet stopWords;
  private FeatureHash hash;
  private Sketch sketch;
  private TieRule tieRule;

  SchemeBuilder(AnalyzerChoice analyzers, FeatureRecipe start) {
    this.analyzers = analyzers;
    shingleSize = start.shingleSize();
    hanShingleSize = start.hanShingleSize();
    weighting = start.weighting();
    topFeatures = start.topFeatures();
    minFeatures = start.minFeatures();
    stopWords = start.stopWords();
    hash = start.hash();
    sketch = start.sketch();
    tieRule = start.tieRule();
  }

  /** Words in a row that make a feature, 1 to {@value #MAX_SHINGLE_SIZE}; 2 by default. */
  public SchemeBuilder shingleSize(int words) {
    shingleSize = check("shingle size", words, 1, MAX_SHINGLE_SIZE);
    return this;
  }

  /**
   * Han characters in a row that make a feature, where the analyzer gives each for itself. 0, the
   * default, and whatever is not less than the shingle size take a Han character for a word.
   */
  public SchemeBuilder hanShingleSize(int characters) {
    hanShingleSize = check("Han shingle size", characters, 0, MAX_SHINGLE_SIZE);
    return this;
  }

  /** The weight of each feature; {@link Weighting#once()} by default. */
  public SchemeBuilder weighting(Weighting weighting) {
    this.weighting = Objects.requireNonNull(weighting, "weighting");
    return this;
  }

  /** Keeps only the n heaviest features; 0, the default, keeps all. */
  public SchemeBuilder topFeatures(int n) {
    topFeatures = check("top features", n, 0, Integer.MAX_VALUE);
    return this;
  }

  /**
   * A text with fewer distinct features has an exact fingerprint, a hash of its words in their
   * order: it is within a small distance of texts with the same words, and of others by chance only
   * (of one in 10<sup>8</sup> within 10 bits). 1, the default, leaves no such text.
   */
  public SchemeBuilder minFeatures(int n) {
    minFeatures = check("minimum number of features", n, 1, Integer.MAX_VALUE);
    return this;
  }

  /** Analyzed words to leave out before shingles are made; none by default. */
  public SchemeBuilder stopWords(Collection<String> words) {
    stopWords = CharArraySet.copy(new CharArraySet(words, false));
    return this;
  }

  /** The hash of a feature; {@code FeatureHash.murmur3(0)} by default. */
  public SchemeBuilder hash(FeatureHash hash) {
    this.hash = Objects.requireNonNull(hash, "hash");
    return this;
  }

  /** How features become 64 bits. */
  public SchemeBuilder sketch(Sketch sketch) {
    this.sketch = Objects.requireNonNull(sketch, "sketch");
    return this;
  }

  /** The bit of a column that sums to 0; the smallest feature's by default. */
  public SchemeBuilder tieRule(TieRule tieRule) {
    this.tieRule = Objects.requireNonNull(tieRule, "tieRule");
    return this;
  }

  /**
   * The scheme.
   *
   * @throws IllegalArgumentException if features have weights and the sketch takes none
   */
  public FingerprintScheme build() {
    if (sketch == Sketch.MINHASH && !weighting.isUniform()) {
      throw new IllegalArgumentException(
          "weighting is " + weighting + ", expected once with sketch MINHASH");
    }
    return new FingerprintScheme(
        analyzers,
        new FeatureRecipe(
            shingleSize,
            hanShingleSize < shingleSize ? hanShingleSize : 0,
            weighting,
            topFeatures,
            minFeatures,
            stopWords,
            hash,
            sketch,
            tieRule));
  }

  private static int check(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " is " + value + ", expected " + min + " to " + max);
    }
    return value;
  }
}
