package io.github.lucenesimhash.quality;

import java.util.function.IntBinaryOperator;

/** Counts the pairs of a corpus at each distance, near-duplicates and other pairs separately. */
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
   * Counts the pairs of a corpus.
   *
   * @param distance returns the distance of a document and an earlier one, or more than maxDistance
   *     if the two are no pair
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

  /** Returns the number of near-duplicates that are not identical. */
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

  /** Returns the recall of near-duplicates that are not identical. */
  double recallOfNear(int maxDistance) {
    return (double) sum(near, maxDistance + 1) / near();
  }

  double precision(int maxDistance) {
    long found = found(maxDistance);
    return found == 0 ? 1 : (double) found / (found + falsePairs(maxDistance));
  }

  /** Returns the F1 that ignores the pairs that are neither near-duplicates nor unlike. */
  double f1(int maxDistance) {
    return f1(maxDistance, falsePairs(maxDistance));
  }

  /** Returns the F1 that counts the pairs between near-duplicates and unlike pairs as unlike. */
  double strictF1(int maxDistance) {
    return f1(maxDistance, falsePairs(maxDistance) + between(maxDistance));
  }

  /**
   * Returns the F1 if every pair is verified with the features of the truth, so that none is false.
   */
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
