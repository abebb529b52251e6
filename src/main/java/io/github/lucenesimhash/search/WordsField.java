package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Jaccard;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * The features of a short text, stored so that every document of at least some similarity to
 * another text is found, fast and without loss: titles, messages, facts, for which the 64 bits of a
 * {@link SimHashField} are too coarse.
 *
 * <p>The similarity of two texts of n and m features is s / (n + m - s), where s is the length of
 * their longest common subsequence: the most features that both have in the same order. It is at
 * most the Jaccard similarity of their multisets. So one word changed, added, removed or swapped
 * with the next is a small difference, and the same words in quite another order are another text.
 * Of the hash of each feature 24 bits are kept, and 48 of texts of up to 6 features; texts are
 * compared by the bits that both have.
 *
 * <p>Under one name the index gets one term of four bytes for each feature (documents only: no
 * frequencies, positions or norms), and one BINARY doc value, a byte and three bytes a feature, or
 * six. A document has 1 to {@value #MAX_FEATURES} features and at most one such field of a name;
 * one without is similar to nothing. A query may have any number of features. Whatever is similar
 * to a text of up to {@value #MAX_SHORT_FEATURES} features by .5 or more can have the field.
 *
 * <p>Searching a field that no document has is an IllegalArgumentException if other fields of the
 * index are WordsFields, as with a {@link SimHashField}.
 *
 * <p>To a {@link Guard} of numbers a feature is a number if the highest bit of its hash is set, as
 * {@link Signature#word} sets it; whose hashes are made in another way clears it by that method, or
 * compares without the guard.
 *
 * <pre>{@code
 * document.add(new WordsField("title.features", features));
 * searcher.search(WordsField.newSimilarityQuery("title.features", features, 0.7), 100);
 * }</pre>
 */
public final class WordsField extends Field {

  /** The most features that a document can have. */
  public static final int MAX_FEATURES = 128;

  /**
   * The most features of a short text. What is similar to it by .5 or more has at most twice as
   * many, and so can have the field.
   */
  public static final int MAX_SHORT_FEATURES = MAX_FEATURES / 2;

  /** The type of fields that no scheme is known of. */
  public static final FieldType TYPE = newType(SimHashField.TYPE);

  private static final Map<String, FieldType> STAMPED = new ConcurrentHashMap<>();

  /**
   * A field that no scheme is known of.
   *
   * @param name of the Lucene field
   * @param features hashes, in the order of the text; one that it has twice is there twice
   * @throws IllegalArgumentException if there is no feature, or more than {@value #MAX_FEATURES}
   */
  public WordsField(String name, long[] features) {
    this(name, features, TYPE);
  }

  /**
   * A field stamped with the scheme that made the features.
   *
   * @param name of the Lucene field
   * @param features hashes, in the order of the text; one that it has twice is there twice
   * @param type what {@link #fieldType} made for the scheme
   * @throws IllegalArgumentException if there is no feature, or more than {@value #MAX_FEATURES},
   *     or fields of this type are not indexed as features
   */
  public WordsField(String name, long[] features, FieldType type) {
    this(name, docValue(name, features), type);
  }

  /** Of a doc value that another field had, or would have. */
  WordsField(String name, BytesRef docValue, FieldType type) {
    super(name, type);
    if (!WordsFormat.isIn(type.getAttributes())
        || type.indexOptions() != IndexOptions.DOCS
        || type.docValuesType() != DocValuesType.BINARY
        || !type.tokenized()
        || !type.omitNorms()) {
      String expected = "', expected one of WordsField.fieldType";
      throw new IllegalArgumentException("field '" + name + "' has type '" + type + expected);
    }
    fieldsData = docValue;
  }

  private static BytesRef docValue(String name, long[] features) {
    if (features.length == 0 || features.length > MAX_FEATURES) {
      String expected = " features, expected 1 to " + MAX_FEATURES;
      throw new IllegalArgumentException("field '" + name + "' has " + features.length + expected);
    }
    return ShortFeatures.of(features).docValue();
  }

  /**
   * {@return the type of fields whose features a scheme made, for {@link
   * SimHashField#requireScheme}} It is frozen. Keep one scheme to a field.
   *
   * @param schemeId any text, not null
   */
  public static FieldType fieldType(String schemeId) {
    return STAMPED.computeIfAbsent(
        Objects.requireNonNull(schemeId, "schemeId"),
        id -> newType(SimHashField.fieldType(id, 64)));
  }

  /** {@return the id of the scheme that made the features; null if none is known} */
  public String schemeId() {
    return SchemeStamp.of(type);
  }

  private static FieldType newType(FieldType stamped) {
    FieldType type = new FieldType(stamped);
    type.setDocValuesType(DocValuesType.BINARY);
    WordsFormat.put(type);
    type.freeze();
    return type;
  }

  /**
   * {@return what the field of a document holds; null if it has none}
   *
   * @param reader of the index
   * @param field a {@link WordsField}
   * @param doc its number in the reader
   * @throws IllegalArgumentException if doc is not in the reader
   * @throws IOException if the index cannot be read
   */
  public static BytesRef docValue(IndexReader reader, String field, int doc) throws IOException {
    if (doc < 0 || doc >= reader.maxDoc()) {
      throw new IllegalArgumentException(
          "document " + doc + " is not in the reader, expected 0 to " + (reader.maxDoc() - 1));
    }
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    BinaryDocValues values = WordsFormat.values(leaf.reader(), field);
    return values == null || !values.advanceExact(doc - leaf.docBase)
        ? null
        : BytesRef.deepCopyOf(ShortFeatures.ofIndex(values.binaryValue(), field).docValue());
  }

  /**
   * {@return keys of the features that a doc value stands for: 24 bits of the hash of each,
   * ascending} A feature has one key in all documents, a second one where a text has it twice, and
   * so on; few others have the same.
   *
   * @param docValue of such a field
   */
  public static int[] keys(BytesRef docValue) {
    return ShortFeatures.ofDocValue(docValue).numberedKeys();
  }

  /**
   * {@return how many features a doc value stands for}
   *
   * @param docValue of such a field
   * @throws IllegalArgumentException if it is not
   */
  public static int size(BytesRef docValue) {
    return ShortFeatures.ofDocValue(docValue).size();
  }

  /**
   * {@return the similarity of two documents, 0 to 1}
   *
   * @param a doc value of such a field
   * @param b another's
   */
  public static double similarity(BytesRef a, BytesRef b) {
    CommonSubsequence common = new CommonSubsequence(ShortFeatures.ofDocValue(a));
    int shared = common.length(ShortFeatures.ofDocValue(b), 0);
    return Jaccard.of(shared, size(a), size(b));
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    ShortFeatureStream stream =
        reuse instanceof ShortFeatureStream features ? features : new ShortFeatureStream();
    stream.setFeatures(ShortFeatures.ofDocValue((BytesRef) fieldsData));
    return stream;
  }

  @Override
  public String toString() {
    int size = ShortFeatures.size((BytesRef) fieldsData);
    return "WordsField <" + name + ':' + size + " features>";
  }

  /**
   * {@return all documents whose similarity to a text is at least so high, and no others} A hit
   * scores its similarity. Nothing is similar to a text without features.
   *
   * @param field a {@link WordsField}
   * @param features hashes of the text's, any number, in its order; one that it has twice is there
   *     twice
   * @param minSimilarity above 0, up to 1
   * @throws IllegalArgumentException if minSimilarity is out of range
   */
  public static Query newSimilarityQuery(String field, long[] features, double minSimilarity) {
    return new WordsQuery(field, ShortFeatures.of(features), minSimilarity);
  }

  /**
   * {@return what is similar to a document: all others of at least the similarity, scored as {@link
   * #newSimilarityQuery}} Matches nothing if the document has no features. The query holds for this
   * reader; searching another with it throws an IllegalStateException.
   *
   * @param reader what will be searched
   * @param field a {@link WordsField}
   * @param doc its number in the reader
   * @param minSimilarity above 0, up to 1
   * @throws IllegalArgumentException if doc is not in the reader, minSimilarity is out of range, or
   *     the reader's segments were stamped by different schemes
   * @throws IOException if the index cannot be read
   */
  public static Query newLikeQuery(IndexReader reader, String field, int doc, double minSimilarity)
      throws IOException {
    WordsQuery.check(field, minSimilarity);
    BytesRef value = docValue(reader, field, doc);
    WordsFormat.checkName(reader, field);
    SchemeStamp.checkOnlyOne(reader, field);
    if (value == null) {
      return new MatchNoDocsQuery("document " + doc + " has no features in '" + field + "'");
    }
    ShortFeatures features = ShortFeatures.ofDocValue(value);
    return KnownHitsQuery.without(reader, doc, new WordsQuery(field, features, minSimilarity));
  }
}
