package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.TextDocument;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import picocli.CommandLine.Option;

/** Which document of a group is kept; of several the first. */
final class KeepOption {

  private enum Keep {
    FIRST,
    /** The one of most distinct features, ties by input order. */
    LONGEST,
    /** The one of the latest date. */
    NEWEST,
    OLDEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(names = "--keep", paramLabel = "WHICH")
  private Keep keep; // null before the default is known, if none is given

  /** Keeps the first unless it is asked for another, the longest where texts may be contained. */
  void otherwise(boolean isContained) {
    keep = keep == null ? (isContained ? Keep.LONGEST : Keep.FIRST) : keep;
  }

  /** Whether documents are ranked by how many features they have. */
  boolean goesByFeatures() {
    return keep == Keep.LONGEST;
  }

  boolean goesByDate() {
    return keep == Keep.NEWEST || keep == Keep.OLDEST;
  }

  /** Names what documents without a date count as: one with a date is kept rather than they. */
  String undated() {
    return keep == Keep.NEWEST ? "the oldest" : "the newest";
  }

  /** The lowest of a group is kept. */
  IntToLongFunction rank(Documents documents) {
    return switch (keep) {
      case FIRST -> document -> 0;
      case LONGEST -> document -> -documents.features(document);
      case NEWEST -> document -> ~documents.date(document);
      case OLDEST ->
          document -> {
            long date = documents.date(document);
            return date == TextDocument.NO_DATE ? Long.MAX_VALUE : date;
          };
    };
  }
}
