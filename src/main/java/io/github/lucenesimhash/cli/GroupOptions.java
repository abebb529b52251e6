package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What counts as near-duplicates, and which of them is kept. */
final class GroupOptions {

  enum Keep {
    /** The first in the input. */
    FIRST,
    /** The one of most characters, ties by input order. */
    LONGEST,
    /** The one of the latest date, ties by input order. */
    NEWEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final class DistanceOption {

    @Option(
        names = "-k",
        paramLabel = "BITS",
        converter = Range.Distance.class,
        defaultValue = "" + FingerprintScheme.DEFAULT_DISTANCE,
        description =
            "Most bits that near-duplicates differ in, 0 to 64 (default: ${DEFAULT-VALUE}; 12 suits"
                + " --sketch simhash).")
    int maxDistance;
  }

  static final String DEFAULT_RESEMBLANCE = "0.8";

  @Mixin DistanceOption distance;
  @Mixin SchemeOptions schemeOptions;

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      defaultValue = "first",
      description =
          "Which of a group is kept: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Keep keep;

  @Option(
      names = "--max-group",
      paramLabel = "N",
      converter = Range.FromTwo.class,
      description =
          "Most documents in a group, 2 and more (default: no limit). The nearest are taken;"
              + " others may make groups of their own.")
  private Integer maxGroup;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Range.Ratio.class,
      defaultValue = DEFAULT_RESEMBLANCE,
      description =
          "Compare the texts of pairs within the distance, and keep together those that share J of"
              + " their features (Jaccard, 3 words in a row, 4 characters in Chinese), 0 to 1"
              + " (default: ${DEFAULT-VALUE}).")
  private double minResemblance;

  @Option(
      names = "--no-verify",
      description = "Go by the fingerprints alone, as with --verify 0: faster, less exact.")
  private boolean unverified;

  /** 0 if texts are not compared. */
  double minResemblance() {
    return unverified ? 0 : minResemblance;
  }

  boolean keepsNewest() {
    return keep == Keep.NEWEST;
  }

  Grouping stars(SimilarityJoin join, Documents documents) {
    Grouping stars =
        Grouping.stars(join)
            .keep(
                switch (keep) {
                  case FIRST -> entry -> 0;
                  case LONGEST -> entry -> -documents.length(documents.document(entry));
                  case NEWEST -> entry -> ~documents.date(documents.document(entry));
                });
    return maxGroup == null ? stars : stars.maxGroupSize(maxGroup);
  }
}
