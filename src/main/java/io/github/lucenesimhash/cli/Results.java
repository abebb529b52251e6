package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.DedupReport.Summary;
import io.github.lucenesimhash.cli.DedupReport.Truth;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.join.Groups.Group;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.util.IOUtils;

/** Writes clusters and figures to standard output or a file, and a page beside. */
final class Results implements Closeable {

  private static final int TABLE_DISTANCE = 16;

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
    Writer writer = output.writer();
    DedupReport report = report(writer);
    report.start();
    for (Group group : groups.groups()) {
      report.accept(groups.cluster(group));
    }
    Truth judgement = truth == null ? null : judge(groups, truth);
    Summary summary = groups.summary(skipped, stages);
    report.finish(summary, judgement);
    if (toFile) {
      Writer standardOutput = console.writer();
      new DedupText(standardOutput).finish(summary, judgement);
      standardOutput.flush();
    }
    if (page != null) {
      new ReportPage(groups, summary).write(page.writer());
    }
  }

  private DedupReport report(Writer writer) throws IOException {
    if (json) {
      return new DedupJson(Json.generator(writer));
    }
    return switch (format) {
      case JSON_LINES -> new DedupJsonLines(new DedupJson(Json.line(writer)));
      case TSV -> new DedupTsv(writer);
      case TEXT -> new DedupText(writer);
    };
  }

  private Truth judge(DocumentGroups groups, TruthPairs truth) throws IOException {
    try (Progress progress = new Progress(console, "Judging", Terminal.UNKNOWN)) {
      int distance = groups.groups().join().maxDistance();
      PairScores scores =
          PairScores.of(groups, truth, distance, Math.max(TABLE_DISTANCE, distance), progress);
      return new Truth(
          scores.within(distance),
          groups.verification() == null ? null : scores.verified(distance),
          IntStream.rangeClosed(0, TABLE_DISTANCE).mapToObj(scores::within).toList());
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
