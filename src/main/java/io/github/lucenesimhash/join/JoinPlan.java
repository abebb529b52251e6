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
 * Decides which pairs of fingerprints are compared: those that are near enough in one of the
 * blocks.
 *
 * <pre>
 * First   {@link Pigeonhole} gives the blocks thresholds. A pair within maxDistance is within the threshold of some
 *         block; it is reported by the first such block only (see Ring).
 * Ring    stronger: with the blocks in a circle, some block is within its threshold, and together with the next within
 *         the sum of both (threshold + 1), less 1. A pair counts only there. Proof: if we start where the sum of
 *         (differing bits - threshold - 1) was largest, all sums from there on are below 0.
 * Choice  64 bits in 3 to 16 blocks, or no block (all against all): the cheapest by estimated cost.
 * Source  The ring: J. Qin, C. Xiao, Pigeonring: A Principle for Faster Thresholded Similarity Search, VLDB 2018.
 * </pre>
 */
record JoinPlan(List<Block> blocks, double nanos) {

  /** Blocks have at most 22 bits each: there is a bucket for each value. */
  private static final int MIN_BLOCKS = 3;

  /**
   * A number of blocks that is tried for any distance, because buckets of few fingerprints cost
   * more than comparisons.
   */
  private static final int FEW_BLOCKS = 5;

  private static final int MAX_BLOCKS = 16;

  /** Most pairs that take less time to compare than it takes to measure the speed of the JVM. */
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

  /** Returns the cheapest plan of so many blocks. */
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

  /** Returns the block after a block, and the first after the last one. */
  Block next(int i) {
    return blocks.get((i + 1) % blocks.size());
  }

  /**
   * Returns the most bits in which two fingerprints may differ in a block and the next one
   * together.
   */
  int withNext(int i) {
    return blocks.get(i).threshold + next(i).threshold + 1;
  }

  /**
   * Returns whether two fingerprints with this difference are near enough in a block and the next.
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

  /** Cost of joins; see {@link SimilarityJoin.Summary}. */
  record Work(long comparisons, long bytes, String plan) {
    Work plus(long more, long atATime) {
      return new Work(comparisons + more, Math.max(bytes, atATime), plan);
    }
  }

  /**
   * Adjacent bits from {@code shift} up; two fingerprints are compared if they differ in no more of
   * them than the threshold.
   */
  record Block(int shift, int bits, int threshold) {

    /** The block of no bits: all fingerprints are compared with all. */
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

    /** Returns the number of bits of this block that are set in a difference. */
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

  /**
   * Estimates the cost of a block by a sample: how near its fingerprints are in the block's bits.
   */
  static final class Cost {

    private static final int SAMPLE = 1000;

    /** Most partners of the other side for each fingerprint of a sample. */
    private static final int PARTNERS = 100;

    /**
     * Fewest pairs for each pair of the sample, so that sampling takes a small part of the join.
     */
    private static final int PAIRS = 1000;

    /** Fewest pairs of the sample that are trusted; if there are fewer, bits count as random. */
    private static final int ENOUGH = 30;

    private static final double BUCKET_NANOS = 12;
    private static final double COLUMN_NANOS = 1.5;
    private static final double GATHER_NANOS = 10;

    private final double left;
    private final double right;
    private final boolean self;
    private final double once; // 0.5 if left times right counts each pair twice
    private final double pairs;
    private final long[] differences; // pairs of a sample, xored

    /**
     * By block, whatever its threshold: how many pairs of the sample differ in 0, 1, ... of its
     * bits.
     */
    private final Map<Block, int[]> differing = new HashMap<>();

    /**
     * @param self whether left is joined with itself
     * @param word the word that is joined
     */
    Cost(DistinctFingerprints left, DistinctFingerprints right, boolean self, int word) {
      this.left = left.size();
      this.right = right.size();
      this.self = self;
      once = self ? 0.5 : 1;
      pairs = once * left.size() * right.size();
      int partners = (int) Math.clamp(pairs / SAMPLE / PAIRS, 1, PARTNERS);
      long[] rows = sample(left, 0, word);
      differences = differences(rows, sample(right, self ? 0 : 1, word), self, partners);
    }

    double nanos(Block block) {
      return nanos(block, Math.max(share(block), admittedShare(block)));
    }

    /** Returns the cost of a block of random bits: no data cost less. */
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

    /** Returns the share of the sample's pairs that the block admits, 0 if there are too few. */
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

    /** Xors each of the rows with the columns that follow it in a circle. */
    private static long[] differences(long[] rows, long[] columns, boolean self, int most) {
      int partners = Math.clamp(columns.length - (self ? 1 : 0), 0, most);
      long[] differences = new long[rows.length * partners];
      for (int i = 0; i < differences.length; i++) {
        int row = i / partners;
        differences[i] = rows[row] ^ columns[(row + 1 + i % partners) % columns.length];
      }
      return differences;
    }

    /** Samples a side evenly; samples of the right side lie between those of the left. */
    private static long[] sample(DistinctFingerprints set, int side, int word) {
      long[] sample = new long[Math.min(SAMPLE, set.size())];
      Arrays.setAll(
          sample,
          i -> set.word(FingerprintSort.bound(set.size(), 2 * i + side, 2 * sample.length), word));
      return sample;
    }
  }
}
