package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import io.github.lucenesimhash.search.SimHashField;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;

/**
 * A fixed way from a text to its fingerprint: analyzer, shingles, weights, hash. Two fingerprints
 * can be compared only if one scheme made both, so a scheme has an {@link #id()} that changes
 * whenever a fingerprint could; fields stamp it into the index, and queries check it. Keep one
 * scheme to a field.
 *
 * <pre>{@code
 * FingerprintScheme scheme = FingerprintScheme.standard();
 * scheme.field("near", text).ifPresent(document::add);
 * Query query = scheme.newDistanceQuery("near", otherText, 10);
 * }</pre>
 *
 * <p>{@link #standard()} is what to use; the others make SimHash fingerprints of the set of word
 * 2-shingles. A scheme is immutable and safe for use by several threads. Methods that take a text
 * throw UncheckedIOException if the analyzer fails.
 */
public final class FingerprintScheme {

  /** Bits that near-duplicates under {@link #standard} differ in at most, as measured. */
  public static final int DEFAULT_DISTANCE = 10;

  /** Raise it when anything changes that {@link #toString} does not show. */
  private static final int VERSION = 2;

  final AnalyzerChoice analyzers;
  final FeatureExtraction features;
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
   * Chinese, English and both mixed. Near-duplicates are within {@value #DEFAULT_DISTANCE} bits.
   */
  public static FingerprintScheme standard() {
    return parse("standard");
  }

  /** As {@link #chinese()} if a quarter of a text's letters are Han, else {@link #english()}. */
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

  /** Letters and digits of any language, folded likewise; 1 to 32 characters make a feature. */
  public static FingerprintScheme characters(int shingleSize) {
    return parse("char").toBuilder().shingleSize(shingleSize).build();
  }

  /**
   * A scheme over an analyzer of your own.
   *
   * @param analyzerName letters, digits, '.', '_' and '-', at most 64; to be changed with what the
   *     analyzer does with the field
   * @param analyzer makes words; it is not closed by the scheme
   * @param field the one whose words the analyzer is asked for, as by the index writer
   */
  public static Builder builder(String analyzerName, Analyzer analyzer, String field) {
    return new Builder(AnalyzerChoice.own(analyzerName, analyzer, field));
  }

  /** As {@link #parse(String, SchemeSources)}, without sources. */
  public static FingerprintScheme parse(String scheme) {
    return parse(scheme, SchemeSources.NONE);
  }

  /**
   * The scheme that {@link #toString} or a user wrote: a name and options as {@code char shingle=4
   * sketch=minhash}, or as on the command line, {@code char --shingle 4 --sketch minhash}.
   *
   * @param sources has the analyzers, tables and lists of words that the text can only name
   * @throws IllegalArgumentException if a {@link SchemeOption} is unknown, out of range or not to
   *     be combined with another
   */
  public static FingerprintScheme parse(String scheme, SchemeSources sources) {
    return parse(SchemeText.split(scheme), sources);
  }

  /** As {@link #parse(String, SchemeSources)}, of name to value; inverse of {@link #options}. */
  public static FingerprintScheme parse(Map<String, String> options, SchemeSources sources) {
    return SchemeText.builder(options, sources).build();
  }

  /** A builder that starts from this scheme. */
  public Builder toBuilder() {
    return new Builder(analyzers, features.copy());
  }

  /** Name to value of all that differs from the defaults; tables and word lists as digests. */
  public Map<String, String> options() {
    return SchemeText.options(analyzers, features);
  }

  /**
   * A short stable name for exactly this way of making fingerprints. Not in it: letters are what
   * the JDK's Unicode version says (JDK 21: 15.0), so a text with newer characters can have another
   * fingerprint on a newer JDK.
   */
  public String id() {
    return id;
  }

  /** The fingerprint of a text; empty if it has no feature, and so is near to nothing. */
  public OptionalLong fingerprint(CharSequence text) {
    return analyzers.analyze(text, features::fingerprint);
  }

  /** Analyzes a text once for its fingerprint and for full-text search. */
  public AnalyzedText analyze(CharSequence text) {
    return AnalyzedText.of(text.toString(), this);
  }

  /** The hashes of a text's distinct features, ascending, whatever their weights. */
  public long[] features(CharSequence text) {
    return analyzers.analyze(text, features::features);
  }

  /** The scheme that does with every text what this one does with Chinese texts. */
  public FingerprintScheme chineseSide() {
    return new FingerprintScheme(analyzers.chineseSide(), features);
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
    return fingerprint.stream()
        .mapToObj(bits -> new SimHashField(name, bits, fieldType))
        .findFirst();
  }

  /**
   * Finds the documents whose fingerprint is within a distance, 0 to 64, of a text's. Searching a
   * segment whose field another scheme made throws an IllegalArgumentException that names both.
   */
  public Query newDistanceQuery(String field, CharSequence text, int maxDistance) {
    OptionalLong fingerprint = fingerprint(text);
    return fingerprint.isEmpty()
        ? new MatchNoDocsQuery("the text has no fingerprint under scheme " + id)
        : SimHashField.requireScheme(
            SimHashField.newDistanceQuery(field, fingerprint.getAsLong(), maxDistance), field, id);
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
    return SchemeText.join(options());
  }

  /**
   * Changes one property of a scheme at a time; every method checks its value at once and throws an
   * IllegalArgumentException that says what is expected. Not safe for use by several threads.
   */
  public static final class Builder {

    private final AnalyzerChoice analyzers;
    private final FeatureExtraction features;

    /** Starts from the defaults beside an analyzer. */
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
     * default, or as many as words: a Han character is a word.
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
     * order: only the same words are near, but for one text in 10<sup>8</sup>. 1 by default.
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

    /** Makes the scheme; refused where features have weights and the sketch takes none. */
    public FingerprintScheme build() {
      return new FingerprintScheme(analyzers, features.checked());
    }
  }
}
