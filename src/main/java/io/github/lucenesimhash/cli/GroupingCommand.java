package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Range.FromTwo;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.WithOld;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A command that finds groups of near-duplicates, and tells what each stage took if asked. */
abstract class GroupingCommand implements Callable<Integer> {

  private static final int DOCUMENT_BYTES = 60; // and 16 for each 64 bits of its fingerprint
  private static final int EDGE_BYTES = 24;
  private static final int MIN_EDGES = 1 << 10;
  private static final int MAX_EDGES = 1 << 29;

  @ParentCommand Main main;
  @Mixin NearOptions.Verified near;
  @Mixin SchemeOptions schemeOptions;

  @Mixin final KeepOption keep = new KeepOption();

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

  /** Says what is kept of documents while they are read. Refuses a bad file of guarded words. */
  final void prepare(Documents documents, FingerprintScheme scheme) {
    if (near.guard(scheme).numbers() && near.verifies()) {
      documents.keepNumbers();
    }
    if (keep.goesByFeatures()) {
      documents.countFeatures();
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
    Decisions decisions = decided == null ? Decisions.NONE : Decisions.of(decided, all);
    if (decisions.unknown() > 0) {
      main.console.note(
          decisions.unknown() + " pairs of --decisions name a document that is not there");
    }
    DocumentGroups groups = new DocumentGroups(documents, all, scheme, decisions, this);
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

  Grouping stars(SimilarityJoin join, Documents documents, int bits) {
    int edges = maxEdges(documents.count(), bits);
    Grouping stars = Grouping.stars(join).maxEdges(edges).keep(keep.rank(documents));
    return maxGroup == null ? stars : stars.maxGroupSize(maxGroup);
  }

  /** Near pairs for which there is room in half of the heap; others are found by joining again. */
  private static int maxEdges(int documents, int bits) {
    long room = Runtime.getRuntime().maxMemory() / 2 - documents * (DOCUMENT_BYTES + bits / 4L);
    return Math.clamp(room / EDGE_BYTES, MIN_EDGES + documents / 8, MAX_EDGES);
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
