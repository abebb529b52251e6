package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.fingerprint.Pigeonhole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides which pairs of fingerprints a join compares: the pairs that are near in one of the
 * blocks.
 *
 * <pre>
 * First   {@link Pigeonhole} chooses the thresholds of the blocks. A pair within maxDistance is within the threshold of some
 *         block. Only the first such block reports it (see Ring).
 * Ring    A stronger condition: if the blocks form a circle, some block is within its threshold, and together with the next
 *         one within the sum of both (threshold + 1), minus 1. Only such a block reports a pair. Proof: start after the
 *         block where the running sum of (differing bits - threshold - 1) is largest; then all sums are below 0.
 * Choice  64 bits in 3 to min(16, max(5, maxDistance + 1)) blocks, or no block (all against all), whichever has the
 *         lowest estimated cost. A join of few pairs compares all.
 * Source  The ring: J. Qin, C. Xiao, Pigeonring: A Principle for Faster Thresholded Similarity Search, VLDB 2018.
 * </pre>
 */
record JoinPlan(List<Block> blocks, double nanos) {

  /** The minimum number of blocks, with which a block has 22 bits and thus 2^22 buckets at most. */
  private static final int MIN_BLOCKS = 3;

  /**
   * A number of blocks that is tried at any distance, because many small buckets cost more than
   * comparisons.
   */
  private static final int FEW_BLOCKS = 5;

  private static final int MAX_BLOCKS = 16;

  /** The number of pairs below which a join compares all, without reading the flags of the JVM. */
  private static final double FEW_PAIRS = 2e7;

  private static final double PLANNING_NANOS = 8e6;

  static JoinPlan cheapest(int maxDistance, Cost cost) {
    JoinPlan best = new JoinPlan(List.of(Block.NONE), cost.nanos(Block.NONE));
    if (cost.pairs < FEW_PAIRS || best.nanos < PLANNING_NANOS) {
      return best;
    }
    int most = Math.clamp(maxDistance + 1, FEW_BLOCKS, MAX_BLOCKS);
    for (int count = MIN_BLOCKS; count <= most; count++) {
      if (of(maxDistance, count, cost::leastNanos).nanos < best.nanos) {
        JoinPlan plan = of(maxDistance, count, cost::nanos);
        best = plan.nanos < best.nanos ? plan : best;
      }
    }
    return best;
  }

  /** Returns the cheapest plan with the given number of blocks. */
  static JoinPlan of(int maxDistance, int count, ToDoubleFunction<Block> cost) {
    double[][] costs = new double[count][];
    for (int i = 0; i < count; i++) {
      costs[i] = new double[Math.min(maxDistance, Block.of(i, count, 0).bits) + 1];
      for (int threshold = 0; threshold < costs[i].length; threshold++) {
        costs[i][threshold] = cost.applyAsDouble(Block.of(i, count, threshold));
      }
    }
    int[] thresholds = Pigeonhole.thresholds(maxDistance, costs);
    List<Block> blocks = new ArrayList<>();
    double nanos = 0;
    for (int i = 0; i < count; i++) {
      if (thresholds[i] >= 0) {
        blocks.addFirst(Block.of(i, count, thresholds[i]));
        nanos += costs[i][thresholds[i]];
      }
    }
    return new JoinPlan(List.copyOf(blocks), nanos);
  }

  /** Returns the block after a given one; the first block follows the last. */
  Block next(int i) {
    return blocks.get((i + 1) % blocks.size());
  }

  /** Returns the maximum distance of two fingerprints within a block and the next one together. */
  int withNext(int i) {
    return blocks.get(i).threshold + next(i).threshold + 1;
  }

  /**
   * Returns whether two fingerprints with this difference are within the threshold of a block, and
   * within the limit of this block and the next one together.
   */
  boolean admits(int i, long difference) {
    int own = blocks.get(i).count(difference);
    return own <= blocks.get(i).threshold && own + next(i).count(difference) <= withNext(i);
  }

  @Override
  public String toString() {
    return blocks.stream().map(Block::toString).collect(Collectors.joining(", "))
        + String.format(Locale.ROOT, ", about %.1f s of one core", nanos * 1e-9);
  }

  /** Holds the cost of joins; see {@link SimilarityJoin.Summary}. */
  record Work(long comparisons, long bytes, String plan) {
    Work plus(long more, long atATime) {
      return new Work(comparisons + more, Math.max(bytes, atATime), plan);
    }
  }

