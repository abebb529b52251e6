package io.github.lucenesimhash.search;

/**
 * Nanoseconds that the steps of a search take: set by the prototypes and by hand while tuning at
 * 10M documents. SearchBench's {@code --run calibration} measures them; its figures are not in here
 * yet.
 *
 * @param lookup to find one block value and open its documents
 * @param candidate to check one document under it
 * @param scan to check the next document when all are read in turn
 * @param check to check one document that another clause leads to
 */
record CostModel(double lookup, double candidate, double scan, double check) {

  /** Block terms in any format, fingerprints in the doc values. */
  static final CostModel TERMS = new CostModel(750, 20, 1.3, 60);

  /** The tables of {@link SimHashPostingsFormat}. */
  static final CostModel TABLES = new CostModel(90, 0.6, 0.5, 60);

  double nanos(double lookups, double candidates) {
    return lookups * lookup + candidates * candidate;
  }
}
