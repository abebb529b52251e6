package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.cli.Results.Summary;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** How groups are written, one after the other, and what is known about all of them. */
interface GroupWriter {

  /**
   * A group by the ids of its documents.
   *
   * @param diameter the largest distance between two of them, in bits
   * @param members nearest first, ties in keep order; at least one
   */
  record NamedGroup(String kept, int diameter, List<Member> members) {}

  /**
   * A document that is not kept.
   *
   * @param distance from the kept document, in bits
   * @param resemblance of the two texts, 0 to 1; null if not known
   */
  record Member(
      String id, int distance, @JsonInclude(JsonInclude.Include.NON_NULL) Float resemblance) {}

  void accept(NamedGroup group) throws IOException;

  /** Writes what comes after the last group. */
  void finish(Summary summary) throws IOException;

  /** Lines: the kept document, its duplicates indented below with their distances. */
  record Text(Writer writer) implements GroupWriter {

    @Override
    public void accept(NamedGroup group) throws IOException {
      writer.write(Console.oneLine(group.kept) + "\n");
      for (Member member : group.members) {
        writer.write(
            String.format(Locale.ROOT, "  %2d  %s\n", member.distance, Console.oneLine(member.id)));
      }
    }

    @Override
    public void finish(Summary summary) throws IOException {
      writer.write(summary.toString());
    }
  }

  /**
   * A line for each duplicate: the kept document, the duplicate, distance, resemblance if known.
   */
  record Tsv(Writer writer) implements GroupWriter {

    @Override
    public void accept(NamedGroup group) throws IOException {
      String kept = Console.oneLine(group.kept);
      for (Member member : group.members) {
        writer.write(kept + "\t" + Console.oneLine(member.id) + "\t" + member.distance);
        writer.write(
            member.resemblance == null
                ? "\n"
                : String.format(Locale.ROOT, "\t%.4f\n", member.resemblance));
      }
    }

    @Override
    public void finish(Summary summary) {}
  }

  /** A JSON object for each group, each on a line. */
  record JsonLines(Writer writer) implements GroupWriter {

    @Override
    public void accept(NamedGroup group) throws IOException {
      Json.writeLine(writer, group);
    }

    @Override
    public void finish(Summary summary) {}
  }

  /** One JSON object of all groups and the summary. */
  record JsonObject(JsonGenerator json) implements GroupWriter {

    static JsonObject start(Writer writer) throws IOException {
      JsonGenerator json = Json.generator(writer);
      json.writeStartObject();
      json.writeArrayFieldStart("clusters");
      return new JsonObject(json);
    }

    @Override
    public void accept(NamedGroup group) throws IOException {
      json.writePOJO(group);
    }

    @Override
    public void finish(Summary summary) throws IOException {
      json.writeEndArray();
      Json.end(json, summary);
    }
  }
}
