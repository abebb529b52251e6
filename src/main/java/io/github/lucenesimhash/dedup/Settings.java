package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;

/**
 * What a {@link NearDuplicateWriter} was built with.
 *
 * @param idField an indexed string, one term
 * @param field the fingerprint's
 * @param schemeId of the fingerprints, or null if none is known
 * @param maxReplaced most documents that one may replace, its own older version not counted
 * @param textCheck null if fingerprints alone decide
 */
record Settings(
    String idField,
    String field,
    String schemeId,
    int maxDistance,
    DuplicatePolicy policy,
    int maxReplaced,
    TextCheck textCheck,
    long maxPendingBytes) {

  /** For each fingerprint the documents that one with it is compared with. */
  List<Query> near(long... fingerprints) {
    List<Query> near =
        schemeId == null
            ? SimHashField.newDistanceQueries(field, fingerprints, maxDistance)
            : SimHashField.newDistanceQueries(field, fingerprints, maxDistance, schemeId);
    return policy.groupField() == null ? near : near.stream().map(this::withoutMarked).toList();
  }

  private Query withoutMarked(Query near) {
    return new BooleanQuery.Builder()
        .add(near, Occur.MUST)
        .add(new FieldExistsQuery(policy.groupDistanceField()), Occur.MUST_NOT)
        .build();
  }
}
