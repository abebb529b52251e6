package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import java.util.Map;

/**
 * Figures of a run that found groups, in the order of their JSON.
 *
 * @param scheme the id of the scheme that made the fingerprints
 * @param maxDistance in bits
 * @param minResemblance of the texts of pairs, null if they were not compared, as the next two
 * @param comparedPairs pairs of a kept document and one within the distance
 * @param removedPairs those of them whose texts are not alike
 * @param duplicates documents that are in a group and not kept
 * @param withoutFingerprint documents that are too short for one
 * @param truth null if nothing is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RunSummary(
    String scheme,
    int maxDistance,
    Double minResemblance,
    Long comparedPairs,
    Long removedPairs,
    long documents,
    long clusterCount,
    long duplicates,
    long withoutFingerprint,
    long kept,
    long skipped,
    Map<String, Long> skippedByKind,
    double seconds,
    TruthScores truth) {

  @Override
  public String toString() {
    String text =
        String.format(
            Locale.ROOT,
            "%d documents, %d clusters, %d duplicates, %d kept, %d without fingerprint, %d skipped,"
                + " %.1f s\n",
            documents,
            clusterCount,
            duplicates,
            kept,
            withoutFingerprint,
            skipped,
            seconds);
    if (minResemblance != null) {
      text +=
          String.format(
              Locale.ROOT,
              "verification: %d of %d candidate pairs removed, resemblance below %s\n",
              removedPairs,
              comparedPairs,
              minResemblance);
    }
    return truth == null ? text : text + truth;
  }
}
