package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Results.Summary;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.InputDocuments;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the groups of near-duplicates in a corpus on a page. */
@Command(name = "report")
final class ReportCommand extends GroupingCommand {

  @Mixin private InputOptions.Dated input;
  @Mixin private Output.OutOption out;

  @Override
  List<String> inputs() {
    return input.inputs;
  }

  @Override
  int run() throws IOException {
    Corpus corpus = input.corpus(main.console);
    try (InputDocuments documents = new InputDocuments(corpus);
        Output output = out.open(main.console)) {
      FingerprintScheme scheme = schemeOptions.scheme();
      prepare(documents, scheme);
      documents.read(scheme, keep.goesByDate());
      DocumentGroups groups = group(documents, scheme, null);
      Summary summary = groups.summary(corpus.skipped().byKind(), null);
      new ReportPage(groups, summary, this, out.file).write(output.writer());
      stages.end("write", groups.groups.size(), "groups");
      output.complete();
      if (out.file != null) {
        main.console.print("%s", summary.endLine());
      }
    }
    return corpus.end();
  }
}
