package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.CleanCorpus;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.InputDocuments;
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

  @Option(names = "--write-clean", paramLabel = "TARGET")
  private Path clean;

  @Option(names = "--against", paramLabel = "OLD")
  private Path against;

  @Mixin private final MoveOptions moving = new MoveOptions();

  private InputDocuments documents;
  private OldDocuments old;
  private CleanCorpus cleaned; // null if none is written
  private boolean isWritten;

  @Override
  List<String> inputs() {
    return input.inputs;
  }

  @Override
  int run() throws IOException {
    if (moving.areMovedBack()) {
      return moving.undo(main.console);
    }
    moving.check(input);
    Corpus corpus = input.corpus(main.console);
    int moved;
    try (InputDocuments documents = new InputDocuments(corpus);
        OldDocuments old = against == null ? null : new OldDocuments(against, input, main.console);
        results;
        CleanCorpus cleaned =
            clean == null ? null : new CleanCorpus(clean, documents, Json.factory());
        Interruption interruption = new Interruption(main.console, () -> interrupted(cleaned))) {
      this.documents = documents;
      this.old = old;
      this.cleaned = cleaned;
      results.open(main.console);
      DocumentGroups groups = group(corpus);
      results.write(this, groups, corpus.skipped().byKind());
      if (cleaned != null) {
        cleaned.write(groups.duplicates()); // no step: an end need not wait for it
      }
      stages.end("write", groups.groups.size(), "groups");
      interruption.step(
          () -> {
            results.complete();
            if (cleaned != null) {
              cleaned.complete();
            }
            isWritten = true;
          });
      moved = moving.move(groups, documents, results, interruption);
    }
    return Math.max(moved, Math.max(corpus.end(), old == null ? 0 : old.end()));
  }

  private void interrupted(CleanCorpus cleaned) throws IOException {
    IOUtils.close(cleaned);
    main.console.note("interrupted: " + (isWritten ? moving.progress() : "no file is written"));
  }

  private DocumentGroups group(Corpus corpus) throws IOException {
    FingerprintScheme scheme = old == null ? schemeOptions.scheme() : old.scheme(schemeOptions);
    prepare(documents, scheme);
    if (moving.areMoved()) {
      documents.keepDigests();
    }
    if (old != null) {
      String needsTexts =
          near.comparison(scheme).comparesTexts()
              ? "--verify"
              : moving.areMoved() ? "--move" : null;
      old.read(corpus, scheme, needsTexts, moving.areMoved(), this);
    }
    documents.read(scheme, keep.goesByDate());
    moving.check(documents);
    return group(documents, scheme, old);
  }

  @Override
  boolean takesAway() {
    return moving.takeAway();
  }

  @Override
  Path keptRows() {
    return cleaned == null ? null : cleaned.rows();
  }
}
