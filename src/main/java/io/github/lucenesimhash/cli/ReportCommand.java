package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows the clusters of near-duplicates in a corpus on a page. */
@Command(
    name = "report",
    description = {
      "Finds near-duplicates as dedup does and shows them on one HTML page that needs no network:"
          + " figures, distributions, the largest and the most doubtful clusters side by side."
    })
final class ReportCommand implements Callable<Integer> {

  private final Console console;

  @ParentCommand private Main main;
  @Mixin private InputOptions input;
  @Mixin private GroupOptions grouping;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write into a file, which appears only when complete.")
  private Path out;

  ReportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Stages stages = new Stages();
    Corpus corpus = new Corpus(input, console);
    corpus.sources().checkApart("--out", out);
    try (InputDocuments documents = new InputDocuments(corpus, input, console);
        Output output = new Output(out, console)) {
      documents.read(grouping.schemeOptions.scheme(), null);
      stages.end("read", corpus.documents(), "documents");
      DocumentGroups groups =
          DocumentGroups.of(documents, documents.table(), grouping, console, stages);
      new ReportPage(groups, groups.summary(corpus.skipped(), stages)).write(output.writer());
      stages.end("write", groups.groups().size(), "groups");
      output.complete();
    }
    if (main.isVerbose()) {
      stages.print(console);
    }
    return 0;
  }
}
