package io.github.lucenesimhash.join;

import java.util.Arrays;

/** What a join found and what it took. */
public final class JoinSummary {

  private final int maxDistance;
  private final long edges;
  private final long[] pairs;
  private final long comparisons;
  private final long bytes;
  private final String plan;

  JoinSummary(
      int maxDistance, long edges, long[] pairs, long comparisons, long bytes, String plan) {
    this.maxDistance = maxDistance;
    this.edges = edges;
    this.pairs = pairs;
    this.comparisons = comparisons;
    this.bytes = bytes;
    this.plan = plan;
  }

  /** What this join and the one that followed it found and took together. */
  JoinSummary plus(JoinSummary next) {
    long[] sums = new long[pairs.length];
    Arrays.setAll(sums, distance -> pairs[distance] + next.pairs[distance]);
    return new JoinSummary(
        maxDistance,
        edges + next.edges,
        sums,
        comparisons + next.comparisons,
        Math.max(bytes, next.bytes),
        plan + "; then " + next.plan);
  }

  /** In bits, 0 to 64. */
  public int maxDistance() {
    return maxDistance;
  }

  /** Pairs of distinct fingerprints within the distance; of two sets, equal ones count too. */
  public long edges() {
    return edges;
  }

  /** Pairs of documents within the distance, copies among them. */
  public long pairs() {
    long sum = 0;
    for (long count : pairs) {
      sum += count;
    }
    return sum;
  }

  /**
   * Pairs of documents at exactly this distance.
   *
   * @param distance in bits, 0 to maxDistance()
   */
  public long pairs(int distance) {
    return pairs[distance];
  }

  /** Fingerprints compared. */
  public long comparisons() {
    return comparisons;
  }

  /** The most heap that the join took at a time, besides the fingerprints themselves. */
  public long bytes() {
    return bytes;
  }

  /** How it was done, in words. */
  public String plan() {
    return plan;
  }

  @Override
  public String toString() {
    return edges + " edges, " + pairs() + " pairs within " + maxDistance + "; " + plan;
  }
}
