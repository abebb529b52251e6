package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.IsccText;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.search.SimHashField;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.FieldType;

/**
 * Turns texts into fingerprints, with a fixed analyzer, shingles, weights and hash. Only
 * fingerprints of one scheme can be compared. Therefore each scheme has an {@link #id()}, which
 * changes whenever any fingerprint might change; fields stamp it into the index, and queries check
 * it.
 *
 * <pre>{@code
 * FingerprintScheme scheme = FingerprintScheme.standard();
 * SchemeField near = scheme.field("near");
 * near.of(text).ifPresent(document::add);
 * Query query = near.newDistanceQuery(otherText, 10);
 * }</pre>
 *
 * <p>Begin with {@link #standard()}. A scheme is immutable and safe for use by several threads.
 * Methods that take a text throw UncheckedIOException if the analyzer fails.
 */
public final class FingerprintScheme {

  /**
   * The distance that finds nearly all near-duplicates under {@link #standard}. Double it for
   * fingerprints of 128 bits, and use four times the distance for 256 bits.
   */
  public static final int DEFAULT_DISTANCE = 10;

  /** The version of everything that {@link #toString} does not show; each change increments it. */
  private static final int VERSION = 5;

  final AnalyzerChoice analyzers;
  final FeatureExtraction features;
  final Fingerprint zero; // as wide as the fingerprints of the scheme
  final FieldType fieldType;
  private final String id;

  private FingerprintScheme(AnalyzerChoice analyzers, FeatureExtraction features) {
    this.analyzers = analyzers;
    this.features = features;
    this.id = analyzers.name() + "-" + FeatureHash.digest(VERSION + " " + this);
    this.zero = Fingerprint.of(new long[features.bits / Fingerprint.LANE_BITS]);
    this.fieldType = SimHashField.fieldType(id, zero.bits());
  }

  /**
   * Returns the scheme to use for Chinese, English and mixed texts. A feature is three consecutive
   * words; in scripts without spaces, each character is a word. The texts are padded at both ends.
   * Case, width and other compatibility forms do not matter. The fingerprint has one bit of each of
   * 64 min-hashes of the set of features. Nearly all near-duplicates are within {@value
   * #DEFAULT_DISTANCE} bits.
   *
   * @return the same scheme as {@code parse("standard")}
   */
  public static FingerprintScheme standard() {
    return parse("standard");
  }

  /**
   * {@return a scheme with an analyzer of your own; the default is the SimHash of the set of
   * 2-shingles of the analyzer's words}
   *
   * @param analyzerName the name of the analyzer, at most 64 letters, digits, '.', '_' and '-';
   *     choose another name whenever the analyzer changes
   * @param analyzer the analyzer that makes the words; the scheme does not close it
   * @param field the name of the field that is passed to the analyzer
   */
  public static FingerprintScheme of(String analyzerName, Analyzer analyzer, String field) {
    return of(AnalyzerChoice.own(analyzerName, analyzer, field));
  }

  static FingerprintScheme of(AnalyzerChoice analyzers) {
    return new FingerprintScheme(analyzers, FeatureExtraction.of(analyzers));
  }

  /**
   * {@return the scheme with a name and options, which must not name an analyzer, a table or a list
   * of words}
   *
   * @param scheme a name and options, for example {@code char shingle=4}
   */
  public static FingerprintScheme parse(String scheme) {
    return parse(scheme, SchemeSources.NONE);
  }

  /**
   * Returns the scheme with a name and options, for example {@code char shingle=4 sketch=minhash}.
   *
   * @param scheme the name of a scheme (see {@link SchemeOption#SCHEME}; {@code standard} if
   *     missing), then {@link SchemeOption}s
   * @param sources the provider of the analyzers, tables and lists of words that options name
   * @return the scheme
   * @throws IllegalArgumentException if an option is unknown, out of range or cannot be combined
   *     with another option
   */
  public static FingerprintScheme parse(String scheme, SchemeSources sources) {
    return parse(SchemeOption.split(scheme), sources);
  }

