package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SimHashField;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.lucene.search.Queries;

/**
 * What is searched for in a field of fingerprints. Segments with fingerprints or words of another
 * scheme fail.
 *
 * @param scheme of the fingerprints
 * @param hasWords whether documents have the words of short texts
 */
public record FieldQueries(String field, FingerprintScheme scheme, boolean hasWords) {

  /** Without words if documents have none here. */
  public Comparison restricted(Comparison comparison) {
    return hasWords ? comparison : comparison.words(0);
  }

  Query distance(long fingerprint, int maxDistance) {
    Query query = SimHashField.newDistanceQuery(field, fingerprint, maxDistance);
    return checked(new UnguardedQuery(field, query));
  }

  /** All that is near a text or document, but what the guard keeps apart by words. */
  Query near(Signature signature, Comparison comparison) {
    OptionalLong bits = signature.fingerprint();
    Query near =
        near(
            signature,
            comparison,
            bits.isPresent()
                ? distance(bits.getAsLong(), comparison.maxDistance())
                : new MatchNoDocsQuery("no fingerprint under scheme " + scheme.id()));
    BytesRef words = comparison.of(signature).words();
    return words == null || comparison.guard().equals(Guard.NONE)
        ? near
        : Queries.filtered(
            near, comparison.guard().newFilter(field + FingerprintScheme.WORDS, words));
  }

  /** All that is near, of many that are looked for together. The guard is not asked. */
  public IntFunction<Query> near(List<Signature> signatures, Comparison comparison) {
    long[] bits = signatures.stream().flatMapToLong(each -> each.fingerprint().stream()).toArray();
    DistanceBatch batch = new DistanceBatch(field, bits, comparison.maxDistance());
    List<Query> queries = new ArrayList<>();
    int next = 0;
    for (Signature signature : signatures) {
      Query within =
          signature.fingerprint().isPresent()
              ? checked(new UnguardedQuery(field, batch.query(next++)))
              : new MatchNoDocsQuery("no fingerprint");
      queries.add(near(signature, comparison, within));
    }
    return queries::get;
  }

  private Query near(Signature signature, Comparison comparison, Query within) {
    Query near = restricted(comparison).guarded(Guard.NONE).newNearQuery(field, signature, within);
    return near.equals(within)
        ? within
        : SimHashField.requireScheme(near, field + FingerprintScheme.WORDS, scheme.wordSide().id());
  }

  Query nearest(long fingerprint, int n, Query filter) {
    return checked(new NearestInShard(field, fingerprint, n, filter));
  }

  /** The same query; fails if a segment's fingerprints are of another scheme. */
  private Query checked(Query query) {
    return SimHashField.requireScheme(query, field, scheme.id());
  }
}
