package io.github.lucenesimhash.report;

import java.util.List;
import java.util.Objects;

/**
 * A document that is kept and its near-duplicates, as the page shows them.
 *
 * @param kept the document that stands for the group
 * @param size documents in the group, the kept one included, at least 2
 * @param farthest greatest distance of a member from the kept document, in bits
 * @param leastAlike smallest resemblance of a member to it, 0 to 1; NaN if not known
 * @param pairs the members to show beside it, at least one; the others are only counted
 */
public record ReportGroup(Text kept, int size, int farthest, double leastAlike, List<Pair> pairs) {

  /**
   * A document.
   *
   * @param id what the document is called
   * @param text of which the page shows what fits
   */
  public record Text(String id, String text) {
    /** Refuses null. */
    public Text {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * A member beside the kept document.
   *
   * @param distance bits
   * @param resemblance 0 to 1; NaN if not known
   */
  public record Pair(Text member, int distance, double resemblance) {
    /** Refuses null. */
    public Pair {
      Objects.requireNonNull(member, "member");
    }
  }

  /** Refuses a group that shows no pair, or more than it has. */
  public ReportGroup {
    Objects.requireNonNull(kept, "kept");
    pairs = List.copyOf(pairs);
    if (pairs.isEmpty() || pairs.size() >= size) {
      throw new IllegalArgumentException(
          "group '"
              + kept.id()
              + "' of size "
              + size
              + " shows "
              + pairs.size()
              + " pairs, expected 1 to size - 1");
    }
  }
}
