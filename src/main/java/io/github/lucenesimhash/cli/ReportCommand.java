package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.InputDocuments;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the groups of near-duplicates in a corpus on a page. */
@Command(
    name = "report",
    description =
        "Finds near-duplicates as dedup does and shows them on one HTML page that needs no network:"
            + " figures, distributions, the largest and the most doubtful groups side by side.")
final class ReportCommand extends GroupingCommand {

  @Mixin private InputOptions.Dated input;
  @Mixin private Output.OutOption out;

  @Override
  int run(Stages stages) throws IOException {
    Corpus corpus = input.corpus(main.console);
    try (InputDocuments documents = new InputDocuments(corpus);
        Output output = out.open(main.console)) {
      documents.read(grouping.schemeOptions.scheme(), grouping.keepsNewest(), null);
      DocumentGroups groups = group(documents, stages);
      new ReportPage(groups, groups.summary(corpus.skipped().byKind(), stages, null))
          .write(output.writer());
      stages.end("write", groups.groups().size(), "groups");
      output.complete();
    }
    return corpus.end();
  }
}
