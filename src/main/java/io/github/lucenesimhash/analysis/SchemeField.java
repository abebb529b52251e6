package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValuesSource;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;

/**
 * Creates Lucene fields and queries for fingerprints of a scheme, all of one field name.
 *
 * <pre>{@code
 * SchemeField near = FingerprintScheme.standard().field("near");
 * near.of(text).ifPresent(document::add);
 * Query query = near.newDistanceQuery(otherText, 10);
 * }</pre>
 *
 * <p>Immutable. The fields are stamped with the id of the scheme. A search with one of these
 * queries throws an IllegalArgumentException in an index of another scheme; {@code
 * IndexWriter.deleteDocuments} ignores segments of another scheme. Methods that take a text throw
 * UncheckedIOException if the analyzer fails.
 */
public final class SchemeField {

  private final FingerprintScheme scheme;
  private final String name;

  SchemeField(FingerprintScheme scheme, String name) {
    this.scheme = scheme;
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * {@return a field with the fingerprint of a text, or empty if the text has no fingerprint}
   *
   * @param text a text of any length
   */
  public Optional<SimHashField> of(CharSequence text) {
    return scheme.fingerprint(text).map(bits -> new SimHashField(name, bits, scheme.fieldType));
  }

  /**
   * Returns a query for the documents within a distance of a text. The query matches nothing if the
   * text has no fingerprint.
   *
   * @param text the text to look for
   * @param maxDistance the maximum distance in bits
   * @return the query
   */
  public Query newDistanceQuery(CharSequence text, int maxDistance) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    return checked(
        SimHashField.newDistanceQuery(name, from.orElse(scheme.zero), maxDistance), from);
  }

  /**
   * {@return the n documents that are nearest to a text, as found by {@link SimHashField#nearest};
   * no documents if the text has no fingerprint}
   *
   * @param searcher a searcher of the index
   * @param text the text to look for
   * @param n the number of documents, at least 1
   * @param filter a query that the documents must also match, or null
   * @throws IOException if the index cannot be read
   */
  public TopDocs nearest(IndexSearcher searcher, CharSequence text, int n, Query filter)
      throws IOException {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    if (from.isEmpty()) {
      return searcher.search(newNearestQuery(text, n, filter), n);
    }
    SimHashField.requireScheme(searcher.getIndexReader(), name, scheme.id());
    return SimHashField.nearest(searcher, name, from.get(), n, filter);
  }

  /**
   * {@return a query for the n documents that are nearest to a text; see {@link
   * SimHashField#newNearestQuery}}
   *
   * @param text the text to look for
   * @param n the number of documents, at least 1
   * @param filter a query that the documents must also match, or null
   */
  public Query newNearestQuery(CharSequence text, int n, Query filter) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    return checked(SimHashField.newNearestQuery(name, from.orElse(scheme.zero), n, filter), from);
  }

  /**
   * Returns a sort by distance from a text, nearest first. Documents without a fingerprint come
   * last. If the text has no fingerprint, all documents are equal.
   *
   * @param text the text to compare with
   * @return the sort
   */
  public SortField newDistanceSort(CharSequence text) {
    return newDistanceValues(text).getSortField(false, scheme.zero.bits() + 1L);
  }

  /**
   * Returns the distance of each document from a text in bits; see {@link
   * SimHashField#newDistanceValues}. If the text has no fingerprint, no document has a value.
   *
   * @param text the text to compare with
   * @return the distances
   */
  public LongValuesSource newDistanceValues(CharSequence text) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    return from.isEmpty()
        ? newScoreValues(text).toLongValuesSource() // no document has a value
        : SimHashField.newDistanceValues(name, from.get(), scheme.id());
  }

  /**
   * Returns a score for each document, 1 - d/b at distance d of b bits from a text, to rank the
   * hits of another query by nearness. If the text has no fingerprint, no document has a value.
   *
   * <pre>{@code
   * new FunctionScoreQuery(query, near.newScoreValues(text));
   * }</pre>
   *
   * @param text the text to compare with
   * @return the scores
   */
  public DoubleValuesSource newScoreValues(CharSequence text) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    Query all =
        SimHashField.newSlowDistanceQuery(name, from.orElse(scheme.zero), scheme.zero.bits());
    return DoubleValuesSource.fromQuery(checked(all, from));
  }

  /**
   * Adds the check of the scheme to a query. Without a fingerprint, returns a query that matches
   * nothing; the given query was only made to check its arguments.
   */
  private Query checked(Query query, Optional<Fingerprint> fingerprint) {
    return fingerprint.isEmpty()
        ? new MatchNoDocsQuery("the text has no fingerprint under scheme " + scheme.id())
        : checked(query);
  }

  private Query checked(Query query) {
    return SimHashField.requireScheme(query, name, scheme.id());
  }
}
