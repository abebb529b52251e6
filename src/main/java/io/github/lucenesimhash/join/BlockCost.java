package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.HammingBall;

/**
 * What a block of a join costs, estimated from the numbers of fingerprints and from how alike those
 * of a sample are in the block's bits.
 */
final class BlockCost {

  private static final int SAMPLE = 1000;

  /** Pairs of the sample from which on their count is believed rather than that of random bits. */
  private static final int ENOUGH = 30;

  private static final double COMPARISON_NANOS = 0.075;
  private static final double ROW_NANOS = 3;
  private static final double BUCKET_NANOS = 3;
  private static final double GATHER_NANOS = 10;

  private final long leftCount;
  private final long rightCount;
  private final boolean self;
  private final long[] leftSample;
  private final long[] rightSample;

  /**
   * @param self whether left is joined with itself
   */
  BlockCost(long[] left, long[] right, boolean self) {
    leftCount = left.length;
    rightCount = right.length;
    this.self = self;
    leftSample = sample(left, 0);
    rightSample = sample(right, 1);
  }

  /** Fingerprints spread evenly over all; those of the right side lie between those of the left. */
  private static long[] sample(long[] values, int side) {
    long[] sample = new long[Math.min(SAMPLE, values.length)];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = values[(int) ((2L * i + side) * values.length / (2L * sample.length))];
    }
    return sample;
  }

  double nanos(Block block) {
    double ball = HammingBall.size(block.bits(), block.threshold());
    double once = self ? 0.5 : 1;
    double pairs = once * leftCount * rightCount;
    double alike = Math.max(ball / block.keys(), alike(block));
    double buckets = once * ball * Math.min(block.keys(), (double) leftCount);
    double rows = once * leftCount * Math.min(ball, alike * rightCount);
    return GATHER_NANOS * (self ? leftCount : leftCount + rightCount)
        + BUCKET_NANOS * (block.keys() + buckets)
        + ROW_NANOS * rows
        + COMPARISON_NANOS * pairs * alike;
  }

  /** The share of the sample's pairs that the block admits, 0 if they are too few to tell. */
  private double alike(Block block) {
    if (block.bits() == 0) {
      return 1;
    }
    long mask = (block.keys() - 1L) << block.shift();
    int admitted = 0;
    for (int i = 0; i < leftSample.length; i++) {
      for (int j = self ? i + 1 : 0; j < rightSample.length; j++) {
        long difference = (leftSample[i] ^ rightSample[j]) & mask;
        admitted += Long.bitCount(difference) <= block.threshold() ? 1 : 0;
      }
    }
    double pairs =
        self
            ? leftSample.length * (leftSample.length - 1) / 2.0
            : (double) leftSample.length * rightSample.length;
    return admitted < ENOUGH ? 0 : admitted / pairs;
  }
}
