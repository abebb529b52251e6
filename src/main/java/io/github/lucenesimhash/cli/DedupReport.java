package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.PairScores.Score;
import io.github.lucenesimhash.corpus.SkipReport;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How clusters are written, each as soon as it is found. */
interface DedupReport {

  /**
   * Figures of a run.
   *
   * @param schemeId of the scheme that made the fingerprints
   * @param maxDistance in bits
   * @param minResemblance of the texts of pairs, 0 if they were not compared
   * @param comparedPairs pairs of a kept document and one within the distance
   * @param removedPairs those of them that were not alike
   * @param duplicates documents that are in a cluster and not kept
   * @param withoutFingerprint documents that are too short for one
   * @param skipped what was not read, by kind
   */
  record Summary(
      String schemeId,
      int maxDistance,
      double minResemblance,
      long comparedPairs,
      long removedPairs,
      long documents,
      long clusters,
      long duplicates,
      long withoutFingerprint,
      Map<String, Long> skipped,
      double seconds) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d documents, %d clusters, %d duplicates, %d kept, %d without fingerprint, %d skipped,"
              + " %.1f s",
          documents,
          clusters,
          duplicates,
          kept(),
          withoutFingerprint,
          skippedCount(),
          seconds);
    }

    long kept() {
      return documents - duplicates;
    }

    long skippedCount() {
      return SkipReport.sum(skipped);
    }
  }

  /**
   * The judgement on a run.
   *
   * @param chosen at the distance of the run
   * @param verified at the distance of the run, of the pairs whose texts are alike; null if they
   *     were not compared
   * @param table at each distance from 0 up, by fingerprints alone
   */
  record Truth(Score chosen, Score verified, List<Score> table) {}

  /** Writes what comes before the first cluster. */
  void start() throws IOException;

  void accept(Cluster cluster) throws IOException;

  /**
   * Writes what comes after the last cluster.
   *
   * @param truth null if nothing is known
   */
  void finish(Summary summary, Truth truth) throws IOException;
}
