package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * A group by the ids of its documents, in the order of its JSON.
 *
 * @param diameter the largest distance between two of them, in bits
 * @param members nearest first, ties in keep order; at least one
 */
record NamedGroup(String kept, int diameter, List<Member> members) {

  /**
   * A document that is not kept.
   *
   * @param distance from the kept document, in bits
   * @param resemblance of the two texts, 0 to 1; null if not known
   */
  record Member(
      String id, int distance, @JsonInclude(JsonInclude.Include.NON_NULL) Float resemblance) {}

  /** Lines: the kept document, its duplicates indented below with their distances. */
  String text() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format("%s\n", Console.oneLine(kept));
    for (Member member : members) {
      out.format("  %2d  %s\n", member.distance, Console.oneLine(member.id));
    }
    return out.toString();
  }

  /**
   * A line for each duplicate: the kept document, the duplicate, distance, resemblance if known.
   */
  String tsv() {
    Formatter out = new Formatter(Locale.ROOT);
    for (Member member : members) {
      out.format("%s\t%s\t%d", Console.oneLine(kept), Console.oneLine(member.id), member.distance);
      if (member.resemblance != null) {
        out.format("\t%.4f", member.resemblance);
      }
      out.format("\n");
    }
    return out.toString();
  }
}
