package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.simhash.BlockLayout;
import io.github.lucenesimhash.simhash.FeatureHash;
import io.github.lucenesimhash.simhash.Sketch;
import io.github.lucenesimhash.simhash.TieRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;

/**
 * A fixed way from a text to its fingerprint: analyzer, shingles, weights, hash. Two fingerprints
 * can be compared only if one scheme made both, so a scheme has an {@link #id()} that changes
 * whenever a fingerprint could; fields stamp it into the index, and queries check it. Keep one
 * scheme to a field: of the documents that are flushed together, Lucene records the first one's
 * stamp.
 *
 * <pre>{@code
 * FingerprintScheme scheme = FingerprintScheme.standard();
 * scheme.field("near", text).ifPresent(document::add);
 * Query query = scheme.newDistanceQuery("near", otherText, 10);
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. {@link #standard()} is what to use; the others
 * make SimHash fingerprints of the set of word 2-shingles, each counted once.
 */
public final class FingerprintScheme {

  /** Bits that near-duplicates under {@link #standard} differ in at most, as measured. */
  public static final int DEFAULT_DISTANCE = 10;

  /** Raise it when anything changes that {@link #toString} does not show. */
  private static final int VERSION = 1;

  private final AnalyzerChoice analyzers;
  private final FeatureRecipe recipe;
  private final String id;

  private FingerprintScheme(AnalyzerChoice analyzers, FeatureRecipe recipe) {
    this.analyzers = analyzers;
    this.recipe = recipe;
    this.id = analyzers.name() + "-" + FeatureHash.digest(toString());
  }

  /**
   * What to use: words and Han characters by Lucene's StandardTokenizer, in lower case, full-width
   * forms folded; the set of every 3 in a row; {@link Sketch#MINHASH}. For Chinese, English and
   * texts that mix them, without a segmenter. Near-duplicates are within {@value #DEFAULT_DISTANCE}
   * bits.
   */
  public static FingerprintScheme standard() {
    return new Builder(AnalyzerChoice.standard(), FeatureRecipe.DEFAULT)
        .shingleSize(3)
        .hanShingleSize(2)
        .sketch(Sketch.MINHASH)
        .build();
  }

  /**
   * Chooses per text: as {@link #chinese()} where at least a quarter of the letters are Han
   * characters, else as {@link #english()}.
   */
  public static FingerprintScheme perDocument() {
    return new FingerprintScheme(AnalyzerChoice.perDocument(), FeatureRecipe.DEFAULT);
  }

  /** Words by Lucene's SmartChineseAnalyzer (simplified Chinese, and English among it). */
  public static FingerprintScheme chinese() {
    return new FingerprintScheme(AnalyzerChoice.chinese(), FeatureRecipe.DEFAULT);
  }

  /** Words by Lucene's StandardTokenizer, in lower case, full-width forms folded. */
  public static FingerprintScheme english() {
    return new FingerprintScheme(AnalyzerChoice.english(), FeatureRecipe.DEFAULT);
  }

  /**
   * Letters and digits, in lower case, full-width forms folded; everything else is left out. For
   * any language, without a segmenter.
   *
   * @param shingleSize characters in a feature, 1 to {@value Builder#MAX_SHINGLE_SIZE}
   */
  public static FingerprintScheme characters(int shingleSize) {
    return new Builder(AnalyzerChoice.characters(), FeatureRecipe.DEFAULT)
        .shingleSize(shingleSize)
        .build();
  }

