package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;

/**
 * What a {@link NearDuplicateWriter} was built with.
 *
 * @param idField indexed as one term
 * @param field the fingerprint's
 * @param schemeId of the fingerprints, or null if none is known
 * @param maxReplaced most documents that one may replace, its own older version not counted
 * @param maxNeighbours most that an outcome lists
 * @param textCheck null if fingerprints alone decide
 */
record Settings(
    String idField,
    String field,
    String schemeId,
    int maxDistance,
    DuplicatePolicy policy,
    int maxReplaced,
    int maxNeighbours,
    TextCheck textCheck,
    long maxPendingBytes) {

  private static final int MOST_FIRST_HITS = 1000;

  /** As this, of a known scheme. */
  Settings withSchemeId(String id) {
    return new Settings(
        idField,
        field,
        id,
        maxDistance,
        policy,
        maxReplaced,
        maxNeighbours,
        textCheck,
        maxPendingBytes);
  }

  /** More near-duplicates than these make no difference to any decision but by their quality. */
  int mostNeighbours() {
    return policy.mayReplace()
        ? (int) Math.max(maxNeighbours, Math.min(maxReplaced + 1L, Integer.MAX_VALUE))
        : maxNeighbours;
  }

  /** Most that an outcome lists: whatever it replaced is listed. */
  int mostListed() {
    return policy.mayReplace() ? Math.max(maxNeighbours, maxReplaced) : maxNeighbours;
  }

  /** Hits to begin with: so many near-duplicates as are listed, and the older version. */
  int firstHits() {
    return Math.min(maxNeighbours, MOST_FIRST_HITS) + 1;
  }

  /** For each fingerprint the documents that one with it is compared with. */
  List<Query> near(long... fingerprints) {
    DistanceBatch batch = new DistanceBatch(field, fingerprints, maxDistance);
    return IntStream.range(0, fingerprints.length).mapToObj(i -> near(batch.query(i))).toList();
  }

  private Query near(Query fingerprint) {
    Query near =
        schemeId == null ? fingerprint : SimHashField.requireScheme(fingerprint, field, schemeId);
    if (policy.groupField() == null) {
      return near;
    }
    return new BooleanQuery.Builder()
        .add(near, Occur.MUST)
        .add(new FieldExistsQuery(policy.groupDistanceField()), Occur.MUST_NOT)
        .build();
  }
}
