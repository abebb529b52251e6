package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.HammingBall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which pairs of fingerprints are compared: those that are near enough in one of the blocks.
 *
 * <pre>
 * Bound   sum over the blocks of (threshold + 1) = maxDistance + 1, the blocks do not overlap.
 * Proof   If two fingerprints differed in at least threshold + 1 bits of every block, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the threshold of some block; it is reported by
 *         the first such block only.
 * Choice  64 bits in 3 to 16 blocks, or no block (all against all): the cheapest by estimated cost, the thresholds
 *         shared out by dynamic programming. A block in which many fingerprints agree gets none.
 * Source  General pigeonhole principle: J. Qin et al., GPH: Similarity Search in Hamming Space, ICDE 2018.
 * </pre>
 */
record JoinPlan(List<Block> blocks, double nanos) {

  /** Of at most 22 bits each: a bucket for each value of them. */
  private static final int MIN_BLOCKS = 3;

  private static final int MAX_BLOCKS = 16;

  /** Less than estimating all plans takes. */
  private static final double WORTH_PLANNING_NANOS = 1e8;

  static JoinPlan cheapest(int maxDistance, Cost cost) {
    JoinPlan best = new JoinPlan(List.of(Block.NONE), cost.nanos(Block.NONE));
    if (best.nanos < WORTH_PLANNING_NANOS) {
      return best;
    }
    int most = Math.clamp(maxDistance + 1, MIN_BLOCKS, MAX_BLOCKS);
    for (int count = MIN_BLOCKS; count <= most; count++) {
      JoinPlan plan = of(maxDistance, count, cost);
      best = plan.nanos < best.nanos ? plan : best;
    }
    return best;
  }

  /** The cheapest thresholds for so many blocks; cheapest[s] is what a share s of the sum costs. */
  static JoinPlan of(int maxDistance, int count, Cost cost) {
    int total = maxDistance + 1;
    double[] cheapest = new double[total + 1];
    Arrays.fill(cheapest, 1, total + 1, Double.POSITIVE_INFINITY);
    int[][] shares = new int[count][total + 1];
    for (int i = 0; i < count; i++) {
      double[] before = cheapest.clone();
      for (int share = 1; share <= Math.min(total, Block.of(i, count, 0).bits + 1); share++) {
        double nanos = cost.nanos(Block.of(i, count, share - 1));
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
    for (int i = count - 1; i >= 0; i--) {
      if (shares[i][sum] > 0) {
        blocks.add(Block.of(i, count, shares[i][sum] - 1));
        sum -= shares[i][sum];
      }
    }
    return new JoinPlan(List.copyOf(blocks), cheapest[total]);
  }

  @Override
  public String toString() {
    return blocks.stream().map(Block::toString).collect(Collectors.joining(", "))
        + String.format(Locale.ROOT, ", about %.1f s of one core", nanos * 1e-9);
  }

  /** What joins took; see {@link SimilarityJoin.Summary}. */
  record Work(long comparisons, long bytes, String plan) {
    Work plus(long more, long atATime) {
      return new Work(comparisons + more, Math.max(bytes, atATime), plan);
    }
  }

  /**
   * Neighbouring bits from {@code shift} up, in which two fingerprints that are compared differ by
   * no more than a threshold.
   */
  record Block(int shift, int bits, int threshold) {

    /** No bits: everything is compared with everything. */
    private static final Block NONE = new Block(0, 0, 0);

    private static Block of(int number, int count, int threshold) {
      int shift = 64 * number / count;
      return new Block(shift, 64 * (number + 1) / count - shift, threshold);
    }

    int key(long fingerprint) {
      return (int) (fingerprint >>> shift) & (keys() - 1);
    }

    int keys() {
      return 1 << bits;
    }

    /** Whether two fingerprints, given as their difference, are near enough here. */
    boolean admits(long difference) {
      return Integer.bitCount(key(difference)) <= threshold;
    }

    @Override
    public String toString() {
      return bits == 0
          ? "all against all"
          : "bits " + shift + "-" + (shift + bits - 1) + " within " + threshold;
    }
  }

  /**
   * What a block costs, estimated from how near fingerprints of a sample are in the block's bits.
   */
  static final class Cost {

    private static final int SAMPLE = 1000;

    /** Fewer pairs of the sample are not believed, but random bits assumed. */
    private static final int ENOUGH = 30;

    /** Half of it where the JIT has a vector popcount, twice and more where it has none. */
    private static final double COMPARISON_NANOS = 0.15;

    private static final double ROW_NANOS = 3;
    private static final double BUCKET_NANOS = 3;
    private static final double GATHER_NANOS = 10;

    private final double left;
    private final double right;
    private final boolean self;
    private final long[] rows;
    private final long[] columns;

    /**
     * By the block, its threshold apart: of the sample's pairs those that differ in so many bits.
     */
    private final Map<Block, int[]> differing = new HashMap<>();

    /**
     * @param self whether left is joined with itself
     */
    Cost(DistinctFingerprints left, DistinctFingerprints right, boolean self) {
      this.left = left.size();
      this.right = right.size();
      this.self = self;
      rows = sample(left, 0);
      columns = sample(right, 1);
    }

    double nanos(Block block) {
      double ball = HammingBall.size(block.bits, block.threshold);
      double once = self ? 0.5 : 1;
      double pairs = once * left * right;
      double admitted = Math.max(ball / block.keys(), admittedShare(block));
      double buckets = once * ball * Math.min(block.keys(), left);
      double compared = once * left * Math.min(ball, admitted * right);
      return GATHER_NANOS * (self ? left : left + right)
          + BUCKET_NANOS * (block.keys() + buckets)
          + ROW_NANOS * compared
          + COMPARISON_NANOS * pairs * admitted;
    }

    /** The share of the sample's pairs that the block admits, 0 if they are too few to tell. */
    private double admittedShare(Block block) {
      if (block.bits == 0) {
        return 1;
      }
      int[] counts =
          differing.computeIfAbsent(new Block(block.shift, block.bits, 0), this::countDiffering);
      int admitted = IntStream.rangeClosed(0, block.threshold).map(bits -> counts[bits]).sum();
      return admitted < ENOUGH ? 0 : admitted / (double) IntStream.of(counts).sum();
    }

    private int[] countDiffering(Block block) {
      int[] counts = new int[block.bits + 1];
      for (int i = 0; i < rows.length; i++) {
        for (int j = self ? i + 1 : 0; j < columns.length; j++) {
          counts[Integer.bitCount(block.key(rows[i] ^ columns[j]))]++;
        }
      }
      return counts;
    }

    /** Spread evenly over all; those of the right side lie between those of the left. */
    private static long[] sample(DistinctFingerprints set, int side) {
      long[] sample = new long[Math.min(SAMPLE, set.size())];
      Arrays.setAll(
          sample,
          i -> set.word(FingerprintSort.bound(set.size(), 2 * i + side, 2 * sample.length), 0));
      return sample;
    }
  }
}
