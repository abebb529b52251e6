package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.util.Arrays;

/**
 * Which block values a query looks up in a segment: block i within distance {@code threshold(i)} of
 * the query's own, -1 for not at all.
 *
 * <pre>
 * Bound   sum over the blocks of (threshold + 1) = maxDistance + 1.
 * Proof   If every block of a document differed in at least threshold + 1 bits, it would differ in at least
 *         maxDistance + 1 bits. So a document within maxDistance has a block within its threshold.
 * Choice  The cheapest of all such sums by estimated cost, found as a shortest path: blocks 0 and 1 with budget s,
 *         blocks 2 and 3 with the rest; (maxDistance + 1)^2 additions. A block whose values are frequent gets -1.
 * Source  General pigeonhole principle: J. Qin et al., GPH: Similarity Search in Hamming Space, ICDE 2018.
 * </pre>
 */
final class BlockPlan {

  /** Of the query's own values alone: within 3 bits nothing is cheaper, if none is frequent. */
  private static final int[] OWN_VALUES = {0, 0, 0, 0};

  private final int[] thresholds;
  private final long lookups;
  private final double candidates;
  private final double nanos;

  private BlockPlan(int[] thresholds, long lookups, double candidates, Costs costs) {
    this.thresholds = thresholds;
    this.lookups = lookups;
    this.candidates = candidates;
    nanos = costs.nanos((double) lookups, candidates);
  }

  static BlockPlan cheapest(int maxDistance, Statistics statistics, Costs costs) {
    int total = maxDistance + 1;
    int[] own = statistics.own;
    if (total == Blocks.BLOCKS && statistics.isEven(costs)) {
      double candidates = (double) own[0] + own[1] + own[2] + own[3];
      return new BlockPlan(OWN_VALUES, Blocks.BLOCKS, candidates, costs);
    }
    int most = Math.min(total, Blocks.BLOCK_BITS + 1);
    double[][] nanos = new double[Blocks.BLOCKS][most + 1];
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      for (int budget = 0; budget <= most; budget++) {
        nanos[block][budget] =
            costs.nanos(statistics.lookups(budget - 1), statistics.candidates(block, budget - 1));
      }
    }
    int[] lowFirst = new int[total + 1];
    int[] highFirst = new int[total + 1];
    double[] low = cheapestPairs(nanos[0], nanos[1], total, lowFirst);
    double[] high = cheapestPairs(nanos[2], nanos[3], total, highFirst);
    int best = 0;
    for (int budget = 1; budget <= total; budget++) {
      if (low[budget] + high[total - budget] < low[best] + high[total - best]) {
        best = budget;
      }
    }
    int rest = total - best;
    int[] thresholds = {
      lowFirst[best] - 1, best - lowFirst[best] - 1, highFirst[rest] - 1, rest - highFirst[rest] - 1
    };
    long lookups = 0;
    double candidates = 0;
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      lookups += statistics.lookups(thresholds[block]);
      candidates += statistics.candidates(block, thresholds[block]);
    }
    return new BlockPlan(thresholds, lookups, candidates, costs);
  }

  /** For each budget the cheapest way to share it between two blocks, and the first one's share. */
  private static double[] cheapestPairs(double[] a, double[] b, int total, int[] first) {
    double[] cheapest = new double[total + 1];
    Arrays.fill(cheapest, Double.POSITIVE_INFINITY);
    for (int budget = 0; budget <= total; budget++) {
      for (int i = Math.max(0, budget - b.length + 1); i <= Math.min(budget, a.length - 1); i++) {
        double nanos = a[i] + b[budget - i];
        if (nanos < cheapest[budget]) {
          cheapest[budget] = nanos;
          first[budget] = i;
        }
      }
    }
    return cheapest;
  }

  int threshold(int block) {
    return thresholds[block];
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

  /** What is known of a segment's block values before a query is answered. */
  static final class Statistics {

    private final int prefixBits;
    private final int documents;
    private final int[] own;
    private final int[] centers;
    private final FrequentValues frequent;
    private final double average;

    /**
     * @param prefixBits bits of a block that a lookup tells apart, 1 to 16
     * @param documents that have the field
     * @param own documents under each of the query's own four block values
     * @param centers the query's own four block values, of {@code prefixBits} bits
     * @param frequent values that many documents share
     */
    Statistics(int prefixBits, int documents, int[] own, int[] centers, FrequentValues frequent) {
      this.prefixBits = prefixBits;
      this.documents = documents;
      this.own = own;
      this.centers = centers;
      this.frequent = frequent;
      average = (double) documents / (1 << prefixBits);
    }

    /** Expected documents under the values within a radius of the query's own, -1 to 16. */
    double candidates(int block, int radius) {
      if (radius < 0) {
        return 0;
      }
      double others = (lookups(radius) - 1) * average;
      double excess = frequent.excess(block, centers[block], radius, average);
      return Math.min(documents, own[block] + others + excess);
    }

    int lookups(int radius) {
      return HammingBall.size(prefixBits, radius);
    }

    /** True if no own value is so frequent that 17 lookups elsewhere could be cheaper. */
    private boolean isEven(Costs costs) {
      double most = 16 * costs.nanos(1, average) / costs.candidate();
      return own[0] <= most && own[1] <= most && own[2] <= most && own[3] <= most;
    }
  }

  /**
   * Nanoseconds that the steps of a search take, as SearchBench's {@code --run calibration}
   * measures them.
   *
   * @param lookup to find one block value and open its documents
   * @param candidate to check one document under it
   * @param scan to check the next document when all are read in turn
   * @param check to check one document that another clause leads to
   */
  record Costs(double lookup, double candidate, double scan, double check) {

    /** Block terms in any format, fingerprints in the doc values. */
    static final Costs TERMS = new Costs(400, 33, 1.8, 60);

    /** The tables of {@link SimHashPostingsFormat}. */
    static final Costs TABLES = new Costs(90, 1.5, 0.8, 60);

    double nanos(double lookups, double candidates) {
      return lookups * lookup + candidates * candidate;
    }
  }
}
