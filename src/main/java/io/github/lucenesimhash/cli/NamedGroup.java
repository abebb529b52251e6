package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * A group by the ids of its documents, in the order of its JSON.
 *
 * @param diameter the largest distance between two of them, in bits
 * @param members not the one that is kept; nearest first, ties in keep order
 */
record NamedGroup(String kept, int diameter, List<Near> members) {

  private static final int SHOWN = 200; // characters of an id

  /**
   * A document that is near another.
   *
   * @param distance in bits; null if one has no fingerprint
   * @param resemblance of the two texts, 0 to 1; null if not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Near(String id, Integer distance, Float resemblance) {

    /** The id and the distance. */
    String tsv() {
      return Console.oneLine(id) + "\t" + (distance == null ? "" : distance);
    }

    /** The resemblance, empty if it is not known. */
    String shown() {
      return resemblance == null ? "" : String.format(Locale.ROOT, "%.4f", resemblance);
    }
  }

  String text() {
    Formatter out = new Formatter(Locale.ROOT).format("%s\n", shown(kept));
    members.forEach(near -> out.format("  %2d  %s\n", near.distance, shown(near.id)));
    return out.toString();
  }

  /** For readers, who need no more of a long one; programs get all. */
  private static String shown(String id) {
    String line = Console.oneLine(id);
    boolean isLong = line.codePointCount(0, line.length()) > SHOWN;
    return isLong ? line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "..." : line;
  }

  /** A line for each member: kept, duplicate, distance, and the resemblance if known. */
  String tsv() {
    return lines("\t", Console::oneLine);
  }

  String csv() {
    return lines(",", NamedGroup::quoted);
  }

  private String lines(String separator, UnaryOperator<String> field) {
    StringBuilder lines = new StringBuilder();
    for (Near near : members) {
      lines.append(field.apply(kept)).append(separator).append(field.apply(near.id));
      lines.append(separator).append(near.distance);
      lines.append(separator).append(near.shown()).append('\n');
    }
    return lines.toString();
  }

  /** As RFC 4180 has it. */
  private static String quoted(String field) {
    return field.matches("(?s).*[\",\r\n].*") ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }
}
