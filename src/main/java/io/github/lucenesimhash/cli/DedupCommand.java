package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.CleanCorpus;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the groups of near-duplicates in a corpus. */
@Command(name = "dedup")
final class DedupCommand extends GroupingCommand {

  @Mixin private InputOptions.Dated input;
  @Mixin private final Results results = new Results();

  @Option(names = "--truth", paramLabel = "PAIRS")
  private Path truthFile;

  @Option(names = "--write-clean", paramLabel = "TARGET")
  private Path clean;

  @Option(names = "--resume", paramLabel = "FOLDER")
  private Path resume;

  @Override
  List<String> inputs() {
    return input.inputs;
  }

  @Override
  int run() throws IOException {
    TruthPairs truth = truthFile == null ? null : TruthPairs.read(truthFile, Bounds.DEFAULT);
    Corpus corpus = input.corpus(main.console);
    try (InputDocuments documents = new InputDocuments(corpus);
        results;
        CleanCorpus cleaned =
            clean == null ? null : new CleanCorpus(clean, documents, Json.factory());
        Interruption interruption = new Interruption(main.console, () -> IOUtils.close(cleaned))) {
      results.open(main.console);
      documents.read(schemeOptions.scheme(), keepsNewest(), resume);
      DocumentGroups groups = group(documents);
      results.write(this, groups, truth, corpus.skipped().byKind());
      if (cleaned != null) {
        interruption.step(() -> cleaned.write(groups.duplicates()));
      }
      stages.end("write", groups.groups.size(), "groups");
      interruption.step(
          () -> {
            results.complete();
            if (cleaned != null) {
              cleaned.complete();
            }
          });
    }
    return corpus.end();
  }
}
