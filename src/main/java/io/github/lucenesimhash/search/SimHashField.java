package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValuesSource;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;

/**
 * A fingerprint of 64, 128 or 256 bits, indexed so that a query finds all documents within a
 * Hamming distance.
 *
 * <p>Under the name of the field the index gets a term of three bytes for each 16-bit block
 * (documents only: no frequencies, positions or norms), and the fingerprint itself as a doc value:
 * NUMERIC for 64 bits, else BINARY, 8 bytes a word, big-endian. A document has at most one
 * fingerprint per field; a document without one matches nothing. To reuse the instance, change the
 * value with {@link #setLongValue}, or with {@link #setBytesValue(byte[])} if it has more bits.
 *
 * <p>Use one width per field. In one index, {@code IndexWriter.addDocument} refuses 64 bits beside
 * more, because their doc values differ in type. Among the documents that it flushes as one
 * segment, it refuses 128 bits beside 256. Segments of 128 and of 256 bits may be in one index or
 * be merged: a query finds the fingerprints of its own width.
 *
 * <p>A query matches nothing in a segment without the field, with another kind of field of that
 * name, or with fingerprints of another width. So any query may be given to {@code
 * IndexWriter.deleteDocuments}, which applies it to each segment by itself. NOTE: NUMERIC doc
 * values of another origin, and BINARY ones of 16 or 32 bytes, count as fingerprints.
 *
 * <pre>{@code
 * document.add(new SimHashField("near", fingerprint));
 * searcher.search(SimHashField.newDistanceQuery("near", fingerprint, 10), 100);
 * }</pre>
 */
public final class SimHashField extends Field {

  /**
   * Creates a field whose scheme is not known.
   *
   * @param name of the Lucene field
   * @param words one, two or four words of the fingerprint, 64 bits each
   */
  public SimHashField(String name, long... words) {
    this(name, Fingerprint.of(words), fieldType(null, words.length * Fingerprint.WORD_BITS));
  }

  /**
   * Creates a field stamped with the scheme that made the fingerprint.
   *
   * @param name of the Lucene field
   * @param fingerprint made by the scheme
   * @param type the type that {@link #fieldType} made for the scheme and the bits
   * @throws IllegalArgumentException if the type does not index fingerprints of this width
   */
  public SimHashField(String name, Fingerprint fingerprint, FieldType type) {
    super(name, type);
    LuceneVersion.check();
    IndexedField.checkType(name, type, fingerprint.words());
    fieldsData =
        fingerprint.words() == 1 ? fingerprint.word(0) : new BytesRef(fingerprint.toBytes());
  }

  /**
   * {@return the frozen type of fields whose fingerprints a scheme made} The id goes into a
   * segment's field attributes, where {@link #requireScheme} reads it. Lucene takes them from the
   * first document that has the field, so use one scheme per field. Merges keep the id.
   *
   * @param schemeId any text; null if it is not known
   * @param bits 64, 128 or 256
   */
  public static FieldType fieldType(String schemeId, int bits) {
    LuceneVersion.check();
    return IndexedField.type(schemeId, bits);
  }

  /** {@return the id of the scheme that made the fingerprint; null if none is known} */
  public String schemeId() {
    return SchemeStamp.of(type);
  }

  /** {@return the field's value} */
  public Fingerprint fingerprint() {
    return fieldsData instanceof BytesRef bytes
        ? Fingerprint.of(bytes.bytes, bytes.offset, bytes.length)
        : Fingerprint.of((long) (Long) fieldsData);
  }

  @Override
  public void setBytesValue(BytesRef value) {
    IndexedField.checkValue(name, value, fingerprint());
    fieldsData = value;
  }

