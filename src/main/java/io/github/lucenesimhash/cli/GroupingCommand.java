package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Range.FromTwo;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.corpus.WithOld;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntToLongFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A command that finds groups of near-duplicates, and tells what each stage took if asked. */
abstract class GroupingCommand implements Callable<Integer> {

  @ParentCommand Main main;
  @Mixin NearOptions.Verified near;
  @Mixin SchemeOptions schemeOptions;

  @Mixin final KeepOption keep = new KeepOption();

  @Mixin final MemoryOption memory = new MemoryOption();

  @Option(names = "--decisions", paramLabel = "FILE")
  private Path decisionsFile;

  @Option(names = "--max-group", paramLabel = "N", converter = FromTwo.class)
  private Integer maxGroup;

  Stages stages;
  private TruthPairs decided; // null if nothing is

  @Override
  public final Integer call() throws IOException {
    stages = new Stages();
    near.check();
    memory.check();
    memory.verifies = near.verifies();
    keep.otherwise(near.mayBeContained());
    if (decisionsFile != null) {
      decided = TruthPairs.read(decisionsFile, Bounds.DEFAULT);
    }
    int exitCode = run();
    if (main.verbose) {
      stages.lines.forEach(main.console::note);
      main.console.note(String.format(Locale.ROOT, "%-7s %8.2f s", "all", stages.seconds()));
    }
    return exitCode;
  }

  /** Must be called before the documents are read, if there are no others. */
  final void prepare(Documents documents, FingerprintScheme scheme) {
    prepare(documents, scheme, 0, true);
  }

  /**
   * Must be called before the documents are read.
   *
   * @param before how many others there are already
   * @param areLast whether no others follow
   */
  final void prepare(Documents documents, FingerprintScheme scheme, int before, boolean areLast) {
    int words = scheme.bits() / Fingerprint.WORD_BITS;
    if (near.guard(scheme).numbers() && near.verifies()) { // refuses a bad file before all is read
      documents.keepNumbers();
    }
    if (keep.goesByFeatures()) {
      documents.countFeatures();
    }
    memory.read.add(documents);
    if (documents instanceof InputDocuments input) {
      input.limit(
          () -> memory.maxDocuments(words) - before,
          (about, areAll) -> memory.tooLittle(before + about, areAll && areLast, words));
    }
  }

  abstract int run() throws IOException;

  /** The inputs of the documents, as they were typed. */
  abstract List<String> inputs();

  /** Whether the files of duplicates are taken away afterwards. */
  boolean takesAway() {
    return false;
  }

  /**
   * The groups around old documents, and of others among themselves.
   *
   * @param scheme made all fingerprints
   * @param old null if there are none
   */
  DocumentGroups group(Documents documents, FingerprintScheme scheme, OldDocuments old)
      throws IOException {
    stages.end("read", documents.count(), "documents");
    if (documents.undated() > 0) {
      main.console.note(
          documents.undated() + " documents without a date count as " + keep.undated());
    }
    Documents all = old == null ? documents : new WithOld(documents, old.documents(), old.name());
    int words = scheme.bits() / Fingerprint.WORD_BITS;
    int maxEdges = memory.maxEdges(all.count(), words);
    if (main.verbose || memory.isGiven()) {
      main.console.note(memory.toString(all.count(), words));
    }
    Decisions decisions = decided == null ? Decisions.NONE : Decisions.of(decided, all);
    if (decisions.unknown() > 0) {
      main.console.note(
          decisions.unknown() + " pairs of --decisions name a document that is not there");
    }
    DocumentGroups groups;
    try (keep) {
      groups = new DocumentGroups(documents, all, scheme, decisions, maxEdges, this);
    }
    if (groups.groups.capped() > 0) {
      main.console.note(
          groups.groups.capped()
              + " groups had no room for all that is near enough: see --max-group");
    }
    return groups;
  }

  /** The file of the rows that are kept of tables; null if there is none. */
  Path keptRows() {
    return null;
  }

  /** Which documents are preferred, whatever else decides: the lowest is kept. */
  IntToLongFunction priority() {
    return document -> 0;
  }

  Grouping stars(SimilarityJoin join, Documents documents, int maxEdges) {
    Grouping stars = keep.keep(Grouping.stars(join).maxEdges(maxEdges), documents, priority());
    return maxGroup == null ? stars : stars.maxGroupSize(maxGroup);
  }

  static final class Stages {

    private static final double NANOS_PER_SECOND = 1e9;

    private final List<String> lines = new ArrayList<>();
    private final long start = System.nanoTime();
    private long last = start;

    /** Ends a stage that began where the last one ended, its parts left out. */
    void end(String stage, long items, String unit) {
      part(stage, System.nanoTime() - last, items, unit);
    }

    /** A part of the stage under way that counts as a stage of its own. */
    void part(String stage, long nanos, long items, String unit) {
      last += nanos;
      double seconds = nanos / NANOS_PER_SECOND;
      lines.add(
          String.format(
              Locale.ROOT,
              "%-7s %8.2f s  %,12d %-12s %,12.0f /s",
              stage,
              seconds,
              items,
              unit,
              items / Math.max(seconds, 1e-3)));
    }

    double seconds() {
      return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }
  }
}
