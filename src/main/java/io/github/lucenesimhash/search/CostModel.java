package io.github.lucenesimhash.search;

/**
 * Nanoseconds that the steps of a search take, as SearchBench's {@code --run calibration} measured
 * them at 1M and 10M documents (JDK 25, AMD EPYC of the Zen 4 kind).
 *
 * <pre>
 *           lookup   candidate   scan   mean error of a search's time
 *   TERMS      396       32.7    1.78      9 %
 *   TABLES      90        1.53   0.79     15 %
 * </pre>
 *
 * A check took 3.3 in a loop of nothing else; 60 is set by hand for what is around it in a
 * conjunction.
 *
 * @param lookup to find one block value and open its documents
 * @param candidate to check one document under it
 * @param scan to check the next document when all are read in turn
 * @param check to check one document that another clause leads to
 */
record CostModel(double lookup, double candidate, double scan, double check) {

  /** Block terms in any format, fingerprints in the doc values. */
  static final CostModel TERMS = new CostModel(400, 33, 1.8, 60);

  /** The tables of {@link SimHashPostingsFormat}. */
  static final CostModel TABLES = new CostModel(90, 1.5, 0.8, 60);

  double nanos(double lookups, double candidates) {
    return lookups * lookup + candidates * candidate;
  }
}
