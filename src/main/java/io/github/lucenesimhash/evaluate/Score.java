package io.github.lucenesimhash.evaluate;

/**
 * A judgement on the pairs that were found.
 *
 * @param found near-duplicate pairs among them
 * @param foundChanged those of the found whose texts are not the same to the last feature
 * @param falsePairs pairs among them that are negative
 * @param positive near-duplicate pairs there are
 * @param changed those of them whose texts are not the same to the last feature
 */
public record Score(long found, long foundChanged, long falsePairs, long positive, long changed) {

  /** {@return the share of the pairs found that are near-duplicates, NaN if no pair was found} */
  public double precision() {
    return (double) found / (found + falsePairs);
  }

  /** {@return the share of the near-duplicate pairs that were found, NaN if there is none} */
  public double recall() {
    return (double) found / positive;
  }

  /**
   * {@return the harmonic mean of the two, NaN if there are neither pairs found nor
   * near-duplicates}
   */
  public double f1() {
    return 2.0 * found / (found + falsePairs + positive);
  }

  /**
   * {@return the share of the near-duplicates that are not identical that were found, NaN if none
   * is}
   */
  public double changedRecall() {
    return (double) foundChanged / changed;
  }
}