  /**
   * A block of adjacent bits, beginning with bit {@code shift}. Two fingerprints are compared if
   * their distance within the block is at most the threshold.
   */
  record Block(int shift, int bits, int threshold) {

    /** A block without bits, with which all fingerprints are compared with all others. */
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

    /** Returns the number of bits that are set in this block of a difference. */
    int count(long difference) {
      return Integer.bitCount(key(difference));
    }

    @Override
    public String toString() {
      return bits == 0
          ? "all against all"
          : "bits " + shift + "-" + (shift + bits - 1) + " within " + threshold;
    }
  }

  /** Estimates the cost of blocks from a sample of pairs of fingerprints. */
  static final class Cost {

    private static final int SAMPLE = 1000;

    /** The maximum number of partners for each fingerprint of the sample. */
    private static final int PARTNERS = 100;

    /**
     * The minimum number of pairs of the join for each pair of the sample, so that sampling takes
     * little of the time.
     */
    private static final int PAIRS = 1000;

    /**
     * The minimum number of admitted pairs of the sample, below which bits are assumed to be
     * random.
     */
    private static final int ENOUGH = 30;

    private static final double BUCKET_NANOS = 12;
    private static final double COLUMN_NANOS = 1.5;
    private static final double GATHER_NANOS = 10;

    private final double left;
    private final double right;
    private final boolean self;
    private final double once; // 0.5 in a self-join, where left times right counts each pair twice
    private final double pairs;
    private final long[] differences; // the xor of each pair of the sample

    /** The numbers of pairs of the sample that differ in 0, 1, and so on bits of each block. */
    private final Map<Block, int[]> differing = new HashMap<>();

    /**
     * @param self whether left is joined with itself
     * @param lane the index of the lane that is joined
     */
    Cost(DistinctFingerprints left, DistinctFingerprints right, boolean self, int lane) {
      this.left = left.size();
      this.right = right.size();
      this.self = self;
      once = self ? 0.5 : 1;
      pairs = once * left.size() * right.size();
      int partners = (int) Math.clamp(pairs / SAMPLE / PAIRS, 1, PARTNERS);
      long[] rows = sample(left, 0, lane);
      differences = differences(rows, sample(right, self ? 0 : 1, lane), self, partners);
    }

    double nanos(Block block) {
      return nanos(block, Math.max(share(block), admittedShare(block)));
    }

    /** Returns the cost of a block if its bits are random. Other data cost more. */
    double leastNanos(Block block) {
      return nanos(block, share(block));
    }

    private static double share(Block block) {
      return (double) HammingBall.size(block.bits, block.threshold) / block.keys();
    }

    private double nanos(Block block, double admitted) {
      double ball = HammingBall.size(block.bits, block.threshold);
      double buckets = Math.min(block.keys(), left);
      double comparisonNanos = pairs < FEW_PAIRS ? 1 : Tile.comparisonNanos(left / buckets);
      return GATHER_NANOS * (self ? left : left + right)
          + BUCKET_NANOS * (block.keys() + once * ball * buckets)
          + COLUMN_NANOS * once * buckets * admitted * right
          + comparisonNanos * pairs * admitted;
    }

    /** Returns the share of the sample that the block admits, or 0 if it admits too few pairs. */
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
      for (long difference : differences) {
        counts[block.count(difference)]++;
      }
      return counts;
    }

    /** Returns the xor of each row and the columns that follow it in a circle. */
    private static long[] differences(long[] rows, long[] columns, boolean self, int most) {
      int partners = Math.clamp(columns.length - (self ? 1 : 0), 0, most);
      long[] differences = new long[rows.length * partners];
      for (int i = 0; i < differences.length; i++) {
        int row = i / partners;
        differences[i] = rows[row] ^ columns[(row + 1 + i % partners) % columns.length];
      }
      return differences;
    }

    /**
     * Returns an evenly spaced sample of one side. Both sides of a self-join have one sample. In
     * other joins, the samples of the two sides alternate.
     */
    private static long[] sample(DistinctFingerprints set, int side, int lane) {
      long[] sample = new long[Math.min(SAMPLE, set.size())];
      Arrays.setAll(
          sample,
          i -> set.lane(FingerprintSort.bound(set.size(), 2 * i + side, 2 * sample.length), lane));
      return sample;
    }
  }
}
