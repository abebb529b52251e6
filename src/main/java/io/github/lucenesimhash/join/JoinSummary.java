package io.github.lucenesimhash.join;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a join found and what it took.
 *
 * @param edges pairs of distinct fingerprints within the distance; of two sets, equal ones count
 *     too
 * @param pairsByDistance pairs of documents at distance 0, 1, and so on up to the join's, copies
 *     among them
 * @param comparisons fingerprints compared
 * @param bytes the most heap that the join took at a time, besides the fingerprints themselves
 * @param plan how it was done, in words
 */
public record JoinSummary(
    long edges, List<Long> pairsByDistance, long comparisons, long bytes, String plan) {

  /** What this join and the one that followed it found and took together. */
  JoinSummary plus(JoinSummary next) {
    return new JoinSummary(
        edges + next.edges,
        IntStream.range(0, pairsByDistance.size())
            .mapToObj(
                distance -> pairsByDistance.get(distance) + next.pairsByDistance.get(distance))
            .toList(),
        comparisons + next.comparisons,
        Math.max(bytes, next.bytes),
        plan + "; then " + next.plan);
  }

  /** In bits, 0 to 64. */
  public int maxDistance() {
    return pairsByDistance.size() - 1;
  }

  /** Pairs of documents within the distance, copies among them. */
  public long pairs() {
    return pairsByDistance.stream().mapToLong(Long::longValue).sum();
  }
}