  /**
   * Returns the block terms.
   *
   * @throws IllegalArgumentException if the document before in the segment had another width;
   *     {@code IndexWriter.addDocument} then refuses this document only
   */
  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    return BlockTermStream.of(name, fingerprint(), reuse);
  }

  @Override
  public String toString() {
    return "SimHashField <" + name + ':' + fingerprint() + '>';
  }

  /**
   * {@return a query for all documents whose fingerprint differs from the given one in at most
   * {@code maxDistance} bits} A hit at distance d of b bits scores 1 - d/b. For many fingerprints
   * at once, use {@link DistanceBatch}.
   *
   * @param field holds the fingerprints
   * @param fingerprint the one to look for
   * @param maxDistance 0 to the number of bits of the fingerprint
   * @throws IllegalArgumentException if maxDistance is out of range
   */
  public static Query newDistanceQuery(String field, Fingerprint fingerprint, int maxDistance) {
    return new HammingDistanceQuery(field, fingerprint, maxDistance, Strategy.CHEAPEST);
  }

  /**
   * {@return a query with the hits of {@link #newDistanceQuery}, which it finds by reading the
   * value of every document that other clauses leave}
   *
   * @param field any NUMERIC doc values, or BINARY ones of 16 or 32 bytes
   * @param fingerprint the one to look for
   * @param maxDistance 0 to the number of bits of the fingerprint
   */
  public static Query newSlowDistanceQuery(String field, Fingerprint fingerprint, int maxDistance) {
    return new HammingDistanceQuery(field, fingerprint, maxDistance, Strategy.DOC_VALUES);
  }

  /**
   * {@return exactly the n nearest documents, nearest first and at equal distance by document} A
   * hit at distance d of b bits scores 1 - d/b.
   *
   * <p>If there are fewer than n hits and the total is EQUAL_TO, no other document has a
   * fingerprint. Otherwise the total is a lower bound: the number of documents seen. After a
   * timeout of the searcher the hits are the nearest of the documents seen, and {@link
   * IndexSearcher#timedOut} returns true.
   *
   * @param searcher of the index
   * @param field holds the fingerprints
   * @param fingerprint the one to look for
   * @param n at least 1
   * @param filter a query that the documents must match too, or null
   * @throws IllegalArgumentException if n is less than 1
   * @throws IOException if the index cannot be read
   */
  public static TopDocs nearest(
      IndexSearcher searcher, String field, Fingerprint fingerprint, int n, Query filter)
      throws IOException {
    return new NearestQuery(field, fingerprint, n, filter).search(searcher, NearestQuery.WORTH);
  }

  /**
   * Creates a query for the n {@link #nearest} documents, as {@code KnnFloatVectorQuery} does. The
   * filter influences which documents are nearest; other clauses do not. NOTE: {@code
   * IndexWriter.deleteDocuments} would delete the n nearest of each segment. Instead, delete by the
   * ids of the documents that {@link #nearest} finds.
   *
   * @param field holds the fingerprints
   * @param fingerprint the one to look for
   * @param n at least 1
   * @param filter a query that the documents must match too, or null
   * @return a query for the n nearest
   */
  public static Query newNearestQuery(String field, Fingerprint fingerprint, int n, Query filter) {
    return new NearestQuery(field, fingerprint, n, filter);
  }

  /**
   * Returns a query for all documents within the distance of a document, scored as {@link
   * #newDistanceQuery}. The document itself matches too, so a MUST_NOT clause with this query
   * leaves out the document and all its near-duplicates. To find the others only, leave the
   * document out by its id:
   *
   * <pre>{@code
   * new BooleanQuery.Builder()
   *     .add(SimHashField.newLikeQuery(reader, "near", doc, 10), Occur.MUST)
   *     .add(new TermQuery(new Term("id", id)), Occur.MUST_NOT)
   *     .build();
   * }</pre>
   *
   * <p>If the document has no fingerprint, the query matches nothing. The query may be used with
   * any reader. It refuses an index of another scheme than the document's, as {@link
   * #requireScheme(Query, String, String)} does.
   *
   * @param reader the one that has the document
   * @param field holds the fingerprints
   * @param doc its number in the reader
   * @param maxDistance 0 to the number of bits of the fingerprint
   * @return a query for the document and all that are near it
   * @throws IllegalArgumentException if doc is not in the reader, maxDistance is out of range, or
   *     the reader's segments were stamped by different schemes
   * @throws IOException if the index cannot be read
   */
  public static Query newLikeQuery(IndexReader reader, String field, int doc, int maxDistance)
      throws IOException {
    HammingDistanceQuery.checkMaxDistance(field, maxDistance, Fingerprint.MAX_BITS);
    Optional<Fingerprint> fingerprint = fingerprint(reader, field, doc);
    String schemeId = SchemeStamp.checkOnlyOne(reader, field);
    if (fingerprint.isEmpty()) {
      return new MatchNoDocsQuery("document " + doc + " has no fingerprint in '" + field + "'");
    }
    Query near = newDistanceQuery(field, fingerprint.get(), maxDistance);
    return schemeId == null ? near : requireScheme(near, field, schemeId);
  }

  /**
   * {@return a sort by distance, nearest first; documents without a fingerprint come last}
   *
   * @param field holds the fingerprints
   * @param fingerprint the one to compare with
   */
  public static SortField newDistanceSort(String field, Fingerprint fingerprint) {
    return newDistanceValues(field, fingerprint, null).getSortField(false, fingerprint.bits() + 1L);
  }

  /**
   * Returns the distance of each document in bits, to show, sort or count by. Documents without a
   * fingerprint have no value. To rank, use the score of {@link #newSlowDistanceQuery} within all
   * bits instead: if the distance were the score, the farthest would come first. If the scheme is
   * known, a search refuses an index of another scheme, and documents in a segment of another
   * scheme have no value.
   *
   * @param field holds the fingerprints
   * @param fingerprint the one to compare with
   * @param schemeId the id of the scheme that made the fingerprint; null if it is not known
   * @return the distances in bits
   */
  public static LongValuesSource newDistanceValues(
      String field, Fingerprint fingerprint, String schemeId) {
    return new DistanceValuesSource(field, fingerprint, schemeId);
  }

  /**
   * {@return the fingerprint of a document; empty if it has none}
   *
   * @param reader of the index
   * @param field holds the fingerprints
   * @param doc its number in the reader
   * @throws IllegalArgumentException if doc is not in the reader
   * @throws IOException if the index cannot be read
   */
  public static Optional<Fingerprint> fingerprint(IndexReader reader, String field, int doc)
      throws IOException {
    return Optional.ofNullable(FingerprintValues.of(reader, field, doc).get(doc));
  }

  /**
   * {@return the fingerprints of the documents of a segment, deleted ones included}
   *
   * @param reader of a segment
   * @param field holds the fingerprints
   * @throws IllegalStateException if the field holds something else
   * @throws IOException if the segment cannot be read
   */
  public static FingerprintValues fingerprints(LeafReader reader, String field) throws IOException {
    return FingerprintValues.checked(reader, field);
  }

  /**
   * {@return the widths of the fingerprints in bits, read from one fingerprint of each segment} An
   * index should have one width.
   *
   * @param reader of the index
   * @param field holds the fingerprints
   * @throws IOException if the index cannot be read
   */
  public static Set<Integer> bits(IndexReader reader, String field) throws IOException {
    return IndexedField.bits(reader, field);
  }

  /**
   * {@return the ids of all schemes that the field's segments are stamped with; there should be
   * one}
   *
   * @param reader of the index
   * @param field holds the fingerprints
   */
  public static Set<String> schemeIds(IndexReader reader, String field) {
    return SchemeStamp.all(reader, field);
  }

  /**
   * Throws an IllegalArgumentException if the field was stamped by another scheme than that of a
   * query, because their fingerprints cannot be compared. Fields without a stamp are accepted; see
   * {@link #fieldType}.
   *
   * @param reader of the index
   * @param field holds the fingerprints
   * @param schemeId the id of the query's scheme
   * @throws IllegalArgumentException if the schemes differ; the message names both
   */
  public static void requireScheme(IndexReader reader, String field, String schemeId) {
    SchemeStamp.check(reader, field, schemeId);
  }

  /**
   * Makes a query refuse an index of another scheme: a search throws an IllegalArgumentException. A
   * search of a single segment, as {@code IndexWriter} makes it to delete documents, is not
   * refused: a segment of another scheme matches nothing.
   *
   * @param query any
   * @param field holds the fingerprints
   * @param schemeId the id of the query's scheme
   * @return the query with the check
   */
  public static Query requireScheme(Query query, String field, String schemeId) {
    return new SchemeStamp.CheckedQuery(query, field, schemeId);
  }
}
