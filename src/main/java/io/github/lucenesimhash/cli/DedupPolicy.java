package io.github.lucenesimhash.cli;

import java.util.Locale;
import java.util.Map;

/**
 * How an index is kept free of near-duplicates; it remembers that in its commit's user data.
 *
 * @param maxDistance in bits
 * @param minResemblance of the texts, 0 if they are not compared
 */
record DedupPolicy(Kind kind, int maxDistance, double minResemblance) {

  private static final String KIND = "lucene-simhash.dedup";
  private static final String DISTANCE = KIND + "-k";
  private static final String RESEMBLANCE = KIND + "--verify";

  /** Which of near-duplicates is in the index. */
  enum Kind {
    FIRST,
    NEWEST,
    /** All, each with its group. */
    MARK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a commit remembers, or null if nothing. */
  static DedupPolicy ofCommitData(Map<String, String> userData) {
    String kind = userData.get(KIND);
    return kind == null
        ? null
        : new DedupPolicy(
            Kind.valueOf(kind),
            Integer.parseInt(userData.get(DISTANCE)),
            Double.parseDouble(userData.get(RESEMBLANCE)));
  }

  Map<String, String> toCommitData() {
    return Map.of(
        KIND, kind.name(),
        DISTANCE, Integer.toString(maxDistance),
        RESEMBLANCE, Double.toString(minResemblance));
  }

  boolean comparesTexts() {
    return minResemblance > 0;
  }

  /** The options that ask for it. */
  @Override
  public String toString() {
    String start = String.format(Locale.ROOT, "--dedup %s -k %d", kind, maxDistance);
    return start + (comparesTexts() ? " --verify " + minResemblance : " --no-verify");
  }
}