  /**
   * {@return the scheme with these options}
   *
   * @param options the names and values of {@link SchemeOption}s
   * @param sources the provider of the analyzers, tables and lists of words that options name
   * @throws IllegalArgumentException if an option is unknown, out of range or cannot be combined
   *     with another option
   */
  public static FingerprintScheme parse(Map<String, String> options, SchemeSources sources) {
    Map<SchemeOption, String> given = SchemeOption.read(options);
    String scheme = given.remove(SchemeOption.SCHEME);
    String analyzer = given.remove(SchemeOption.ANALYZER);
    if (scheme != null && analyzer != null) {
      throw new IllegalArgumentException("scheme and analyzer are given, expected one of the two");
    }
    FingerprintScheme defaults =
        analyzer != null
            ? sources.analyzer(analyzer)
            : of(AnalyzerChoice.of(scheme == null ? "standard" : scheme));
    return defaults.with(given, sources);
  }

  /**
   * {@return this scheme with some options changed, for example {@code shingle=4 weights=log-tf}}
   *
   * @param options the options, without the name of a scheme
   */
  public FingerprintScheme with(String options) {
    return with(SchemeOption.read(SchemeOption.split(options)), SchemeSources.NONE);
  }

  FingerprintScheme with(Map<SchemeOption, String> options, SchemeSources sources) {
    return new FingerprintScheme(analyzers, features.with(options, sources));
  }

  /**
   * {@return this scheme with another weighting}
   *
   * @param weighting a weighting, with or without a table
   * @throws IllegalArgumentException if features have weights and the sketch is not simhash
   */
  public FingerprintScheme withWeighting(Weighting weighting) {
    Objects.requireNonNull(weighting, "weighting");
    return new FingerprintScheme(analyzers, features.withWeighting(weighting));
  }

  /**
   * {@return this scheme with these stop words, which are removed before shingles are made}
   *
   * @param words the words in the form that the analyzer makes
   */
  public FingerprintScheme withStopWords(Collection<String> words) {
    return new FingerprintScheme(analyzers, features.withStopWords(words));
  }

  /**
   * Returns a short id of this scheme. Schemes with equal ids make equal fingerprints. The id does
   * not include the Unicode version of the JDK (15.0 for JDK 21), so a text with newer characters
   * may have another fingerprint on a newer JDK.
   *
   * @return the name of the analyzer and a digest
   */
  public String id() {
    return id;
  }

  /** {@return the number of bits of a fingerprint: 64, 128 or 256} */
  public int bits() {
    return zero.bits();
  }

  /**
   * {@return the fingerprint of a text, or empty if the text has no feature of a weight above 0 and
   * therefore no near-duplicates}
   *
   * @param text a text of any length
   */
  public Optional<Fingerprint> fingerprint(CharSequence text) {
    return featuresOf(text).fingerprint();
  }

  /**
   * {@return the words of a text, from which its features and numbers are made}
   *
   * @param text a text of any length
   * @param hasOffsets whether to record the offsets of the words
   */
  public Tokens tokens(CharSequence text, boolean hasOffsets) {
    return analyzers.analyze(text, hasOffsets, words -> Tokens.of(this, text, words, hasOffsets));
  }

  private Features featuresOf(CharSequence text) {
    return analyzers.analyze(text, false, words -> Tokens.of(this, text, words)).features();
  }

  /**
   * Returns whether {@link IsccText} makes the features, which then consist of characters instead
   * of words.
   */
  boolean isOfText() {
    return features.sketch == Sketch.ISCC;
  }

  /** Returns the hashes of the distinct features of a text, ascending, without weights. */
  long[] features(CharSequence text) {
    return featuresOf(text).distinct();
  }

  /**
   * {@return a factory of fields and queries for fingerprints of this scheme}
   *
   * @param name the name of the field
   */
  public SchemeField field(String name) {
    return new SchemeField(this, name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintScheme scheme && id.equals(scheme.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /**
   * Returns the name and the options in the form that {@link #parse} reads, with digests for tables
   * and lists.
   */
  @Override
  public String toString() {
    return features.text(analyzers);
  }
}
