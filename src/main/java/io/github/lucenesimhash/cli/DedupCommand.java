package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.CleanCorpus;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the groups of near-duplicates in a corpus. */
@Command(
    name = "dedup",
    description =
        "Prints groups of near-duplicates: the document to keep, and indented below it every"
            + " further one within the distance whose text is alike, nearest first. Never changes"
            + " its input.")
final class DedupCommand extends GroupingCommand {

  @Mixin private InputOptions.Dated input;
  @Mixin private final Results results = new Results();

  @Option(
      names = "--truth",
      paramLabel = "PAIRS",
      description =
          "Lines of id TAB id TAB similarity (0 to 1, or dup or not; pairs not listed are unlike):"
              + " adds precision, recall and F1 over all pairs of documents, here and at distances"
              + " 0 to 16.")
  private Path truthFile;

  @Option(
      names = "--write-clean",
      paramLabel = "TARGET",
      description =
          "Write the documents that are kept, unchanged, in input order: into one file if TARGET"
              + " ends in .jsonl or .tsv, else into a new folder, file by file.")
  private Path clean;

  @Option(
      names = "--resume",
      paramLabel = "FOLDER",
      description =
          "Remember in FOLDER what was read: if the run is ended, the same command goes on from"
              + " there. Can be deleted afterwards.")
  private Path resume;

  @Override
  int run(Stages stages) throws IOException {
    TruthPairs truth = truthFile == null ? null : TruthPairs.read(truthFile, Bounds.DEFAULT);
    Corpus corpus = input.corpus(main.console);
    try (InputDocuments documents = new InputDocuments(corpus);
        results;
        CleanCorpus cleaned = clean == null ? null : new CleanCorpus(clean, documents);
        Interruption interruption = new Interruption(main.console, () -> IOUtils.close(cleaned))) {
      results.open(main.console);
      documents.read(grouping.schemeOptions.scheme(), grouping.keepsNewest(), resume);
      DocumentGroups groups = group(documents, stages);
      results.write(groups, truth, corpus.skipped().byKind(), stages);
      if (cleaned != null) {
        interruption.step(() -> cleaned.write(groups.duplicates()));
      }
      stages.end("write", groups.groups().size(), "groups");
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
