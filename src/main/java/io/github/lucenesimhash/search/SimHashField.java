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
 * NUMERIC for 64 bits, else BINARY, 8 bytes a lane, big-endian. A document has at most one
 * fingerprint per field; a document without one matches nothing. To reuse the instance, change the
 * value with {@link #setLongValue}, or with {@link #setBytesValue(byte[])} if the fingerprint has
 * more bits.
 *
 * <p>Use one width per field. In one index, {@code IndexWriter.addDocument} refuses 64 bits beside
 * more, because their doc values differ in type. Among the documents that it flushes as one
 * segment, it refuses 128 bits beside 256. Segments of 128 and of 256 bits may be in one index or
 * be merged: a query finds the fingerprints of its own width.
 *
 * <p>A query matches nothing in a segment that does not have the field, has a field of another kind
 * under this name, or has fingerprints of another width. So all queries are safe in {@code
 * IndexWriter.deleteDocuments}, which searches each segment by itself. NOTE: any NUMERIC doc value,
 * and any BINARY doc value of 16 or 32 bytes, counts as a fingerprint.
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
   * @param name the name of the field
   * @param lanes the one, two or four lanes of the fingerprint, 64 bits each
   */
  public SimHashField(String name, long... lanes) {
    this(name, Fingerprint.of(lanes), fieldType(null, lanes.length * Fingerprint.LANE_BITS));
  }

  /**
   * Creates a field stamped with the scheme that made the fingerprint.
   *
   * @param name the name of the field
   * @param fingerprint a fingerprint that the scheme made
   * @param type the {@link #fieldType} of the scheme and the width
   * @throws IllegalArgumentException if the type does not index fingerprints of this width
   */
  public SimHashField(String name, Fingerprint fingerprint, FieldType type) {
    super(name, type);
    LuceneVersion.check();
    IndexedField.checkType(name, type, fingerprint.lanes());
    fieldsData =
        fingerprint.lanes() == 1 ? fingerprint.lane(0) : new BytesRef(fingerprint.toBytes());
  }

  /**
   * Returns the frozen type of fields whose fingerprints a scheme made. The type stamps the id of
   * the scheme into the field attributes of a segment, where {@link #requireScheme} reads it.
   * Merges keep the id. Use one scheme per field, because Lucene takes the attributes from the
   * first document of a segment that has the field.
   *
   * @param schemeId the id of the scheme, which may be any text, or null if unknown
   * @param bits the width of the fingerprints: 64, 128 or 256 bits
   * @return the type
   * @throws IllegalArgumentException if bits is another number
   */
  public static FieldType fieldType(String schemeId, int bits) {
    LuceneVersion.check();
    return IndexedField.type(schemeId, bits);
  }

  /** {@return the id of the scheme that made the fingerprint, or null if unknown} */
  public String schemeId() {
    return SchemeStamp.of(type);
  }

  /** {@return the fingerprint that is the value of the field} */
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
   * Returns a stream of the block terms.
   *
   * @throws IllegalArgumentException if the previous document of the segment has another width;
   *     {@code IndexWriter.addDocument} then refuses only this document
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
   * Returns a query for all documents whose fingerprint differs from the given one in at most
   * {@code maxDistance} bits. A hit at distance d of b bits scores 1 - d/b. For many fingerprints
   * at once, use {@link DistanceBatch}.
   *
   * @param field the field that holds the fingerprints
   * @param fingerprint the fingerprint to look for
   * @param maxDistance the maximum distance, 0 to the number of bits of the fingerprint
   * @return the query
   * @throws IllegalArgumentException if maxDistance is out of range
   */
  public static Query newDistanceQuery(String field, Fingerprint fingerprint, int maxDistance) {
    return new HammingDistanceQuery(field, fingerprint, maxDistance, Strategy.CHEAPEST);
  }

  /**
   * Returns a query with the hits of {@link #newDistanceQuery} that uses no index. The query reads
   * the doc value of every document that the other clauses match.
   *
   * @param field a field with NUMERIC doc values, or BINARY doc values of 16 or 32 bytes
   * @param fingerprint the fingerprint to look for
   * @param maxDistance the maximum distance, 0 to the number of bits of the fingerprint
   * @return the query
   */
  public static Query newSlowDistanceQuery(String field, Fingerprint fingerprint, int maxDistance) {
    return new HammingDistanceQuery(field, fingerprint, maxDistance, Strategy.DOC_VALUES);
  }

  /**
   * Returns exactly the n nearest documents, nearest first, ties by document. A hit at distance d
   * of b bits scores 1 - d/b.
   *
   * <p>The total is the number of documents seen. The relation of the total is EQUAL_TO only if
   * fewer than n hits are found and no other document that the filter matches has a fingerprint. If
   * the searcher times out, the hits are the nearest documents seen so far, and {@link
   * IndexSearcher#timedOut} returns true.
   *
   * @param searcher a searcher of the index
   * @param field the field that holds the fingerprints
   * @param fingerprint the fingerprint to look for
   * @param n the number of documents, at least 1
   * @param filter a query that the documents must match too, or null
   * @return the nearest documents
   * @throws IllegalArgumentException if n is less than 1
   * @throws IOException if the index cannot be read
   */
  public static TopDocs nearest(
      IndexSearcher searcher, String field, Fingerprint fingerprint, int n, Query filter)
      throws IOException {
    return new NearestQuery(field, fingerprint, n, filter).search(searcher, NearestQuery.WORTH);
  }

  /**
   * Creates a query that matches the n {@link #nearest} documents, in the manner of {@code
   * KnnFloatVectorQuery}: the nearest are chosen among the documents that match the filter,
   * whatever other clauses of the query match. NOTE: {@code IndexWriter.deleteDocuments} would
   * delete the n nearest documents of each segment. Delete by the ids of the documents that {@link
   * #nearest} finds instead.
   *
   * @param field the field that holds the fingerprints
   * @param fingerprint the fingerprint to look for
   * @param n the number of documents, at least 1
   * @param filter a query that the documents must match too, or null
   * @return a query for the n nearest documents
   */
  public static Query newNearestQuery(String field, Fingerprint fingerprint, int n, Query filter) {
    return new NearestQuery(field, fingerprint, n, filter);
  }

  /**
   * Returns a query for all documents within a distance of a document, which scores as {@link
   * #newDistanceQuery} does. The document itself matches, so a MUST_NOT clause with this query
   * excludes the document and its near-duplicates. To find only the others, exclude the document by
   * its id:
   *
   * <pre>{@code
   * new BooleanQuery.Builder()
   *     .add(SimHashField.newLikeQuery(reader, "near", doc, 10), Occur.MUST)
   *     .add(new TermQuery(new Term("id", id)), Occur.MUST_NOT)
   *     .build();
   * }</pre>
   *
   * <p>If the document has no fingerprint, the query matches nothing. The query may be used with
   * any reader. In an index of another scheme a search with the query fails as {@link
   * #requireScheme(Query, String, String)} describes.
   *
   * @param reader the reader that has the document
   * @param field the field that holds the fingerprints
   * @param doc the number of the document in the reader
   * @param maxDistance the maximum distance, 0 to the number of bits of the fingerprint
   * @return a query for the document and all documents near it
   * @throws IllegalArgumentException if doc is not in the reader, maxDistance is out of range, or
   *     segments of the reader were indexed with different schemes
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
   * @param field the field that holds the fingerprints
   * @param fingerprint the fingerprint to compare with
   */
  public static SortField newDistanceSort(String field, Fingerprint fingerprint) {
    return newDistanceValues(field, fingerprint, null).getSortField(false, fingerprint.bits() + 1L);
  }

  /**
   * Returns the distance of each document in bits, to be shown, sorted or counted. Documents
   * without a fingerprint have no value. Do not use the distance as a score, because the farthest
   * document would come first; use {@link #newSlowDistanceQuery} within all bits instead. If a
   * scheme id is given, a search of an index of another scheme throws an IllegalArgumentException.
   * In a search of a single segment of another scheme, documents have no value instead.
   *
   * @param field the field that holds the fingerprints
   * @param fingerprint the fingerprint to compare with
   * @param schemeId the id of the scheme that made the fingerprint, or null if unknown
   * @return the distances in bits
   */
  public static LongValuesSource newDistanceValues(
      String field, Fingerprint fingerprint, String schemeId) {
    return new DistanceValuesSource(field, fingerprint, schemeId);
  }

  /**
   * {@return the fingerprint of a document; empty if it has none}
   *
   * @param reader a reader of the index
   * @param field the field that holds the fingerprints
   * @param doc the number of the document in the reader
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
   * @param reader a reader of a segment
   * @param field the field that holds the fingerprints
   * @throws IllegalStateException if the field holds something else
   * @throws IOException if the segment cannot be read
   */
  public static FingerprintValues fingerprints(LeafReader reader, String field) throws IOException {
    return FingerprintValues.checked(reader, field);
  }

  /**
   * Returns the widths of the fingerprints in bits, read from one fingerprint of each segment. An
   * index should have only one width.
   *
   * @param reader a reader of the index
   * @param field the field that holds the fingerprints
   * @return the widths in bits
   * @throws IOException if the index cannot be read
   */
  public static Set<Integer> bits(IndexReader reader, String field) throws IOException {
    return IndexedField.bits(reader, field);
  }

  /**
   * Returns the ids of all schemes that the segments of the field are stamped with. An index should
   * have only one scheme.
   *
   * @param reader a reader of the index
   * @param field the field that holds the fingerprints
   * @return the ids of the schemes
   */
  public static Set<String> schemeIds(IndexReader reader, String field) {
    return SchemeStamp.all(reader, field);
  }

  /**
   * Throws an IllegalArgumentException if the field is stamped with another scheme than the scheme
   * of a query, because fingerprints of two schemes cannot be compared. Fields without a stamp are
   * accepted; see {@link #fieldType}.
   *
   * @param reader a reader of the index
   * @param field the field that holds the fingerprints
   * @param schemeId the id of the query's scheme
   * @throws IllegalArgumentException if the schemes differ; the message names both
   */
  public static void requireScheme(IndexReader reader, String field, String schemeId) {
    SchemeStamp.check(reader, field, schemeId);
  }

  /**
   * Wraps a query so that a search of an index of another scheme throws an
   * IllegalArgumentException. In a search of a single segment, such as {@code IndexWriter} makes to
   * delete documents, a segment of another scheme matches nothing instead.
   *
   * @param query the query to wrap
   * @param field the field that holds the fingerprints
   * @param schemeId the id of the query's scheme
   * @return the wrapped query
   */
  public static Query requireScheme(Query query, String field, String schemeId) {
    return new SchemeStamp.CheckedQuery(query, field, schemeId);
  }
}
