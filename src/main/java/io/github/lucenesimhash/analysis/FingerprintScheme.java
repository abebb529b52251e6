package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValuesSource;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;

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
 * <p>{@link #standard()} is what to use. A scheme is immutable and safe for use by several threads.
 * Methods that take a text throw UncheckedIOException if the analyzer fails. Whatever they make to
 * search with throws an IllegalArgumentException in an index whose field another scheme made.
 */
public final class FingerprintScheme {

  /** Bits that near-duplicates under {@link #standard} differ in at most, as measured. */
  public static final int DEFAULT_DISTANCE = 10;

  /** What {@link #fields} puts behind a field's name for that of the words of short texts. */
  public static final String WORDS = ShortTexts.WORDS;

  /** Raise it when anything changes that {@link #toString} does not show. */
  private static final int VERSION = 5;

  final AnalyzerChoice analyzers;
  final FeatureExtraction features;
  private final String id;
  private final FieldType fieldType;
  private final FieldType featuresType;
  private FingerprintScheme wordSide; // made when first asked for: that of any thread will do

  private FingerprintScheme(AnalyzerChoice analyzers, FeatureExtraction features) {
    this.analyzers = analyzers;
    this.features = features;
    this.id = analyzers.name() + "-" + FeatureHash.digest(VERSION + " " + this);
    this.fieldType = SimHashField.fieldType(id);
    this.featuresType = WordsField.fieldType(id);
  }

  /**
   * {@return what to use: words by UAX 29, of scripts without spaces single characters, of a {@link
   * NormalText}; the set of every 3 in a row, the text's ends counting as words; {@link
   * Sketch#MINHASH}} For Chinese, English and both. Near-duplicates are within {@value
   * #DEFAULT_DISTANCE} bits.
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
   * {@return what {@link #parse(String, SchemeSources)} makes without sources}
   *
   * @param scheme a name and options
   */
  public static FingerprintScheme parse(String scheme) {
    return parse(scheme, SchemeSources.NONE);
  }

  /**
   * {@return the scheme that {@link #toString} or a user wrote} It is a name and {@link
   * SchemeOption}s as {@code char shingle=4 sketch=minhash}, or as on the command line, {@code char
   * --shingle 4 --sketch minhash}. Beside {@code standard} the names are, all SimHash of the set of
   * word 2-shingles:
   *
   * <ul>
   *   <li>{@code zh}: words by Lucene's SmartChineseAnalyzer (simplified Chinese, and English among
   *       it);
   *   <li>{@code en}: the words of {@code standard};
   *   <li>{@code auto}: zh if a quarter of a text's letters are Han, else en;
   *   <li>{@code char}: each letter or digit of any language, with its marks, is a word;
   *   <li>{@code classic-words}, {@code classic-chars}, {@code classic-table}, {@code
   *       classic-tfidf}: see {@link SchemeText}.
   * </ul>
   *
   * @param scheme a name and options; without a name {@code standard}
   * @param sources has the analyzers, tables and lists of words that the text can only name
   * @throws IllegalArgumentException if an option is unknown, out of range or not to be combined
   *     with another
   */
  public static FingerprintScheme parse(String scheme, SchemeSources sources) {
    return parse(SchemeText.split(scheme), sources);
  }

  /**
   * {@return what {@link #parse(String, SchemeSources)} makes of name to value}
   *
   * @param options with {@code scheme} for the name
   * @param sources of what the options can only name
   */
  public static FingerprintScheme parse(Map<String, String> options, SchemeSources sources) {
    return SchemeText.scheme(options, sources);
  }

  /**
   * {@return this scheme with other options, such as {@code shingle=4 weights=log-tf}}
   *
   * @param options without a name
   */
  public FingerprintScheme with(String options) {
    return with(SchemeText.read(SchemeText.split(options)), SchemeSources.NONE);
  }

  FingerprintScheme with(Map<SchemeOption, String> options, SchemeSources sources) {
    return with(to -> options.forEach((option, value) -> option.set(to, value, sources)));
  }

  /**
   * {@return this scheme with another weight of each feature, also one with a table}
   *
   * @param weighting not null
   */
  public FingerprintScheme withWeighting(Weighting weighting) {
    Objects.requireNonNull(weighting, "weighting");
    return with(to -> to.weighting = weighting);
  }

  /**
   * {@return this scheme, leaving out these analyzed words before it makes shingles}
   *
   * @param words as the analyzer makes them
   */
  public FingerprintScheme withStopWords(Collection<String> words) {
    return with(to -> to.setStopWords(words));
  }

  private FingerprintScheme with(Consumer<FeatureExtraction> change) {
    FeatureExtraction changed = features.copy();
    change.accept(changed);
    changed.check();
    return new FingerprintScheme(analyzers, changed);
  }

  /**
   * {@return a short stable name for exactly this way of making fingerprints} Not in it: letters
   * are what the JDK's Unicode version says (JDK 21: 15.0), so a text with newer characters can
   * have another fingerprint on a newer JDK.
   */
  public String id() {
    return id;
  }

  /**
   * {@return the fingerprint of a text; empty if it has no feature, and so is near to nothing}
   *
   * @param text of any length
   */
  public OptionalLong fingerprint(CharSequence text) {
    return analyzers.analyze(text, features::fingerprint);
  }

  /**
   * {@return the fingerprint of a text and its words, as {@link #wordSide} has them, in one pass;
   * without words if this scheme compares characters, or the text has no fingerprint}
   *
   * @param text of any length
   */
  public Signature read(CharSequence text) {
    return analyzers.isOfCharacters()
        ? new Signature(fingerprint(text), null)
        : analyzers.analyze(text, features::signature);
  }

  /**
   * {@return a text analyzed once for its fingerprint and for full-text search}
   *
   * @param text of any length, held in memory
   */
  public AnalyzedText analyze(CharSequence text) {
    return new AnalyzedText(text.toString(), this);
  }

  /**
   * {@return the hashes of a text's distinct features, ascending, whatever their weights}
   *
   * @param text of any length
   */
  public long[] features(CharSequence text) {
    return analyzers.analyze(text, features::features);
  }

  /**
   * {@return the hashes of all features of a text in its order, as often as it has each, whatever
   * their weights; for a {@link WordsField}}
   *
   * @param text of any length
   */
  public long[] featureSequence(CharSequence text) {
    return analyzers.analyze(text, features::sequence);
  }

  /**
   * {@return the scheme of whose features texts are verified: the words of this one, and of them
   * every 3 in a row as {@link #standard} has it} Sets of single words, of pairs or of characters
   * are alike too often. A scheme of characters has the words of {@link #standard}.
   */
  public FingerprintScheme textSide() {
    return analyzers.isOfCharacters()
        ? standard()
        : new FingerprintScheme(analyzers, features.compareTexts());
  }

  /** {@return the scheme that does with every text what this one does with Chinese texts} */
  public FingerprintScheme chineseSide() {
    return new FingerprintScheme(analyzers.chineseSide(), features);
  }

  /**
   * {@return the scheme of the single words, or Han characters, of which this one makes longer
   * features} For short texts, in which one edit changes too many of those.
   *
   * @throws IllegalArgumentException if this scheme compares characters: texts share too many
   */
  public FingerprintScheme wordSide() {
    if (analyzers.isOfCharacters()) {
      throw new IllegalArgumentException(
          "scheme '" + this + "' compares characters, expected one of words for short texts");
    }
    if (wordSide == null) {
      wordSide = with(FeatureExtraction::compareWords);
    }
    return wordSide;
  }

  /** {@return the frozen type of this scheme's fields, stamped with its id} */
  public FieldType fieldType() {
    return fieldType;
  }

  /**
   * {@return the field for a text's fingerprint, stamped; empty if the text has none}
   *
   * @param name of the field
   * @param text of any length
   */
  public Optional<SimHashField> field(String name, CharSequence text) {
    return field(name, fingerprint(text));
  }

  Optional<SimHashField> field(String name, OptionalLong fingerprint) {
    return fingerprint.stream()
        .mapToObj(bits -> new SimHashField(name, bits, fieldType))
        .findFirst();
  }

  /**
   * {@return the field for the features of a text, stamped; empty if it has none, or more than
   * {@value WordsField#MAX_FEATURES}}
   *
   * @param name of the field
   * @param text of any length
   */
  public Optional<WordsField> wordsField(String name, CharSequence text) {
    return analyzers.analyze(text, words -> features.wordsField(name, words, featuresType));
  }

  /**
   * {@return both fields for {@link #newNearQuery}: the fingerprint, and the words of a text that
   * has few, under the name with {@code .words} behind it}
   *
   * @param name of the field
   * @param text of any length
   */
  public List<Field> fields(String name, CharSequence text) {
    wordSide(); // refuses a scheme without words
    return fields(name, read(text));
  }

  /**
   * {@return the fields that a document has of a signature which this scheme made}
   *
   * @param name of the field
   * @param signature of a text
   */
  public List<Field> fields(String name, Signature signature) {
    FieldType wordsType = signature.words() == null ? null : wordSide().featuresType;
    return signature.fields(name, fieldType, wordsType);
  }

  /**
   * {@return near-duplicates of a text, as {@link Comparison#newNearQuery}} A hit scores its
   * resemblance, or 1 - d/64. Texts are not verified.
   *
   * @param field as {@link #fields} was told
   * @param text looked for, of any length
   * @param comparison which compares words only if the documents have them
   */
  public Query newNearQuery(String field, CharSequence text, Comparison comparison) {
    Signature signature = comparison.of(read(text));
    Query near = comparison.newNearQuery(field, signature);
    if (signature.words() != null) {
      near = SimHashField.requireScheme(near, field + WORDS, wordSide().id);
    }
    return signature.fingerprint().isEmpty() ? near : SimHashField.requireScheme(near, field, id);
  }

  /**
   * {@return all documents whose resemblance to a text by this scheme's features, in their order,
   * is at least so high, as {@link WordsField#newSimilarityQuery}; none if the text has no feature}
   *
   * @param field a {@link WordsField}
   * @param text looked for
   * @param minSimilarity above 0, up to 1
   */
  public Query newSimilarityQuery(String field, CharSequence text, double minSimilarity) {
    Query query = WordsField.newSimilarityQuery(field, featureSequence(text), minSimilarity);
    return SimHashField.requireScheme(query, field, id);
  }

  /**
   * {@return the documents within a distance of a text; none if it has no fingerprint}
   *
   * @param field holds the fingerprints
   * @param text looked for
   * @param maxDistance bits, 0 to 64
   */
  public Query newDistanceQuery(String field, CharSequence text, int maxDistance) {
    OptionalLong from = fingerprint(text);
    return checked(SimHashField.newDistanceQuery(field, from.orElse(0), maxDistance), field, from);
  }

  /**
   * {@return {@link SimHashField#nearest} of a text; no hit if it has no fingerprint}
   *
   * @param searcher of the index
   * @param field holds the fingerprints
   * @param text looked for
   * @param n at least 1
   * @param filter what the documents must match besides, or null
   * @throws IOException if the index cannot be read
   */
  public TopDocs nearest(
      IndexSearcher searcher, String field, CharSequence text, int n, Query filter)
      throws IOException {
    OptionalLong from = fingerprint(text);
    if (from.isEmpty()) {
      return searcher.search(newNearestQuery(field, text, n, filter), n);
    }
    SimHashField.requireScheme(searcher.getIndexReader(), field, id);
    return SimHashField.nearest(searcher, field, from.getAsLong(), n, filter);
  }

  /**
   * {@return a query for the n nearest of all documents, as with a null filter}
   *
   * @param field holds the fingerprints
   * @param text looked for
   * @param n at least 1
   */
  public Query newNearestQuery(String field, CharSequence text, int n) {
    return newNearestQuery(field, text, n, null);
  }

  /**
   * {@return {@link #nearest} as a query; see {@link SimHashField#newNearestQuery}}
   *
   * @param field holds the fingerprints
   * @param text looked for
   * @param n at least 1
   * @param filter what the documents must match besides, or null
   */
  public Query newNearestQuery(String field, CharSequence text, int n, Query filter) {
    OptionalLong from = fingerprint(text);
    return checked(SimHashField.newNearestQuery(field, from.orElse(0), n, filter), field, from);
  }

  /**
   * {@return a sort by distance from a text, nearest first, without a fingerprint last} All are
   * equal if the text has none.
   *
   * @param field holds the fingerprints
   * @param text compared with
   */
  public SortField newDistanceSort(String field, CharSequence text) {
    return newDistanceValues(field, text).getSortField(false, Fingerprint.BITS + 1L);
  }

  /**
   * {@return the distance of each document from a text, 0 to 64 bits, as {@link
   * SimHashField#newDistanceValues}} No document has a value if the text has no fingerprint.
   *
   * @param field holds the fingerprints
   * @param text compared with
   */
  public LongValuesSource newDistanceValues(String field, CharSequence text) {
    OptionalLong from = fingerprint(text);
    return from.isEmpty()
        ? newScoreValues(field, text).toLongValuesSource() // none either
        : SimHashField.newDistanceValues(field, from.getAsLong(), id);
  }

  /**
   * {@return the score of each document, 1 - d/64 at distance d from a text, as {@link
   * SimHashField#newScoreValues}} No document has a value if the text has no fingerprint.
   *
   * @param field holds the fingerprints
   * @param text compared with
   */
  public DoubleValuesSource newScoreValues(String field, CharSequence text) {
    OptionalLong from = fingerprint(text);
    Query all = SimHashField.newSlowDistanceQuery(field, from.orElse(0), Fingerprint.BITS);
    return DoubleValuesSource.fromQuery(checked(all, field, from));
  }

  /** The query is made also if there is no fingerprint: that refuses arguments out of range. */
  private Query checked(Query query, String field, OptionalLong fingerprint) {
    return fingerprint.isEmpty()
        ? new MatchNoDocsQuery("the text has no fingerprint under scheme " + id)
        : SimHashField.requireScheme(query, field, id);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintScheme scheme && id.equals(scheme.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** All that the id stands for, as {@link #parse} reads it; tables and word lists as digests. */
  @Override
  public String toString() {
    return SchemeText.of(analyzers, features);
  }
}
