package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.HammingBall;

/** What is known of a segment's block values before a query is answered. */
final class BlockStatistics {

  private final int prefixBits;
  private final int docCount;
  private final int[] own;
  private final int[] centers;
  private final FrequentValues frequent;
  private final double average;

  /**
   * @param prefixBits bits of a block that a lookup tells apart, 1 to 16
   * @param docCount documents that have the field
   * @param own documents under each of the query's own four block values
   * @param centers the query's own four block values, of {@code prefixBits} bits
   * @param frequent values that many documents share
   */
  BlockStatistics(int prefixBits, int docCount, int[] own, int[] centers, FrequentValues frequent) {
    this.prefixBits = prefixBits;
    this.docCount = docCount;
    this.own = own;
    this.centers = centers;
    this.frequent = frequent;
    average = (double) docCount / (1 << prefixBits);
  }

  /** The query's own value. */
  int center(int block) {
    return centers[block];
  }

  /** Expected documents under the values within a radius of the query's own, -1 to 16. */
  double candidates(int block, int radius) {
    if (radius < 0) {
      return 0;
    }
    double others = (lookups(radius) - 1) * average;
    double excess = frequent.excess(block, centers[block], radius, average);
    return Math.min(docCount, own[block] + others + excess);
  }

  /** True if no own value is so frequent that 17 lookups elsewhere could be cheaper. */
  boolean isEven(CostModel cost) {
    double limit = 16 * cost.nanos(1, average);
    for (int documents : own) {
      if (documents * cost.candidate() > limit) {
        return false;
      }
    }
    return true;
  }

  /** Documents under the query's own values. */
  double ownCandidates() {
    double sum = 0;
    for (int documents : own) {
      sum += documents;
    }
    return sum;
  }

  int lookups(int radius) {
    return HammingBall.size(prefixBits, radius);
  }
}
