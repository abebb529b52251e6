package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.CleanCorpus;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.IndexDocuments;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Finds the groups of near-duplicates in a corpus, or in an index that any program wrote. */
@Command(name = "dedup")
final class DedupCommand implements Callable<Integer> {

  @ParentCommand Main main;
  @Mixin NearOptions near;
  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--keep", paramLabel = "WHICH", converter = KeepOption.Parser.class)
  private KeepOption keep; // null before the default is set, if the option is missing

  @Mixin private final Results results = new Results();
  @Mixin private final MoveOptions moving = new MoveOptions();

  @Option(names = "--decisions", paramLabel = "FILE")
  private Path decisionsFile;

  @Option(names = "--write-clean", paramLabel = "TARGET")
  private Path clean;

  @Option(names = "--against", paramLabel = "OLD")
  private Path against;

  @Mixin InputOptions.Dated input;

  final Stages stages = new Stages();
  private TruthPairs decided; // null without --decisions
  private Comparison comparison;

  @Override
  public Integer call() throws IOException {
    if (moving.areMovedBack()) {
      return moving.undo(main.console);
    }
    near.check();
    if (keep == null) {
      keep = near.mayBeContained() ? KeepOption.LONGEST : KeepOption.FIRST;
    }
    decided = decisionsFile == null ? null : TruthPairs.read(decisionsFile);
    Path index = input.index();
    int exitCode = index == null ? dedup() : dedup(index);
    if (main.verbose) {
      stages.lines.forEach(main.console::note);
      main.console.note(
          String.format(Locale.ROOT, "%-7s %8.2f s", "all", EndLine.secondsSince(stages.start)));
    }
    return exitCode;
  }

  private int dedup() throws IOException {
    Corpus corpus = input.corpus(main.console);
    int exitCode;
    try (InputDocuments documents = new InputDocuments(corpus);
        OldDocuments old = against == null ? null : new OldDocuments(against, input, main.console);
        results;
        CleanCorpus cleaned = clean == null ? null : new CleanCorpus(clean, documents)) {
      results.open(main.console);
      DocumentGroups groups = read(corpus, documents, old);
      Path rows = cleaned == null ? null : cleaned.rows();
      results.write(this, groups, groups.summary(near.guard(), corpus.skipped().byKind(), rows));
      if (cleaned != null) {
        cleaned.write(groups.duplicates());
      }
      stages.end("write", groups.groups.size(), "groups");
      results.complete();
      if (cleaned != null) {
        cleaned.complete();
      }
      int moved = moving.move(groups, documents, results);
      exitCode = Math.max(moved, old == null ? 0 : old.end());
    }
    return Math.max(exitCode, corpus.end());
  }

  private DocumentGroups read(Corpus corpus, InputDocuments documents, OldDocuments old)
      throws IOException {
    moving.check(input.inputs);
    FingerprintScheme scheme = old == null ? schemeOptions.scheme() : old.scheme(schemeOptions);
    comparison = near.comparison(scheme);
    prepare(documents);
    if (old != null) {
      boolean verifies = comparison.comparesTexts();
      String needsTexts = verifies ? "--verify" : moving.areMoved() ? "--move" : null;
      old.read(corpus, scheme, needsTexts, this);
    }
    documents.read(scheme, keep.goesByDate(), keep.takesDatesOfFiles());
    moving.check(documents);
    if (old != null) {
      documents.compareWith(old.documents(), old.name());
    }
    return group(documents, scheme);
  }

  /** Prepares documents for the comparison, before they are read. */
  void prepare(Documents documents) {
    documents.prepareFor(comparison, keep.goesByFeatures());
  }

  /** Groups the documents of an index. The fingerprints are made from a stored text. */
  private int dedup(Path index) throws IOException {
    String dateField = input.forIndex(keep.goesByDate());
    try (DirectoryReader reader = StoredIndex.openAny(index, "input '" + index + "'");
        IndexDocuments documents =
            new IndexDocuments(reader, input.textFields.getFirst(), input.idField, dateField);
        results) {
      results.open(main.console);
      FingerprintScheme scheme = schemeOptions.scheme();
      comparison = near.comparison(scheme);
      prepare(documents);
      documents.read(scheme, main.console);
      DocumentGroups groups = group(documents, scheme);
      results.write(this, groups, groups.summary(near.guard(), documents.without(), null));
      stages.end("write", groups.groups.size(), "groups");
      results.complete();
    }
    return 0;
  }

  /**
   * Groups near-duplicates of old documents around these, and the others among themselves.
   *
   * @param scheme the scheme that made all fingerprints
   */
  private DocumentGroups group(Documents documents, FingerprintScheme scheme) throws IOException {
    stages.end("read", documents.added(), "documents");
    if (documents.undated() > 0) {
      main.console.note(keep.undated(documents.undated()));
    }
    if (keep.takesDatesOfFiles() && documents.early() > 0) {
      main.console.note(
          EndLine.count(documents.early(), "date")
              + " of 1966 to 1973 beside others: a number counts as milliseconds since 1970");
    }
    Set<Long> apart = decided == null ? Set.of() : decided.unlike(documents);
    int unknown = decided == null ? 0 : decided.count(Kind.NEGATIVE) - apart.size();
    if (unknown > 0) {
      main.console.note(
          "pairs of --decisions with a document that is not in the input: " + unknown);
    }
    return new DocumentGroups(
        documents, scheme, comparison, keep.rank(documents), apart, main.console, stages);
  }

  /** Returns whether the files of duplicates are moved away afterwards. */
  boolean takesAway() {
    return moving.areMoved();
  }
}
