package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SimHashField;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;

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

  /** All that is near a text or document, but what the guard keeps apart by words. */
  Query near(Signature signature, Comparison comparison) {
    Query within = within(comparison.newDistanceQuery(field, signature));
    return near(signature, restricted(comparison), within);
  }

  /** All that is near, of many that are looked for together. The guard is not asked. */
  public IntFunction<Query> near(List<Signature> signatures, Comparison comparison) {
    DistanceBatch batch = new DistanceBatch(field, signatures, comparison.maxDistance());
    Comparison unguarded = restricted(comparison).guarded(Guard.NONE);
    return i -> near(signatures.get(i), unguarded, within(batch.query(i)));
  }

  private Query near(Signature signature, Comparison comparison, Query within) {
    Query near = comparison.newNearQuery(field, signature, within);
    return near.equals(within)
        ? within
        : SimHashField.requireScheme(near, field + ShortTexts.WORDS, scheme.wordSide().id());
  }

  private Query within(Query distance) {
    return distance instanceof MatchNoDocsQuery
        ? distance
        : checked(new UnguardedQuery(field, distance));
  }

  Query nearest(Signature signature, int n, Query filter) {
    return signature.fingerprint().isPresent()
        ? checked(new NearestInShard(field, signature.fingerprint().get(), n, filter))
        : new MatchNoDocsQuery("no fingerprint under scheme " + scheme.id());
  }

  /** The same query; fails if a segment's fingerprints are of another scheme. */
  private Query checked(Query query) {
    return SimHashField.requireScheme(query, field, scheme.id());
  }
}
