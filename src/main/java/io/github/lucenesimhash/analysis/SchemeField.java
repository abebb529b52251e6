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
 * Creates the fields and queries of one field of fingerprints that a scheme makes.
 *
 * <pre>{@code
 * SchemeField near = FingerprintScheme.standard().field("near");
 * near.of(text).ifPresent(document::add);
 * Query query = near.newDistanceQuery(otherText, 10);
 * }</pre>
 *
 * <p>Immutable. The fields have the scheme's id, and a search by these queries throws an
 * IllegalArgumentException in an index whose field another scheme made; {@code
 * IndexWriter.deleteDocuments} leaves segments of another scheme alone. Methods that take a text
 * throw UncheckedIOException if the analyzer fails.
 */
public final class SchemeField {

  private final FingerprintScheme scheme;
  private final String name;

  SchemeField(FingerprintScheme scheme, String name) {
    this.scheme = scheme;
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * {@return the field of a text's fingerprint; empty if the text has none}
   *
   * @param text of any length
   */
  public Optional<SimHashField> of(CharSequence text) {
    return scheme.fingerprint(text).map(bits -> new SimHashField(name, bits, scheme.fieldType));
  }

  /**
   * {@return a query for the documents within a distance of a text; none if it has no fingerprint}
   *
   * @param text looked for
   * @param maxDistance bits, 0 to all
   */
  public Query newDistanceQuery(CharSequence text, int maxDistance) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    return checked(
        SimHashField.newDistanceQuery(name, from.orElse(scheme.zero), maxDistance), from);
  }

  /**
   * {@return the hits of {@link SimHashField#nearest} for a text; none if it has no fingerprint}
   *
   * @param searcher of the index
   * @param text looked for
   * @param n at least 1
   * @param filter what the documents must match besides, or null
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
   * {@return {@link #nearest} as a query; see {@link SimHashField#newNearestQuery}}
   *
   * @param text looked for
   * @param n at least 1
   * @param filter what the documents must match besides, or null
   */
  public Query newNearestQuery(CharSequence text, int n, Query filter) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    return checked(SimHashField.newNearestQuery(name, from.orElse(scheme.zero), n, filter), from);
  }

  /**
   * {@return a sort by distance from a text, nearest first, without a fingerprint last} All are
   * equal if the text has none.
   *
   * @param text compared with
   */
  public SortField newDistanceSort(CharSequence text) {
    return newDistanceValues(text).getSortField(false, scheme.zero.bits() + 1L);
  }

  /**
   * {@return the distance of each document from a text, in bits, as {@link
   * SimHashField#newDistanceValues}} No document has a value if the text has no fingerprint.
   *
   * @param text compared with
   */
  public LongValuesSource newDistanceValues(CharSequence text) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    return from.isEmpty()
        ? newScoreValues(text).toLongValuesSource() // none either
        : SimHashField.newDistanceValues(name, from.get(), scheme.id());
  }

  /**
   * {@return the score of each document, 1 - d/b at distance d from a text, to rank another query's
   * hits by nearness} No document has a value if the text has no fingerprint.
   *
   * <pre>{@code
   * new FunctionScoreQuery(query, near.newScoreValues(text));
   * }</pre>
   *
   * @param text compared with
   */
  public DoubleValuesSource newScoreValues(CharSequence text) {
    Optional<Fingerprint> from = scheme.fingerprint(text);
    Query all =
        SimHashField.newSlowDistanceQuery(name, from.orElse(scheme.zero), scheme.zero.bits());
    return DoubleValuesSource.fromQuery(checked(all, from));
  }

  /** Checks a query; one is made even without a fingerprint, to refuse arguments out of range. */
  private Query checked(Query query, Optional<Fingerprint> fingerprint) {
    return fingerprint.isEmpty()
        ? new MatchNoDocsQuery("the text has no fingerprint under scheme " + scheme.id())
        : checked(query);
  }

  private Query checked(Query query) {
    return SimHashField.requireScheme(query, name, scheme.id());
  }
}
