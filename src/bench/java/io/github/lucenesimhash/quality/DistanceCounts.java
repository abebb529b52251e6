package io.github.lucenesimhash.quality;

import java.util.function.IntBinaryOperator;

/** How many pairs of a corpus lie at each distance, by what they are in truth. */
final class DistanceCounts {

  private final long[] identical;
  private final long[] near;
  private final long[] between;
  private final long[] negative;

  private DistanceCounts(int maxDistance) {
    identical = new long[maxDistance + 1];
    near = new long[maxDistance + 1];
    between = new long[maxDistance + 1];
    negative = new long[maxDistance + 1];
  }

  /**
   * @param distance of a document and one before it, 0 to maxDistance, or more for no pair
   */
  static DistanceCounts of(PairTruth truth, int maxDistance, IntBinaryOperator distance) {
    DistanceCounts counts = new DistanceCounts(maxDistance + 1);
    for (int doc = 0; doc < truth.size(); doc++) {
      for (int other = 0; other < doc; other++) {
        double jaccard = truth.of(doc, other);
        long[] kind =
            jaccard == 1
                ? counts.identical
                : jaccard >= PairTruth.POSITIVE
                    ? counts.near
                    : jaccard >= PairTruth.NEGATIVE ? counts.between : counts.negative;
        kind[Math.min(distance.applyAsInt(doc, other), maxDistance + 1)]++;
      }
    }
    return counts;
  }

  long positives() {
    return sum(identical, identical.length) + near();
  }

  /** Near-duplicates that are not identical. */
  long near() {
    return sum(near, near.length);
  }

  long falsePairs(int maxDistance) {
    return sum(negative, maxDistance + 1);
  }

  long between(int maxDistance) {
    return sum(between, maxDistance + 1);
  }

  double recall(int maxDistance) {
    return (double) found(maxDistance) / positives();
  }

  /** Of the near-duplicates that are not identical. */
  double recallOfNear(int maxDistance) {
    return (double) sum(near, maxDistance + 1) / near();
  }

  double precision(int maxDistance) {
    long found = found(maxDistance);
    return found == 0 ? 1 : (double) found / (found + falsePairs(maxDistance));
  }

  /** Pairs between near-duplicate and not left out. */
  double f1(int maxDistance) {
    return f1(maxDistance, falsePairs(maxDistance));
  }

  /** Those pairs counted as not near-duplicates. */
  double strictF1(int maxDistance) {
    return f1(maxDistance, falsePairs(maxDistance) + between(maxDistance));
  }

  /** Every pair found verified by the truth's own features, so that none is false. */
  double verifiedF1(int maxDistance) {
    return f1(maxDistance, 0);
  }

  private double f1(int maxDistance, long falsePairs) {
    long found = found(maxDistance);
    return 2.0 * found / (found + falsePairs + positives());
  }

  private long found(int maxDistance) {
    return sum(identical, maxDistance + 1) + sum(near, maxDistance + 1);
  }

  private static long sum(long[] counts, int end) {
    long sum = 0;
    for (int i = 0; i < end; i++) {
      sum += counts[i];
    }
    return sum;
  }
}
