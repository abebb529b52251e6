package io.github.lucenesimhash.cli;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

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
   */
  record Near(
      String id, int distance, @JsonInclude(JsonInclude.Include.NON_NULL) Float resemblance) {

    String tsv() {
      Formatter out = new Formatter(Locale.ROOT).format("%s\t%d", Console.oneLine(id), distance);
      return (resemblance == null ? out : out.format("\t%.4f", resemblance)) + "\n";
    }
  }

  String text() {
    Formatter out = new Formatter(Locale.ROOT).format("%s\n", Console.oneLine(kept));
    members.forEach(near -> out.format("  %2d  %s\n", near.distance, Console.oneLine(near.id)));
    return out.toString();
  }

  String tsv() {
    return members.stream()
        .map(near -> Console.oneLine(kept) + "\t" + near.tsv())
        .collect(joining());
  }
}
