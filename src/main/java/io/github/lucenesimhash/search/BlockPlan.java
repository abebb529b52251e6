package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.fingerprint.Pigeonhole;
import java.util.Arrays;

/**
 * Chooses the block values that a query looks up in a segment: those of block i within {@code
 * threshold(i)} bits of the query's own; -1 looks up none. {@link Pigeonhole} chooses the
 * thresholds.
 *
 * <pre>
 * Words   limit(word) + 1 is the sum of (threshold + 1) over the four blocks of a word. By the same proof a document
 *         within maxDistance has a word within its limit, and that word has a block within its threshold. So a document
 *         that a block finds is left out unless the block's word is within its limit. The limit of a single word is
 *         maxDistance.
 * </pre>
 */
final class BlockPlan {

  private static final int[] LIMITS_OF_OWN = {3, 3, 3, 3};

  private final int[] thresholds;
  private final int[] limits; // one a word
  private final long lookups;
  private final double candidates;
  private final double nanos;

  /** Plans to look up the query's own values alone. */
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

  /** Makes a plan without estimates. */
  private BlockPlan(int[] thresholds) {
    this.thresholds = thresholds;
    limits = limits(thresholds);
    lookups = 0;
    candidates = 0;
    nanos = 0;
  }

  private static int[] limits(int[] thresholds) {
    int[] limits = new int[thresholds.length / Blocks.IN_WORD];
    Arrays.fill(limits, -1);
    for (int block = 0; block < thresholds.length; block++) {
      limits[block / Blocks.IN_WORD] += thresholds[block] + 1;
    }
    return limits;
  }

  /**
   * Returns a plan for queries whose own values are not known: thresholds are shared out evenly.
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
      return new BlockPlan(statistics, costs); // nothing is cheaper
    }
    double most = 0; // a block that costs more by itself makes a plan dearer than the even one
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
      nanos[block] = Arrays.copyOf(own, size); // the last one may cost more
    }
    return new BlockPlan(Pigeonhole.thresholds(maxDistance, nanos), statistics, costs);
  }

  /** Estimates the time of one block; a block that is not used takes none. */
  private static double nanos(int block, int threshold, Statistics statistics, Costs costs) {
    return threshold < 0
        ? 0
        : costs.nanos(statistics.lookups(threshold), statistics.candidates(block, threshold))
            + statistics.alike(block) * Costs.CHECK;
  }

  int threshold(int block) {
    return thresholds[block];
  }

  /** Returns the most bits in which a document that a block finds may differ in that word. */
  int limit(int block) {
    return limits[block / Blocks.IN_WORD];
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

  /** Counts the documents of a segment under the query's own and the frequent block values. */
  static final class Statistics {

    private final int prefixBits;
    private final int documents;
    private final int[] own;
    private final long[] rotated;
    private final FrequentValues frequent;
    private final double average;

    /**
     * @param prefixBits bits of a block that a lookup tells apart, 1 to 16
     * @param documents that have the field
     * @param own documents under each of the query's own block values
     * @param rotated the query's words, each block's value in front
     * @param frequent values that many documents share
     */
    Statistics(int prefixBits, int documents, int[] own, long[] rotated, FrequentValues frequent) {
      this.prefixBits = prefixBits;
      this.documents = documents;
      this.own = own;
      this.rotated = rotated;
      this.frequent = frequent;
      average = (double) documents / (1 << prefixBits);
    }

    /** Estimates the documents under the values within a radius of the query's own, -1 to 16. */
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
     * Returns an upper bound of the documents that have the query's word, where there are several
     * words. All of them are within the word's limit and must be checked.
     */
    double alike(int block) {
      if (own.length == Blocks.IN_WORD) {
        return 0;
      }
      int first = block - block % Blocks.IN_WORD;
      int fewest = documents;
      for (int i = first; i < first + Blocks.IN_WORD; i++) {
        fewest = Math.min(fewest, own[i]);
      }
      return Math.max(0, fewest - average);
    }

    int lookups(int radius) {
      return HammingBall.size(prefixBits, radius);
    }

    /** Returns true if no own value is so frequent that 17 lookups elsewhere could be cheaper. */
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
   * Times of the steps of a search in nanoseconds, measured by SearchBench's {@code --run
   * calibration}.
   *
   * @param lookup to find one block value and open its documents
   * @param candidate to check one document under it
   */
  record Costs(double lookup, double candidate) {

    /** Time to check one document that another clause leads to. */
    static final double CHECK = 60;

    /** Time to check the next document when all are read in turn. */
    private static final double SCAN = 1.8;

    private static final double WIDE_SCAN = 12;

    /** Costs of block terms in any format and fingerprints in doc values. */
    static final Costs TERMS = new Costs(400, 33);

    /** Costs of the tables of {@link SimHashPostingsFormat}. */
    static final Costs TABLES = new Costs(90, 1.5);

    /**
     * Returns the time to check all documents in turn; those of several words are read one by one.
     */
    static double scan(long documents, int words) {
      return documents * (words == 1 ? SCAN : WIDE_SCAN);
    }

    double nanos(double lookups, double candidates) {
      return lookups * lookup + candidates * candidate;
    }
  }
}
