package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.DedupReport.Summary;
import io.github.lucenesimhash.cli.DedupReport.Truth;
import io.github.lucenesimhash.cli.StarClusters.Keep;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the clusters of near-duplicates in a corpus. */
@Command(
    name = "dedup",
    description = {
      "Prints clusters of near-duplicates: the document to keep, and indented below it every"
          + " further one within the distance, nearest first."
    })
final class DedupCommand implements Callable<Integer> {

  private static final int TABLE_DISTANCE = 16;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Console console;

  @Mixin private InputOptions input;
  @Mixin private DistanceOption distance;
  @Mixin private SchemeOptions schemeOptions;

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      converter = KeepChoice.class,
      completionCandidates = KeepChoice.class,
      defaultValue = "first",
      description =
          "Which of a cluster is kept: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Keep keep;

  @Option(
      names = "--truth",
      paramLabel = "PAIRS",
      description = {
        "Lines of id TAB id TAB similarity (0 to 1; pairs not listed are unlike): adds precision,",
        "recall and F1 over all pairs of documents, here and at distances 0 to 16."
      })
  private Path truthFile;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write into a file, which appears only when complete.")
  private Path out;

  DedupCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    TruthPairs truth = truthFile == null ? null : TruthPairs.read(truthFile);
    Corpus corpus = new Corpus(input, console);
    try (Output output = new Output(out, console);
        FingerprintIndex index = FingerprintIndex.of(corpus, schemeOptions.scheme())) {
      DedupReport report = report(output.writer());
      report.start();
      long[] counts = new long[2];
      try (Progress progress = new Progress(console, "Comparing", index.entries().size())) {
        StarClusters.forEach(
            index,
            distance.maxDistance,
            keep,
            progress,
            cluster -> {
              counts[0]++;
              counts[1] += cluster.members().size();
              report.accept(cluster);
            });
      }
      Truth judgement = truth == null ? null : judge(index, truth);
      Summary summary =
          new Summary(
              index.schemeId(),
              distance.maxDistance,
              corpus.documents(),
              counts[0],
              counts[1],
              index.withoutFingerprint().size(),
              corpus.skipped(),
              (System.nanoTime() - start) / NANOS_PER_SECOND);
      report.finish(summary, judgement);
      output.complete();
      if (out != null) {
        Writer standardOutput = console.writer();
        new DedupText(standardOutput).finish(summary, judgement);
        standardOutput.flush();
      }
    }
    return 0;
  }

  private DedupReport report(Writer writer) throws IOException {
    return json ? new DedupJson(Json.generator(writer)) : new DedupText(writer);
  }

  private Truth judge(FingerprintIndex index, TruthPairs truth) throws IOException {
    try (Progress progress = new Progress(console, "Judging", index.entries().size())) {
      PairScores scores =
          PairScores.of(index, truth, Math.max(TABLE_DISTANCE, distance.maxDistance), progress);
      return new Truth(
          scores.within(distance.maxDistance),
          IntStream.rangeClosed(0, TABLE_DISTANCE).mapToObj(scores::within).toList());
    }
  }

  private static final class KeepChoice extends Choice<Keep> {
    KeepChoice() {
      super(Keep.class);
    }
  }
}