  /**
   * A scheme over an analyzer of your own.
   *
   * @param analyzerName stands for all that the analyzer does, so change it whenever that changes:
   *     letters, digits, '.', '_' and '-', at most 64
   * @param analyzer makes words; it is not closed by the scheme
   */
  public static Builder builder(String analyzerName, Analyzer analyzer) {
    Objects.requireNonNull(analyzerName, "analyzerName");
    Objects.requireNonNull(analyzer, "analyzer");
    if (!analyzerName.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "analyzer name '"
              + analyzerName
              + "', expected 1 to 64 letters, digits, '.', '_' or '-'");
    }
    return new Builder(
        new AnalyzerChoice("own." + analyzerName, analyzer, null), FeatureRecipe.DEFAULT);
  }

  /** A builder that starts from this scheme. */
  public Builder toBuilder() {
    return new Builder(analyzers, recipe);
  }

  /**
   * A short stable name for exactly this way of making fingerprints. One thing is not in it:
   * letters are what the running JDK's Unicode version says (JDK 21: 15.0), so a text with
   * characters that are newer than that can have another fingerprint on a newer JDK.
   */
  public String id() {
    return id;
  }

  /**
   * The fingerprint of a text, or empty if the text has no feature. Such a text is a near-duplicate
   * of nothing.
   *
   * @throws UncheckedIOException if the analyzer fails
   */
  public OptionalLong fingerprint(CharSequence text) {
    return analyze(text, recipe::fingerprint);
  }

  /**
   * Analyzes a text once for its fingerprint and for full-text search.
   *
   * @throws UncheckedIOException if the analyzer fails
   */
  public AnalyzedText analyze(CharSequence text) {
    return AnalyzedText.of(text.toString(), analyzers.forText(text), this);
  }

  /**
   * The hashes of a text's distinct features, ascending, whatever their weights; none for a text
   * without features. Two texts resemble each other as far as they share features.
   *
   * @throws UncheckedIOException if the analyzer fails
   */
  public long[] features(CharSequence text) {
    return analyze(text, recipe::features);
  }

  /**
   * What this scheme does with Chinese texts, for every text; the scheme itself if it does not
   * choose per text. It makes a text's features comparable with those of a Chinese text.
   */
  public FingerprintScheme chineseSide() {
    AnalyzerChoice side = analyzers.chineseSide();
    return side.equals(analyzers) ? this : new FingerprintScheme(side, recipe);
  }

  /** What a recipe makes of the words of a text. */
  private interface Analysis<T> {
    T of(TokenStream tokens) throws IOException;
  }

  private <T> T analyze(CharSequence text, Analysis<T> analysis) {
    try (TokenStream tokens = analyzers.forText(text).tokenStream("text", text.toString())) {
      tokens.reset();
      T result = analysis.of(tokens);
      tokens.end();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The field for a text's fingerprint in contiguous layout, stamped with this scheme's id. */
  public Optional<SimHashField> field(String name, CharSequence text) {
    return field(name, text, BlockLayout.CONTIGUOUS);
  }

  /** The field for a text's fingerprint, stamped with this scheme's id, or empty as that is. */
  public Optional<SimHashField> field(String name, CharSequence text, BlockLayout layout) {
    OptionalLong fingerprint = fingerprint(text);
    return fingerprint.isEmpty()
        ? Optional.empty()
        : Optional.of(new SimHashField(name, fingerprint.getAsLong(), layout, id));
  }

  /**
   * Finds the documents whose fingerprint is within a distance of a text's. Searching a segment
   * whose field another scheme made throws an IllegalArgumentException that names both.
   *
   * @param maxDistance bits that may differ, 0 to 64
   */
  public Query newDistanceQuery(String field, CharSequence text, int maxDistance) {
    OptionalLong fingerprint = fingerprint(text);
    return fingerprint.isEmpty()
        ? new MatchNoDocsQuery("the text has no fingerprint under scheme " + id)
        : SimHashField.newDistanceQuery(field, fingerprint.getAsLong(), maxDistance, id);
  }

  /** The fingerprint of words that an analysis chain has made already. */
  OptionalLong fingerprint(TokenStream tokens) throws IOException {
    return recipe.fingerprint(tokens);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintScheme scheme && id.equals(scheme.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** All that the id stands for. */
  @Override
  public String toString() {
    return "simhash " + VERSION + "; analyzer=" + analyzers.name() + "; " + recipe.describe();
  }

  /** Changes one property of a scheme at a time; every method checks its value at once. */
  public static final class Builder {

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

    private Builder(AnalyzerChoice analyzers, FeatureRecipe start) {
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
    public Builder shingleSize(int words) {
      shingleSize = check("shingle size", words, 1, MAX_SHINGLE_SIZE);
      return this;
    }

    /**
     * Han characters in a row that make a feature, where the analyzer gives each for itself. 0, the
     * default, and whatever is not less than the shingle size take a Han character for a word.
     */
    public Builder hanShingleSize(int characters) {
      hanShingleSize = check("Han shingle size", characters, 0, MAX_SHINGLE_SIZE);
      return this;
    }

    /** The weight of each feature; {@link Weighting#once()} by default. */
    public Builder weighting(Weighting weighting) {
      this.weighting = Objects.requireNonNull(weighting, "weighting");
      return this;
    }

    /** Keeps only the n heaviest features; 0, the default, keeps all. */
    public Builder topFeatures(int n) {
      topFeatures = check("top features", n, 0, Integer.MAX_VALUE);
      return this;
    }

    /**
     * A text with fewer distinct features has an exact fingerprint, a hash of its words in their
     * order: it is within a small distance of texts with the same words, and of others by chance
     * only (of one in 10<sup>8</sup> within 10 bits). 1, the default, leaves no such text.
     */
    public Builder minFeatures(int n) {
      minFeatures = check("minimum number of features", n, 1, Integer.MAX_VALUE);
      return this;
    }

    /** Analyzed words to leave out before shingles are made; none by default. */
    public Builder stopWords(Collection<String> words) {
      stopWords = CharArraySet.copy(new CharArraySet(words, false));
      return this;
    }

    /** The hash of a feature; {@code FeatureHash.murmur3(0)} by default. */
    public Builder hash(FeatureHash hash) {
      this.hash = Objects.requireNonNull(hash, "hash");
      return this;
    }

    /** How features become 64 bits. */
    public Builder sketch(Sketch sketch) {
      this.sketch = Objects.requireNonNull(sketch, "sketch");
      return this;
    }

    /** The bit of a column that sums to 0; the smallest feature's by default. */
    public Builder tieRule(TieRule tieRule) {
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
}
