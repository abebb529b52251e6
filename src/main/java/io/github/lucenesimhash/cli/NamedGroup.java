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
 * A group by the ids of its documents, in the order of its JSON.
 *
 * @param diameter the largest distance between two of them, in bits
 * @param members not the one that is kept; nearest first, ties in keep order
 */
record NamedGroup(String kept, int diameter, List<Near> members) {

  /**
   * A document that is near another.
   *
   * @param distance in bits
   * @param resemblance of the two texts, 0 to 1; null if not known
   * @param contained the share of its text that the other one has; null unless that counts
   * @param contains the share of the other text that its own has; likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Near(String id, int distance, Float resemblance, Float contained, Float contains) {

    /**
     * Returns a document with what is known of the texts.
     *
     * @param likeness of the document, the first, and the other
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

    /** The id and the distance. */
    String tsv() {
      return Console.oneLine(id) + "\t" + distance;
    }

    /** The resemblance, empty if it is not known, and the shares that count. */
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

  /** Writes a line for each member: kept, duplicate, distance, and how much the texts share. */
  void writeTsv(Writer out) throws IOException {
    for (Near near : members) {
      out.write(Console.oneLine(kept) + "\t" + near.tsv() + "\t" + near.shown() + "\n");
    }
  }
}
