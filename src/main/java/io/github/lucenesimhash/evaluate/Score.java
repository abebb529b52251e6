package io.github.lucenesimhash.evaluate;

/**
 * Counts right and wrong pairs among the pairs that were found.
 *
 * @param found the number of near-duplicate pairs that were found
 * @param falsePairs the number of negative pairs that were found
 * @param positive the number of all near-duplicate pairs
 */
public record Score(long found, long falsePairs, long positive) {

  /** {@return the share of the pairs found that are near-duplicates, NaN if no pair was found} */
  public double precision() {
    return (double) found / (found + falsePairs);
  }

  /** {@return the share of the near-duplicate pairs that were found, NaN if there is none} */
  public double recall() {
    return (double) found / positive;
  }

  /**
   * {@return the harmonic mean of precision and recall, NaN if there are neither pairs found nor
   * near-duplicates}
   */
  public double f1() {
    return 2.0 * found / (found + falsePairs + positive);
  }
}
