package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.join.Groups.Group;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes groups and figures to standard output or a file, and a page beside. */
final class Results implements Closeable {

  private static final int SHOWN = 20; // groups on a screen

  @Mixin private Json.AnswerOption answer;
  @Mixin private Output.OutOption out;

  @Option(names = "--report", paramLabel = "FILE")
  private Path report;

  private Console console;
  private GroupFormat format;
  private Output output;
  private Output page;

  void open(Console console) throws IOException {
    this.console = console;
    format = GroupFormat.of(out.file, answer.isJson);
    output = out.open(console);
    page = report == null ? null : new Output("--report", report, console);
  }

  Console console() {
    return console;
  }

  void write(DedupCommand command, DocumentGroups groups, Summary summary) throws IOException {
    Writer writer = output.writer();
    JsonGenerator object = format == GroupFormat.JSON ? Json.object(writer) : null;
    if (object != null) {
      object.writeArrayFieldStart("groups");
    }
    if (format == GroupFormat.TSV) {
      writer.write(NamedGroup.columns(groups.mayBeContained()));
    }
    boolean isScreen = format == GroupFormat.TEXT && out.file == null;
    int written = isScreen ? Math.min(SHOWN, groups.groups.size()) : groups.groups.size();
    for (Group group : groups.groups.subList(0, written)) {
      NamedGroup named = groups.named(group);
      switch (format) {
        case JSON -> object.writePOJO(named);
        case JSON_LINES -> Json.writeLine(writer, named);
        case TSV -> named.writeTsv(writer);
        case TEXT -> named.writeText(writer);
      }
    }
    if (written < groups.groups.size()) {
      String more = EndLine.count(groups.groups.size() - written, "more group");
      writer.write("... " + more + ", in --out FILE or with --json\n");
    }
    if (object != null) {
      Json.endArray(object, summary);
    } else if (format == GroupFormat.TEXT) {
      writer.write(summary + "\n");
    }
    if (out.file != null) {
      console.print("%s", summary);
    }
    if (page != null) {
      new ReportPage(groups, summary, command, report).write(page.writer());
    }
  }

  /** Says more, on standard output unless that is one object of JSON. */
  void say(String line) throws IOException {
    if (out.file == null && format == GroupFormat.JSON) {
      console.note(line);
    } else {
      console.print("%s", Console.oneLine(line));
    }
  }

  void complete() throws IOException {
    output.complete();
    if (page != null) {
      page.complete();
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(output, page);
  }

  /**
   * Figures of a run that found groups, in the order of their JSON.
   *
   * @param scheme the id of the scheme that made the fingerprints
   * @param maxDistance in bits
   * @param minResemblance of the texts of pairs; null if they were not compared
   * @param minContained of a text that goes for one that contains it; null if only the resemblance
   *     counts
   * @param guard what keeps texts apart that resemble each other; null if they were not compared
   * @param comparedPairs pairs of a kept document and one within the distance; null if their texts
   *     were not compared
   * @param removedPairs those of the compared pairs whose texts are not alike; null if they were
   *     not compared
   * @param heldBackPairs pairs that the guard alone kept apart, of which both stay
   * @param uncomparedPairs pairs within the distance that have other numbers, and whose texts were
   *     not compared, since many such pairs came before; null if there are none
   * @param duplicates documents that are in a group and not kept
   * @param oldDocuments documents that all were compared with, null if there are none
   * @param withoutFingerprint documents that are too short for one
   * @param keptRows a file of the rows that are kept of tables; null if there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Summary(
      String scheme,
      int maxDistance,
      Double minResemblance,
      Double minContained,
      String guard,
      Long comparedPairs,
      Long removedPairs,
      long heldBackPairs,
      Long uncomparedPairs,
      long documents,
      Long oldDocuments,
      long groupCount,
      long duplicates,
      long withoutFingerprint,
      long kept,
      String keptRows,
      @JsonUnwrapped Skipped skipped,
      double seconds) {

    @Override
    public String toString() {
      String verification =
          minResemblance == null
              ? ""
              : String.format(
                  Locale.ROOT,
                  " (%,d of %s were unlike)",
                  removedPairs,
                  EndLine.count(comparedPairs, "near pair"));
      String against =
          oldDocuments == null ? "" : " against " + EndLine.count(oldDocuments, "old document");
      List<String> results = new ArrayList<>();
      results.add(EndLine.count(groupCount, "group") + against);
      String apart = EndLine.apart(heldBackPairs, uncomparedPairs == null ? 0 : uncomparedPairs);
      results.add(EndLine.count(duplicates, "duplicate") + verification + apart);
      String rows = keptRows == null ? "" : " (rows in " + keptRows + ")";
      results.add(String.format(Locale.ROOT, "%,d kept%s", kept, rows));
      return EndLine.of(documents, withoutFingerprint, skipped.skippedByKind(), seconds, results);
    }
  }
}
