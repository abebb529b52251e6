package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.TieRule;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.FieldType;
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
 * <p>A scheme shows itself as a short text, from which {@link #parse} makes it again: {@code
 * standard}, or {@code char shingle=4 sketch=minhash}.
 *
 * <p>Immutable and safe for use by several threads. {@link #standard()} is what to use; the others
 * make SimHash fingerprints of the set of word 2-shingles, each counted once.
 */
public final class FingerprintScheme {

  /** Bits that near-duplicates under {@link #standard} differ in at most, as measured. */
  public static final int DEFAULT_DISTANCE = 10;

  /** Raise it when anything changes that {@link #toString} does not show. */
  private static final int VERSION = 2;

  private final AnalyzerChoice analyzers;
  private final FeatureExtraction features;
  private final String id;
  private final FieldType fieldType;

  private FingerprintScheme(AnalyzerChoice analyzers, FeatureExtraction features) {
    this.analyzers = analyzers;
    this.features = features;
    this.id = analyzers.name() + "-" + FeatureHash.digest(VERSION + " " + this);
    this.fieldType = SimHashField.fieldType(id);
  }

  /**
   * What to use: words and Han characters by Lucene's StandardTokenizer, in lower case, full-width
   * forms folded; the set of every 3 in a row, or 2 Han characters; {@link Sketch#MINHASH}. For
   * Chinese, English and texts that mix them, without a segmenter. Near-duplicates are within
   * {@value #DEFAULT_DISTANCE} bits.
   */
  public static FingerprintScheme standard() {
    return parse("standard");
  }

  /**
   * Chooses per text: as {@link #chinese()} where at least a quarter of the letters are Han
   * characters, else as {@link #english()}.
   */
  public static FingerprintScheme perDocument() {
    return parse("auto");
  }

  /** Words by Lucene's SmartChineseAnalyzer (simplified Chinese, and English among it). */
  public static FingerprintScheme chinese() {
    return parse("zh");
  }

  /** Words by Lucene's StandardTokenizer, in lower case, full-width forms folded. */
  public static FingerprintScheme english() {
    return parse("en");
  }

  /**
   * Letters and digits, in lower case, full-width forms folded; everything else is left out. For
   * any language, without a segmenter.
   *
   * @param shingleSize characters in a feature, 1 to 32
   */
  public static FingerprintScheme characters(int shingleSize) {
    return parse("char").toBuilder().shingleSize(shingleSize).build();
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
  public static Builder builder(String analyzerName, Analyzer analyzer, String field) {
    return new Builder(AnalyzerChoice.own(analyzerName, analyzer, field));
  }

  /** As {@link #parse(String, SchemeSources)}, of a scheme that names no analyzer or table. */
  public static FingerprintScheme parse(String scheme) {
    return parse(scheme, SchemeSources.NONE);
  }

  /**
   * The scheme that {@link #toString} or a user wrote: a name and options as {@code char shingle=4
   * sketch=minhash}, or as on the command line, {@code char --shingle 4 --sketch minhash}. {@link
   * SchemeOption} has the options.
   *
   * @param sources makes what the text can only name: analyzers, tables, lists of words
   * @throws IllegalArgumentException if an option or value is unknown, out of range or not to be
   *     combined
   */
  public static FingerprintScheme parse(String scheme, SchemeSources sources) {
    return parse(SchemeOption.split(scheme), sources);
  }

  /**
   * As {@link #parse(String, SchemeSources)}, of option to value; the inverse of {@link #options}.
   */
  public static FingerprintScheme parse(Map<String, String> options, SchemeSources sources) {
    return SchemeOption.builder(options, sources).build();
  }

  /** A builder that starts from this scheme. */
  public Builder toBuilder() {
    return new Builder(analyzers, features.copy());
  }

  /**
   * The options that make this scheme: its name or its analyzer's, and what differs from the
   * defaults there. A table of weights and a list of words show as digests of what is in them.
   */
  public Map<String, String> options() {
    return features.options(analyzers);
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
    return analyzers.analyze(text, features::fingerprint);
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
    return analyzers.analyze(text, features::features);
  }

  /** The distinct words of a text, before anything is left out of them. */
  Set<String> words(CharSequence text) {
    return analyzers.analyze(text, FeatureExtraction::words);
  }

  /**
   * What this scheme does with Chinese texts, for every text; the scheme itself if it does not
   * choose per text. It makes a text's features comparable with those of a Chinese text.
   */
  public FingerprintScheme chineseSide() {
    AnalyzerChoice side = analyzers.chineseSide();
    return side.equals(analyzers) ? this : new FingerprintScheme(side, features);
  }

  /** The type of fields for this scheme's fingerprints: frozen, stamped with the scheme's id. */
  public FieldType fieldType() {
    return fieldType;
  }

  /** The field for a text's fingerprint, stamped with this scheme's id, or empty as that is. */
  public Optional<SimHashField> field(String name, CharSequence text) {
    return field(name, fingerprint(text));
  }

  Optional<SimHashField> field(String name, OptionalLong fingerprint) {
    return fingerprint.isEmpty()
        ? Optional.empty()
        : Optional.of(new SimHashField(name, fingerprint.getAsLong(), fieldType));
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
    return features.fingerprint(tokens);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintScheme scheme && id.equals(scheme.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** All that the id stands for: the options, as {@link #parse} reads them. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    options()
        .forEach(
            (option, value) ->
                text.append(
                    option.equals(SchemeOption.SCHEME.toString())
                        ? value
                        : (text.isEmpty() ? "" : " ") + option + "=" + value));
    return text.toString();
  }

  /**
   * Changes one property of a scheme at a time; every method checks its value at once and throws an
   * IllegalArgumentException that says what is expected. Not safe for use by several threads.
   */
  public static final class Builder {

    private final AnalyzerChoice analyzers;
    private final FeatureExtraction features;

    Builder(AnalyzerChoice analyzers) {
      this(analyzers, FeatureExtraction.of(analyzers));
    }

    private Builder(AnalyzerChoice analyzers, FeatureExtraction features) {
      this.analyzers = analyzers;
      this.features = features;
    }

    /** Words in a row that make a feature, 1 to 32; 2 by default. */
    public Builder shingleSize(int words) {
      features.shingleSize = SchemeOption.SHINGLE.checkNamed(words);
      return this;
    }

    /**
     * Han characters in a row that make a feature, where the analyzer gives each for itself. 0, the
     * default, and whatever is not less than the shingle size take a Han character for a word.
     */
    public Builder hanShingleSize(int characters) {
      features.hanShingleSize = SchemeOption.HAN_SHINGLE.checkNamed(characters);
      return this;
    }

    /** The weight of each feature; {@link Weighting#once()} by default. */
    public Builder weighting(Weighting weighting) {
      features.weighting = Objects.requireNonNull(weighting, "weighting");
      return this;
    }

    /** Keeps only the n heaviest features; 0, the default, keeps all. */
    public Builder topFeatures(int n) {
      features.topFeatures = SchemeOption.TOP_FEATURES.checkNamed(n);
      return this;
    }

    /**
     * A text with fewer distinct features has an exact fingerprint, a hash of its words in their
     * order: it is within a small distance of texts with the same words, and of others by chance
     * only (of one in 10<sup>8</sup> within 10 bits). 1, the default, leaves no such text.
     */
    public Builder minFeatures(int n) {
      features.minFeatures = SchemeOption.MIN_FEATURES.checkNamed(n);
      return this;
    }

    /** Analyzed words to leave out before shingles are made; none by default. */
    public Builder stopWords(Collection<String> words) {
      features.stopWords = CharArraySet.copy(new CharArraySet(words, false));
      return this;
    }

    /** The hash of a feature; {@code FeatureHash.murmur3(0)} by default. */
    public Builder hash(FeatureHash hash) {
      features.hash = Objects.requireNonNull(hash, "hash");
      return this;
    }

    void hashSeed(int seed) {
      if (!features.hash.combinesTokens()) {
        throw new IllegalArgumentException(
            "hash-seed is '" + seed + "', expected none beside hash polynomial");
      }
      features.hash = FeatureHash.murmur3(seed);
    }

    /** How features become 64 bits. */
    public Builder sketch(Sketch sketch) {
      features.sketch = Objects.requireNonNull(sketch, "sketch");
      return this;
    }

    /** The bit of a column that sums to 0; the smallest feature's by default. */
    public Builder tieRule(TieRule tieRule) {
      features.tieRule = Objects.requireNonNull(tieRule, "tieRule");
      return this;
    }

    /** Whether the bits are put as {@link Fingerprint#interleave} does; not by default. */
    public Builder interleaved(boolean interleaved) {
      features.interleaved = interleaved;
      return this;
    }

    /**
     * Makes the scheme. The builder can go on.
     *
     * @throws IllegalArgumentException if features have weights and the sketch takes none
     */
    public FingerprintScheme build() {
      return new FingerprintScheme(analyzers, features.checked());
    }
  }
}
