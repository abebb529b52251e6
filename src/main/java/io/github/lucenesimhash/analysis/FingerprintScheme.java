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
 * Turns texts into fingerprints by a fixed analyzer, shingles, weights and hash. Two fingerprints
 * can be compared only if one scheme made both. So a scheme has an {@link #id()} that changes
 * whenever a fingerprint could: fields stamp it into the index, and queries check it.
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
   * Distance that finds nearly all near-duplicates under {@link #standard}, as measured. Take twice
   * as many of 128 bits, and four times as many of 256.
   */
  public static final int DEFAULT_DISTANCE = 10;

  /** Version of all that {@link #toString} does not show: raise it with a change. */
  private static final int VERSION = 5;

  final AnalyzerChoice analyzers;
  final FeatureExtraction features;
  final Fingerprint zero; // has as many bits as each that the scheme makes
  final FieldType fieldType;
  private final String id;

  private FingerprintScheme(AnalyzerChoice analyzers, FeatureExtraction features) {
    this.analyzers = analyzers;
    this.features = features;
    this.id = analyzers.name() + "-" + FeatureHash.digest(VERSION + " " + this);
    this.zero = Fingerprint.of(new long[features.bits / Fingerprint.WORD_BITS]);
    this.fieldType = SimHashField.fieldType(id, zero.bits());
  }

  /**
   * Returns the scheme to use for Chinese, English and mixed texts. A feature is three words in a
   * row, where a character of a script without spaces is a word, and the ends of a text count as
   * words. Case, width and other compatibility forms do not matter. The set of features becomes 64
   * min-hashes of a bit each; near-duplicates are within {@value #DEFAULT_DISTANCE} bits.
   *
   * @return the same scheme as {@code parse("standard")}
   */
  public static FingerprintScheme standard() {
    return parse("standard");
  }

  /**
   * {@return a scheme over an analyzer of your own; SimHash of the set of word 2-shingles}
   *
   * @param analyzerName letters, digits, '.', '_' and '-', at most 64; to be changed with what the
   *     analyzer does with the field
   * @param analyzer makes words; it is not closed by the scheme
   * @param field the one whose words the analyzer is asked for, as by the index writer
   */
  public static FingerprintScheme of(String analyzerName, Analyzer analyzer, String field) {
    return of(AnalyzerChoice.own(analyzerName, analyzer, field));
  }

  static FingerprintScheme of(AnalyzerChoice analyzers) {
    return new FingerprintScheme(analyzers, FeatureExtraction.of(analyzers));
  }

  /**
   * {@return the scheme that a text describes without naming an analyzer, a table or a list of
   * words}
   *
   * @param scheme a name and options
   */
  public static FingerprintScheme parse(String scheme) {
    return parse(scheme, SchemeSources.NONE);
  }

  /**
   * {@return the scheme that a text describes} The text is a name that {@link SchemeOption#SCHEME}
   * lists, and {@link SchemeOption}s, for example {@code char shingle=4 sketch=minhash}.
   *
   * @param scheme a name and options; without a name {@code standard}
   * @param sources has the analyzers, tables and lists of words that the text can only name
   * @throws IllegalArgumentException if an option is unknown, out of range or not to be combined
   *     with another
   */
  public static FingerprintScheme parse(String scheme, SchemeSources sources) {
    return parse(SchemeOption.split(scheme), sources);
  }

  /**
   * {@return the scheme of a configuration}
   *
   * @param options name to value of {@link SchemeOption}s
   * @param sources has the analyzers, tables and lists of words that a value can only name
   * @throws IllegalArgumentException if an option is unknown, out of range or not to be combined
   *     with another
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
   * {@return this scheme with other options, such as {@code shingle=4 weights=log-tf}}
   *
   * @param options without a name
   */
  public FingerprintScheme with(String options) {
    return with(SchemeOption.read(SchemeOption.split(options)), SchemeSources.NONE);
  }

  FingerprintScheme with(Map<SchemeOption, String> options, SchemeSources sources) {
    return new FingerprintScheme(analyzers, features.with(options, sources));
  }

  /**
   * {@return this scheme with another weighting, which may have a table}
   *
   * @param weighting not null
   */
  public FingerprintScheme withWeighting(Weighting weighting) {
    Objects.requireNonNull(weighting, "weighting");
    return new FingerprintScheme(analyzers, features.withWeighting(weighting));
  }

  /**
   * {@return this scheme with stop words, which are removed before shingles are made}
   *
   * @param words as the analyzer makes them
   */
  public FingerprintScheme withStopWords(Collection<String> words) {
    return new FingerprintScheme(analyzers, features.withStopWords(words));
  }

  /**
   * {@return a short stable name of this way to make fingerprints} It does not include the Unicode
   * version of the JDK (JDK 21: 15.0), so a text with newer characters can have another fingerprint
   * on a newer JDK.
   */
  public String id() {
    return id;
  }

  /** {@return the number of bits of a fingerprint: 64, 128 or 256} */
  public int bits() {
    return zero.bits();
  }

  /**
   * {@return the fingerprint of a text; empty if the text has no feature, and so is near nothing}
   *
   * @param text of any length
   */
  public Optional<Fingerprint> fingerprint(CharSequence text) {
    return featuresOf(text).fingerprint();
  }

  /**
   * {@return the words of a text, analyzed once for all uses}
   *
   * @param text of any length
   * @param hasOffsets whether their places in the text are needed
   */
  public Tokens tokens(CharSequence text, boolean hasOffsets) {
    return analyzers.analyze(text, hasOffsets, words -> Tokens.of(this, text, words, hasOffsets));
  }

  private Features featuresOf(CharSequence text) {
    return analyzers.analyze(text, false, words -> Tokens.of(this, text, words)).features();
  }

  /**
   * Returns whether features are those of {@link IsccText}, made of characters and not of words.
   */
  boolean isOfText() {
    return features.sketch == Sketch.ISCC;
  }

  /** Returns the hashes of the distinct features of a text, ascending, without weights. */
  long[] features(CharSequence text) {
    return featuresOf(text).distinct();
  }

  /**
   * {@return the factory of fields and queries for a field with this scheme's fingerprints}
   *
   * @param name of the field
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
   * Returns the name and the options, as {@link #parse} reads them; tables and lists as digests.
   */
  @Override
  public String toString() {
    return features.text(analyzers);
  }
}
