package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/**
 * The general pigeonhole principle: each block of bits gets a threshold, so that two fingerprints
 * within a distance are within the threshold of some block.
 *
 * <pre>
 * Bound   sum over the blocks of (threshold + 1) = maxDistance + 1, the blocks do not overlap.
 * Proof   If two fingerprints differed in at least threshold + 1 bits of every block, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the threshold of some block.
 * Choice  The cheapest of all such sums by estimated cost, found as a shortest path from block to block; some
 *         (maxDistance + 1)^2 / 2 additions a block. A block in which many fingerprints agree gets -1.
 * Source  J. Qin et al., GPH: Similarity Search in Hamming Space, ICDE 2018.
 * </pre>
 *
 * @lucene.internal
 */
public final class Pigeonhole {

  private Pigeonhole() {}

  /**
   * {@return the thresholds that cost least together, -1 for a block that is not used}
   *
   * @param maxDistance of fingerprints
   * @param costs of each block with the thresholds 0, 1, and so on; one that is not used costs
   *     nothing
   */
  public static int[] thresholds(int maxDistance, double[][] costs) {
    int total = maxDistance + 1;
    double[] cheapest = new double[total + 1]; // of the blocks so far, by what they share
    Arrays.fill(cheapest, 1, total + 1, Double.POSITIVE_INFINITY);
    int[][] shares = new int[costs.length][total + 1]; // a share is a threshold and 1
    for (int block = 0; block < costs.length; block++) {
      double[] next = new double[total + 1];
      for (int sum = block == costs.length - 1 ? total : 0; sum <= total; sum++) {
        next[sum] = cheapest[sum];
        for (int share = 1; share <= Math.min(sum, costs[block].length); share++) {
          double together = cheapest[sum - share] + costs[block][share - 1];
          if (together < next[sum]) {
            next[sum] = together;
            shares[block][sum] = share;
          }
        }
      }
      cheapest = next;
    }
    int[] thresholds = new int[costs.length];
    int rest = total;
    for (int block = costs.length - 1; block >= 0; block--) {
      thresholds[block] = shares[block][rest] - 1;
      rest -= shares[block][rest];
    }
    return thresholds;
  }
}
