package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
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

  FingerprintScheme(AnalyzerChoice analyzers, FeatureRecipe recipe) {
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
    return new SchemeBuilder(AnalyzerChoice.standard(), FeatureRecipe.DEFAULT)
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
   * @param shingleSize characters in a feature, 1 to {@value SchemeBuilder#MAX_SHINGLE_SIZE}
   */
  public static FingerprintScheme characters(int shingleSize) {
    return new SchemeBuilder(AnalyzerChoice.characters(), FeatureRecipe.DEFAULT)
        .shingleSize(shingleSize)
        .build();
  }

  /**
   * A scheme over an analyzer of your own.
   *
   * @param analyzerName stands for all that the analyzer does with the field, so change it whenever
   *     that changes: letters, digits, '.', '_' and '-', at most 64
   * @param analyzer makes words; it is not closed by the scheme
   * @param field the text field that the analyzer is asked for, as by the index writer: an analyzer
   *     such as PerFieldAnalyzerWrapper makes other words of other fields
   */
  public static SchemeBuilder builder(String analyzerName, Analyzer analyzer, String field) {
    Objects.requireNonNull(analyzerName, "analyzerName");
    Objects.requireNonNull(analyzer, "analyzer");
    Objects.requireNonNull(field, "field");
    if (!analyzerName.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "analyzer name '"
              + analyzerName
              + "', expected 1 to 64 letters, digits, '.', '_' or '-'");
    }
    return new SchemeBuilder(
        new AnalyzerChoice("own." + analyzerName, analyzer, null, field), FeatureRecipe.DEFAULT);
  }

  /** A builder that starts from this scheme. */
  public SchemeBuilder toBuilder() {
    return new SchemeBuilder(analyzers, recipe);
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
    return AnalyzedText.of(text.toString(), analyzers, this);
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

  /** The distinct words of a text, before anything is left out of them. */
  Set<String> words(CharSequence text) {
    return analyze(text, FeatureRecipe::words);
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
    try (TokenStream tokens = analyzers.words(text.toString())) {
      tokens.reset();
      T result = analysis.of(tokens);
      tokens.end();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The field for a text's fingerprint, stamped with this scheme's id, or empty as that is. */
  public Optional<SimHashField> field(String name, CharSequence text) {
    OptionalLong fingerprint = fingerprint(text);
    return fingerprint.isEmpty()
        ? Optional.empty()
        : Optional.of(new SimHashField(name, fingerprint.getAsLong(), SimHashField.fieldType(id)));
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
        : SimHashField.requireScheme(
            SimHashField.newDistanceQuery(field, fingerprint.getAsLong(), maxDistance), field, id);
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
}
