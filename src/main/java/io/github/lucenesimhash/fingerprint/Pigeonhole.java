package io.github.lucenesimhash.fingerprint;

/**
 * Chooses a threshold for each block of bits by the general pigeonhole principle, so that two
 * fingerprints within a distance are within the threshold of some block.
 *
 * <pre>
 * Bound   The blocks do not overlap, and the sum of (threshold + 1) over all blocks is maxDistance + 1.
 * Proof   If two fingerprints differed in at least threshold + 1 bits of every block, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the threshold of some block.
 * Choice  The thresholds of lowest estimated cost are found as a shortest path from block to block, with about
 *         (maxDistance + 1)^2 / 2 additions a block. A block in which many fingerprints agree gets -1.
 * Source  J. Qin et al., GPH: Similarity Search in Hamming Space, ICDE 2018.
 * </pre>
 *
 * @lucene.internal
 */
public final class Pigeonhole {

  private Pigeonhole() {}

  /**
   * {@return the thresholds with the lowest total cost; -1 for a block that is not used}
   *
   * @param maxDistance the maximum distance of fingerprints
   * @param costs the cost of each block at the thresholds 0, 1, and so on; an unused block costs
   *     nothing
   */
  public static int[] thresholds(int maxDistance, double[][] costs) {
    int total = maxDistance + 1;
    int behind = 0; // maximum sum of shares of the next blocks
    for (double[] own : costs) {
      behind += own.length;
    }
    double[] cheapest = new double[total + 1]; // least cost of the blocks so far by sum of shares
    int first = 0; // minimum sum with which the next blocks can still reach the total
    int last = 0;
    int[][] shares = new int[costs.length][total + 1]; // a share is a threshold plus 1
    for (int block = 0; block < costs.length; block++) {
      double[] own = costs[block];
      behind -= own.length;
      int from = Math.max(0, total - behind);
      int to = Math.min(total, last + own.length);
      double[] next = new double[total + 1];
      for (int sum = from; sum <= to; sum++) {
        next[sum] = Double.POSITIVE_INFINITY;
        for (int share = Math.max(0, sum - last);
            share <= Math.min(sum - first, own.length);
            share++) {
          double together = cheapest[sum - share] + (share == 0 ? 0 : own[share - 1]);
          if (together < next[sum]) {
            next[sum] = together;
            shares[block][sum] = share;
          }
        }
      }
      cheapest = next;
      first = from;
      last = to;
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
