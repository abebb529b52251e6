package io.github.lucenesimhash.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which pairs of fingerprints are compared: those that are near enough in one of the blocks.
 *
 * <pre>
 * Bound   sum over the blocks of (threshold + 1) = maxDistance + 1, the blocks do not overlap.
 * Proof   If two fingerprints differed in at least threshold + 1 bits of every block, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the threshold of some block; it is reported by
 *         the first such block only.
 * Choice  64 bits in 1 to 16 blocks, or no block (all against all): the cheapest by estimated cost, the thresholds
 *         shared out by dynamic programming. A block in which many fingerprints are alike gets none.
 * Source  General pigeonhole principle: J. Qin et al., GPH: Similarity Search in Hamming Space, ICDE 2018.
 * </pre>
 */
record JoinPlan(List<Block> blocks, double nanos) {

  private static final int MAX_BLOCK_BITS = 22;
  private static final int MAX_BLOCKS = 16;

  /**
   * Less than estimating all plans takes: some 270 million pairs of samples for a distance of 10.
   */
  private static final double WORTH_PLANNING_NANOS = 1e8;

  /** The cheapest plan. */
  static JoinPlan cheapest(int maxDistance, BlockCost cost) {
    JoinPlan best = new JoinPlan(List.of(Block.NONE), cost.nanos(Block.NONE));
    if (best.nanos < WORTH_PLANNING_NANOS) {
      return best;
    }
    for (int count = 1; count <= Math.min(MAX_BLOCKS, maxDistance + 1); count++) {
      if (64 / count < MAX_BLOCK_BITS) {
        JoinPlan plan = of(maxDistance, count, cost);
        best = plan.nanos < best.nanos ? plan : best;
      }
    }
    return best;
  }

  /** The cheapest plan with so many blocks. */
  static JoinPlan of(int maxDistance, int count, BlockCost cost) {
    return sharedOut(maxDistance, even(count), cost);
  }

  /** The 64 bits in blocks of nearly the same size, each with threshold 0. */
  private static Block[] even(int count) {
    Block[] blocks = new Block[count];
    for (int i = 0; i < count; i++) {
      int shift = 64 * i / count;
      blocks[i] = new Block(shift, 64 * (i + 1) / count - shift, 0);
    }
    return blocks;
  }

  /** The cheapest thresholds for these blocks: cheapest[s] is what a share s of the sum costs. */
  private static JoinPlan sharedOut(int maxDistance, Block[] layout, BlockCost cost) {
    int total = maxDistance + 1;
    double[] cheapest = new double[total + 1];
    Arrays.fill(cheapest, 1, total + 1, Double.POSITIVE_INFINITY);
    int[][] shares = new int[layout.length][total + 1];
    for (int i = 0; i < layout.length; i++) {
      double[] before = cheapest.clone();
      for (int share = 1; share <= Math.min(total, layout[i].bits() + 1); share++) {
        double nanos = cost.nanos(layout[i].within(share - 1));
        for (int sum = share; sum <= total; sum++) {
          if (before[sum - share] + nanos < cheapest[sum]) {
            cheapest[sum] = before[sum - share] + nanos;
            shares[i][sum] = share;
          }
        }
      }
    }
    List<Block> blocks = new ArrayList<>();
    int sum = total;
    for (int i = layout.length - 1; i >= 0; i--) {
      if (shares[i][sum] > 0) {
        blocks.add(layout[i].within(shares[i][sum] - 1));
        sum -= shares[i][sum];
      }
    }
    return new JoinPlan(List.copyOf(blocks), cheapest[total]);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Block block : blocks) {
      text.append(text.isEmpty() ? "" : ", ").append(block);
    }
    return text.append(String.format(Locale.ROOT, ", about %.1f s of one core", nanos * 1e-9))
        .toString();
  }
}
