package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
import java.util.Arrays;

/**
 * Which block values a query looks up in a segment: block i within distance {@code threshold(i)} of
 * the query's own, -1 for not at all.
 *
 * <pre>
 * Bound   sum over the blocks of (threshold + 1) = maxDistance + 1.
 * Proof   If every block of a document differed in at least threshold + 1 bits, it would differ in at least
 *         maxDistance + 1 bits. So a document within maxDistance has a block within its threshold.
 * Choice  The sum is spread evenly, since a ball grows faster than its radius; the remainder goes to the
 *         blocks whose own term is rarest.
 * Source  General pigeonhole principle: J. Qin et al., GPH: Similarity Search in Hamming Space, ICDE 2018.
 * </pre>
 */
final class BlockPlan {

  /**
   * Estimated nanoseconds: to look up one term and open its postings; to read a posting and check
   * its fingerprint; to check the next document of a scan; to check one document somewhere. From
   * the prototype measurements on Lucene's default codec, 10M documents (4 seeks and postings about
   * 3 us; 20 ns a candidate; a doc-values iteration 32 ms; a single doc-values access 60 ns).
   */
  private static final double TERM_NANOS = 750;

  private static final double CANDIDATE_NANOS = 20;
  private static final double SCAN_NANOS = 3.2;
  private static final double LOOKUP_NANOS = 60;

  private final int[] thresholds;
  private final long terms;
  private final long candidates;

  private BlockPlan(int[] thresholds, long terms, long candidates) {
    this.thresholds = thresholds;
    this.terms = terms;
    this.candidates = candidates;
  }

  /**
   * @param maxDistance 0 to 64
   * @param docFreqs documents under each of the query's own four block values
   * @param docCount documents that have the field
   */
  static BlockPlan balanced(int maxDistance, int[] docFreqs, int docCount) {
    int[] thresholds = new int[BlockLayout.BLOCKS];
    Arrays.fill(thresholds, (maxDistance + 1) / BlockLayout.BLOCKS - 1);
    boolean[] raised = new boolean[BlockLayout.BLOCKS];
    for (int rest = (maxDistance + 1) % BlockLayout.BLOCKS; rest > 0; rest--) {
      int rarest = -1;
      for (int i = 0; i < BlockLayout.BLOCKS; i++) {
        if (!raised[i] && (rarest < 0 || docFreqs[i] < docFreqs[rarest])) {
          rarest = i;
        }
      }
      raised[rarest] = true;
      thresholds[rarest]++;
    }
    long terms = 0;
    double candidates = 0;
    for (int i = 0; i < BlockLayout.BLOCKS; i++) {
      int ball = HammingBall.size(thresholds[i]);
      terms += ball;
      if (ball > 0) {
        candidates += docFreqs[i] + (ball - 1.0) * docCount / (1 << BlockLayout.BLOCK_BITS);
      }
    }
    return new BlockPlan(thresholds, terms, (long) candidates);
  }

  int threshold(int block) {
    return thresholds[block];
  }

  /** Term lookups. */
  long terms() {
    return terms;
  }

  /** Expected postings to check. */
  long candidates() {
    return candidates;
  }

  /** True if reading all fingerprints in turn is expected to be faster. */
  boolean losesToScan(int docCount) {
    return nanos() > docCount * SCAN_NANOS;
  }

  /** True if checking only the documents of another clause is expected to be faster. */
  boolean losesToLead(long leadCost) {
    return nanos() > leadCost * LOOKUP_NANOS;
  }

  private double nanos() {
    return terms * TERM_NANOS + candidates * CANDIDATE_NANOS;
  }

  @Override
  public String toString() {
    return "blocks" + Arrays.toString(thresholds) + " terms=" + terms + " candidates~" + candidates;
  }
}
