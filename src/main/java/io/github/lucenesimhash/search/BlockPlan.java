package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.fingerprint.Pigeonhole;
import java.util.Arrays;

/**
 * Chooses the block values that a query looks up in a segment. In block i these are the values
 * within {@code threshold(i)} bits of the query's own value, and none if the threshold is -1.
 * {@link Pigeonhole} chooses the thresholds.
 *
 * <pre>
 * Lanes   The limit of a lane is the sum of (threshold + 1) over its four blocks, minus 1. By the proof of Pigeonhole a
 *         document within maxDistance has a lane within its limit, and that lane has a block within its threshold. So
 *         a document that a block finds is skipped if the lane of the block is not within its limit. If there is only
 *         one lane, its limit is maxDistance.
 * </pre>
 */
final class BlockPlan {

  private static final int[] LIMITS_OF_OWN = {3, 3, 3, 3};

  private final int[] thresholds;
  private final int[] limits; // the limit of each lane
  private final long lookups;
  private final double candidates;
  private final double nanos;

  /** Creates the plan that looks up only the query's own value of each block. */
  private BlockPlan(Statistics statistics, Costs costs) {
    thresholds = new int[statistics.own.length];
    limits = LIMITS_OF_OWN;
    lookups = thresholds.length;
    double found = 0;
    double checked = 0;
    for (int block = 0; block < thresholds.length; block++) {
      found += statistics.own[block];
      checked += statistics.alike(block);
    }
    candidates = found;
    nanos = costs.nanos((double) lookups, candidates) + checked * Costs.CHECK;
  }

  private BlockPlan(int[] thresholds, Statistics statistics, Costs costs) {
    this.thresholds = thresholds;
    limits = limits(thresholds);
    long sum = 0;
    double found = 0;
    double checked = 0;
    for (int block = 0; block < thresholds.length; block++) {
      int threshold = thresholds[block];
      if (threshold >= 0) {
        sum += statistics.lookups(threshold);
        found += statistics.candidates(block, threshold);
        checked += statistics.alike(block);
      }
    }
    lookups = sum;
    candidates = found;
    nanos = costs.nanos((double) lookups, candidates) + checked * Costs.CHECK;
  }

  /** Creates a plan whose costs are not estimated. */
  private BlockPlan(int[] thresholds) {
    this.thresholds = thresholds;
    limits = limits(thresholds);
    lookups = 0;
    candidates = 0;
    nanos = 0;
  }

  private static int[] limits(int[] thresholds) {
    int[] limits = new int[thresholds.length / Blocks.IN_LANE];
    Arrays.fill(limits, -1);
    for (int block = 0; block < thresholds.length; block++) {
      limits[block / Blocks.IN_LANE] += thresholds[block] + 1;
    }
    return limits;
  }

  /**
   * Returns a plan that divides the distance evenly among the blocks, for queries whose own values
   * are not known.
   */
  static BlockPlan even(int maxDistance, int blocks) {
    int[] thresholds = new int[blocks];
    Arrays.setAll(thresholds, block -> evenThreshold(block, maxDistance, blocks));
    return new BlockPlan(thresholds);
  }

  private static int evenThreshold(int block, int maxDistance, int blocks) {
    return (maxDistance + 1 + block) / blocks - 1;
  }

  static BlockPlan cheapest(int maxDistance, Statistics statistics, Costs costs) {
    int blocks = statistics.own.length;
    if (maxDistance + 1 == blocks && statistics.isEven(costs)) {
      return new BlockPlan(statistics, costs); // no plan is cheaper
    }
    double most = 0; // no cheaper plan has a block that costs more than this
    for (int block = 0; block < blocks; block++) {
      most += nanos(block, evenThreshold(block, maxDistance, blocks), statistics, costs);
    }
    double[][] nanos = new double[blocks][];
    double[] own = new double[Math.min(maxDistance, Blocks.BLOCK_BITS) + 1];
    for (int block = 0; block < blocks; block++) {
      int size = 0;
      for (double next = 0; size < own.length && next <= most; size++) {
        next = nanos(block, size, statistics, costs);
        own[size] = next;
      }
      nanos[block] = Arrays.copyOf(own, size); // the last cost may exceed the maximum
    }
    return new BlockPlan(Pigeonhole.thresholds(maxDistance, nanos), statistics, costs);
  }

