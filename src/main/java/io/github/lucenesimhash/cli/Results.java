package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.join.Groups.Group;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.util.IOUtils;

/** Writes clusters and figures to standard output or a file, and a page beside. */
final class Results implements Closeable {

  private final boolean json;
  private final boolean toFile;
  private final Source.Format format;
  private final Console console;
  private final Output output;
  private final Output page;

  /**
   * @param report null for no page
   * @throws BadInput if a file cannot be written
   */
  Results(boolean json, OutOption out, Path report, Console console) throws IOException {
    this.json = json;
    this.console = console;
    toFile = out.isFile();
    format = out.format();
    output = out.open(console);
    boolean opened = false;
    try {
      page = report == null ? null : new Output("--report", report, console);
      opened = true;
    } finally {
      if (!opened) {
        IOUtils.closeWhileHandlingException(output);
      }
    }
  }

  /**
   * @param truth null if nothing is known
   */
  void write(DocumentGroups groups, TruthPairs truth, Map<String, Long> skipped, Stages stages)
      throws IOException {
    GroupWriter writer = writer();
    for (Group group : groups.groups()) {
      writer.accept(groups.named(group));
    }
    RunSummary summary =
        groups.summary(skipped, stages, truth == null ? null : judge(groups, truth));
    writer.finish(summary);
    if (toFile) {
      Writer standardOutput = console.writer();
      standardOutput.write(summary.toString());
      standardOutput.flush();
    }
    if (page != null) {
      new ReportPage(groups, summary).write(page.writer());
    }
  }

  private GroupWriter writer() throws IOException {
    Writer writer = output.writer();
    if (json) {
      return GroupWriter.JsonObject.start(writer);
    }
    return switch (format) {
      case JSON_LINES -> new GroupWriter.JsonLines(writer);
      case TSV -> new GroupWriter.Tsv(writer);
      case TEXT -> new GroupWriter.Text(writer);
    };
  }

  private TruthScores judge(DocumentGroups groups, TruthPairs truth) throws IOException {
    try (Progress progress = new Progress(console, "Judging", Terminal.UNKNOWN)) {
      return TruthScores.of(groups, truth, progress);
    }
  }

  /** Puts the finished files into their places. */
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
}
