package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
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

  /** Documents that one with this fingerprint is compared with. */
  Query near(long fingerprint) {
    Query near =
        schemeId == null
            ? SimHashField.newDistanceQuery(field, fingerprint, maxDistance)
            : SimHashField.newDistanceQuery(field, fingerprint, maxDistance, schemeId);
    return policy.groupField() == null
        ? near
        : new BooleanQuery.Builder()
            .add(near, Occur.MUST)
            .add(new FieldExistsQuery(policy.groupDistanceField()), Occur.MUST_NOT)
            .build();
  }
}