  /** Estimates the nanoseconds that one block takes; 0 for an unused block. */
  private static double nanos(int block, int threshold, Statistics statistics, Costs costs) {
    return threshold < 0
        ? 0
        : costs.nanos(statistics.lookups(threshold), statistics.candidates(block, threshold))
            + statistics.alike(block) * Costs.CHECK;
  }

  int threshold(int block) {
    return thresholds[block];
  }

  /**
   * Returns the maximum distance, within the lane of a block, of the documents that the block
   * finds.
   */
  int limit(int block) {
    return limits[block / Blocks.IN_LANE];
  }

  long lookups() {
    return lookups;
  }

  long candidates() {
    return (long) candidates;
  }

  double nanos() {
    return nanos;
  }

  @Override
  public String toString() {
    String blocks = "blocks" + Arrays.toString(thresholds);
    return blocks + ", " + lookups + " lookups, about " + candidates() + " candidates";
  }

  /**
   * Holds the document counts of the query's own block values and of the frequent values of a
   * segment.
   */
  static final class Statistics {

    private final int prefixBits;
    private final int documents;
    private final int[] own;
    private final long[] rotated;
    private final FrequentValues frequent;
    private final double average;

    /**
     * @param prefixBits the number of leading bits of a block that select a bucket, 1 to 16
     * @param documents the number of documents that have the field
     * @param own the number of documents in the query's own bucket, by block
     * @param rotated the lane that contains each block, rotated so that the block comes first
     * @param frequent the values that many documents share
     */
    Statistics(int prefixBits, int documents, int[] own, long[] rotated, FrequentValues frequent) {
      this.prefixBits = prefixBits;
      this.documents = documents;
      this.own = own;
      this.rotated = rotated;
      this.frequent = frequent;
      average = (double) documents / (1 << prefixBits);
    }

    /** Estimates the number of documents within a radius (-1 to 16) of the query's own value. */
    double candidates(int block, int radius) {
      if (radius < 0) {
        return 0;
      }
      double others = (lookups(radius) - 1) * average;
      int center = (int) (rotated[block] >>> (Long.SIZE - prefixBits));
      double excess = frequent.excess(block, center, radius, average);
      return Math.min(documents, own[block] + others + excess);
    }

    /**
     * Estimates the maximum number of documents that share a whole lane with the query, or returns
     * 0 if fingerprints have one lane. All these documents are within the limit of that lane, so
     * the search must check each of them.
     */
    double alike(int block) {
      if (own.length == Blocks.IN_LANE) {
        return 0;
      }
      int first = block - block % Blocks.IN_LANE;
      int fewest = documents;
      for (int i = first; i < first + Blocks.IN_LANE; i++) {
        fewest = Math.min(fewest, own[i]);
      }
      return Math.max(0, fewest - average);
    }

    int lookups(int radius) {
      return HammingBall.size(prefixBits, radius);
    }

    /**
     * Returns true if each of the query's own values is so rare that 16 more lookups in another
     * block would cost more.
     */
    private boolean isEven(Costs costs) {
      double most = 16 * costs.nanos(1, average) / costs.candidate();
      for (int documents : own) {
        if (documents > most) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Holds the duration of each step of a search in nanoseconds, as {@code SearchBench --run
   * calibration} measured it.
   *
   * @param lookup the time to find one block value and open its postings
   * @param candidate the time to check one document of these postings
   */
  record Costs(double lookup, double candidate) {

    /** The time to check one document that another clause of the query matched. */
    static final double CHECK = 60;

    /** The time to check one document of a sequential scan if fingerprints have one lane. */
    private static final double SCAN = 1.8;

    private static final double WIDE_SCAN = 12;

    /** The costs in other formats: block terms in postings, fingerprints in doc values. */
    static final Costs TERMS = new Costs(400, 33);

    /** The costs of the tables of {@link SimHashPostingsFormat}. */
    static final Costs TABLES = new Costs(90, 1.5);

    /**
     * Returns the time of a sequential scan. Fingerprints of several lanes take longer, because
     * each is read by itself.
     */
    static double scan(long documents, int lanes) {
      return documents * (lanes == 1 ? SCAN : WIDE_SCAN);
    }

    double nanos(double lookups, double candidates) {
      return lookups * lookup + candidates * candidate;
    }
  }
}
