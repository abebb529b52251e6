package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.lucene.search.Query;
import org.opensearch.index.query.QueryBuilder;

/**
 * Creates the queries of a field of fingerprints. A search of an index with fingerprints of another
 * scheme is refused.
 *
 * @param field that is searched
 * @param scheme of the fingerprints
 */
public record FieldQueries(String field, FingerprintScheme scheme) {

  /** Finds all that are within a distance of a fingerprint. */
  Query within(Fingerprint fingerprint, int maxDistance) {
    return checked(
        new UnguardedQuery(field, SimHashField.newDistanceQuery(field, fingerprint, maxDistance)));
  }

  /** Makes the query of a search for all that are within a distance of a fingerprint. */
  public QueryBuilder builder(Fingerprint fingerprint, int maxDistance) {
    return SimHashQueryBuilder.within(field, fingerprint, maxDistance);
  }

  /** Finds all that are within a distance of each of many that are looked for together. */
  public IntFunction<Query> within(List<Fingerprint> fingerprints, int maxDistance) {
    DistanceBatch batch =
        new DistanceBatch(field, fingerprints.toArray(Fingerprint[]::new), maxDistance);
    return i -> checked(new UnguardedQuery(field, batch.query(i)));
  }

  Query nearest(Fingerprint fingerprint, int n, Query filter) {
    return checked(new NearestInShard(field, fingerprint, n, filter));
  }

  /** Makes a query fail if a segment's fingerprints are of another scheme. */
  private Query checked(Query query) {
    return SimHashField.requireScheme(query, field, scheme.id());
  }
}
