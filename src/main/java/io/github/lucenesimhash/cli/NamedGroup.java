package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.verify.Likeness;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A group with the ids of its documents. The components are in the order of the JSON.
 *
 * @param kept the id of the kept document
 * @param diameter the largest distance between two documents of the group, in bits
 * @param members the duplicates of the kept document, nearest first, ties in the order in which
 *     documents are kept
 */
record NamedGroup(String kept, int diameter, List<Near> members) {

  /**
   * A document that is near another.
   *
   * @param distance the distance of the two fingerprints, in bits
   * @param resemblance the resemblance of the two texts, 0 to 1, or null if unknown
   * @param contained the share of the features of this document's text that the other text has, or
   *     null if the share is unknown or does not count
   * @param contains the share of the features of the other text that this document's text has, or
   *     null if the share is unknown or not reported
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Near(String id, int distance, Float resemblance, Float contained, Float contains) {

    /**
     * Returns a document with its distance and, if known, the likeness of the two texts.
     *
     * @param likeness the likeness of the document's text, the first, and the other text
     * @param mayBeContained whether the shares count
     */
    static Near of(String id, int distance, Likeness likeness, boolean mayBeContained) {
      boolean isKnown = !Double.isNaN(likeness.resemblance());
      boolean hasShares = isKnown && mayBeContained;
      return new Near(
          id,
          distance,
          isKnown ? (float) likeness.resemblance() : null,
          hasShares ? (float) likeness.contained() : null,
          hasShares ? (float) likeness.contains() : null);
    }

    /** Returns the id and the distance, separated by a tab. */
    String tsv() {
      return Console.oneLine(id) + "\t" + distance;
    }

    /** Returns the resemblance, empty if unknown, and the shares that are not null. */
    String shown() {
      String shares =
          Stream.of(contained, contains)
              .filter(Objects::nonNull)
              .map(share -> "\t" + shown(share))
              .collect(Collectors.joining());
      return (resemblance == null ? "" : shown(resemblance)) + shares;
    }

    private static String shown(float share) {
      return String.format(Locale.ROOT, "%.4f", share);
    }
  }

  void writeText(Writer out) throws IOException {
    out.write(Console.oneLine(kept) + "\n");
    for (Near near : members) {
      out.write(String.format(Locale.ROOT, "  %2d  %s\n", near.distance, Console.oneLine(near.id)));
    }
  }

  /** Returns the header of the table that {@link #writeTsv} writes. */
  static String columns(boolean mayBeContained) {
    return "kept\tduplicate\tdistance\tresemblance" + (mayBeContained ? "\tcontained\n" : "\n");
  }

  /** Writes a line for each member: kept id, member id, distance, resemblance and shares. */
  void writeTsv(Writer out) throws IOException {
    for (Near near : members) {
      out.write(Console.oneLine(kept) + "\t" + near.tsv() + "\t" + near.shown() + "\n");
    }
  }
}
