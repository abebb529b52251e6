package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.PairScores.Score;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** How clusters are written, each as soon as it is found. */
interface DedupReport extends StarClusters.Sink {

  /**
   * Figures of a run.
   *
   * @param schemeId of the scheme that made the fingerprints
   * @param maxDistance in bits
   * @param duplicates documents that are in a cluster and not kept
   * @param withoutFingerprint documents that are too short for one
   * @param skipped lines and files that could not be read
   */
  record Summary(
      String schemeId,
      int maxDistance,
      long documents,
      long clusters,
      long duplicates,
      long withoutFingerprint,
      long skipped,
      double seconds) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d documents, %d clusters, %d duplicates, %d without fingerprint, %d skipped, %.1f s",
          documents,
          clusters,
          duplicates,
          withoutFingerprint,
          skipped,
          seconds);
    }
  }

  /**
   * The judgement on a run.
   *
   * @param chosen at the distance of the run
   * @param table at each distance from 0 up
   */
  record Truth(Score chosen, List<Score> table) {}

  /** Writes what comes before the first cluster. */
  void start() throws IOException;

  /**
   * Writes what comes after the last cluster.
   *
   * @param truth null if nothing is known
   */
  void finish(Summary summary, Truth truth) throws IOException;
}
