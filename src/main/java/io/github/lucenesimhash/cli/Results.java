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

/** Writes groups and figures to standard output or a file, and on request an HTML page. */
final class Results implements Closeable {

  private static final int SHOWN = 20; // maximum groups on standard output

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

  /** Prints a line, on standard error if standard output is one JSON object. */
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
   * The figures of a run. The components are in the order of the JSON.
   *
   * @param scheme the id of the scheme that made the fingerprints
   * @param maxDistance the maximum distance of a pair, in bits
   * @param minResemblance the minimum resemblance of a pair, or null if texts were not compared
   * @param minContained the minimum share of a contained text's features that the kept text has, or
   *     null if only the resemblance counts
   * @param guard the guard as the user typed it, or null if texts were not compared
   * @param comparedPairs the number of tested pairs of a kept document and a document within the
   *     distance, with pairs that were decided without reading the texts, or null if texts were not
   *     compared
   * @param removedPairs the number of compared pairs that are not alike, or null if texts were not
   *     compared
   * @param heldBackPairs the number of pairs that only the guard kept apart, and of which both
   *     documents stay
   * @param uncomparedPairs the approximate number of pairs within the distance that contain
   *     different numbers and whose texts were not read, because the limit for such pairs was
   *     reached, or null if 0
   * @param duplicates the number of documents that are in a group and not kept
   * @param oldDocuments the number of old documents, with which all documents were compared, or
   *     null if there are no old documents
   * @param withoutFingerprint the number of documents whose text has no features
   * @param keptRows the file that lists the kept rows of Parquet files, or null if there is none
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
