package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Console.Progress;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.Results.Summary;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.Documents.Finding;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import io.github.lucenesimhash.verify.NumberKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;

/**
 * The groups of near-duplicates among documents. Each group is a star around its kept document.
 * Unless verification is off, the texts of a pair decide. A text is read only if feature counts and
 * numbers do not decide.
 */
final class DocumentGroups {

  private static final int PERMILLE = 1000;

  private static final int DOCUMENT_BYTES = 60; // plus 16 for each lane of the fingerprint
  private static final int EDGE_BYTES = 24;
  private static final int MIN_EDGES = 1 << 10;
  private static final int MAX_EDGES = 1 << 29;

  /**
   * The least limit for compared pairs with different numbers. The limit is the number of documents
   * if that is larger. The guard rejects these pairs in any case; their texts are read only to
   * count the pairs held back.
   */
  private static final int MIN_COUNTED = 1 << 16;

  /** All documents that the groups refer to by number, including old documents. */
  final Documents documents;

  final Groups groups;

  private final Stages stages;
  private final String scheme;
  private final ComparedTexts texts;
  private final Comparison near;

  /** The resemblance of each duplicate to its kept document, NaN if unknown. */
  private float[] resemblances = {};

  /** The share of each duplicate that its kept document has; empty if only resemblance counts. */
  private float[] contained = {};

  /** The number of kept documents from which the guard keeps each document apart. */
  private int[] apart = {};

  private long compared;
  private long unlike;
  private long others; // pairs with different numbers
  private long comparing;

  /**
   * Groups documents that were prepared for the comparison. The document with the lowest rank is
   * kept.
   *
   * @param decided the pairs of which neither document may be a duplicate of the other
   */
  DocumentGroups(
      Documents documents,
      FingerprintScheme scheme,
      Comparison near,
      IntToLongFunction rank,
      Set<Long> decided,
      Console console,
      Stages stages)
      throws IOException {
    this.documents = documents;
    this.stages = stages;
    this.scheme = scheme.id();
    this.near = near;
    texts = new ComparedTexts(documents, near.verifier(scheme));
    String task = near.comparesTexts() ? "Verifying" : "Grouping";
    try (Progress joining = console.progress("Joining", PERMILLE);
        Progress grouping = console.progress(task, PERMILLE)) {
      AtomicLong joined = new AtomicLong(); // the first join; later joins are part of the grouping
      long start = System.nanoTime();
      SimilarityJoin join =
          SimilarityJoin.within(near.maxDistance())
              .progress(share -> joining.stepTo(Math.round(share * PERMILLE)));
      TextTest test = new TextTest(decided);
      Grouping stars =
          Grouping.stars(join)
              .maxEdges(maxEdges(documents.count(), scheme.bits()))
              .keep(rank)
              .verify(test)
              .progress(
                  share -> {
                    joined.compareAndSet(0, System.nanoTime() - start);
                    grouping.stepTo(Math.round(share * PERMILLE));
                  });
      if (near.comparesTexts()) {
        stars.lookahead(test);
      }
      if (near.comparesTexts() && near.guard().numbers()) {
        stars.dropPairs(documents::numberKey, NumberKey::areApart);
      }
      if (documents.old() != null) {
        stars.keepAlways(documents::isOld);
      }
      groups = stars.of(DistinctFingerprints.of(documents.fingerprints()));
      stages.part("join", joined.get(), groups.join().edges(), "edges");
      if (near.comparesTexts()) {
        stages.part("verify", comparing, compared, "pairs");
      }
      stages.end("group", groups.size(), "groups");
    }
  }

  /**
   * Returns the number of edges that fit into half of the heap beside the documents, within bounds.
   */
  private static int maxEdges(int documents, int bits) {
    long room = Runtime.getRuntime().maxMemory() / 2 - documents * (DOCUMENT_BYTES + bits / 4L);
    return Math.clamp(room / EDGE_BYTES, MIN_EDGES + documents / 8, MAX_EDGES);
  }

  /** Keeps decided pairs apart. Compares the texts of other pairs, and reads these texts ahead. */
  private final class TextTest implements Grouping.PairTest, Grouping.Lookahead {

    private final Set<Long> decided; // pairs to keep apart
    private final int most = near.comparesTexts() ? texts.most() : 0;

    TextTest(Set<Long> decided) {
      this.decided = decided;
    }

    @Override
    public int most() {
      return most;
    }

    @Override
    public boolean isNeeded(int kept, int candidate) throws IOException {
      return readsTexts(documents.find(candidate, kept, near));
    }

    @Override
    public void fetch(int[] next) throws IOException {
      long start = System.nanoTime();
      texts.fetch(next);
      comparing += System.nanoTime() - start;
    }

    @Override
    public boolean test(int kept, int candidate, int distance) throws IOException {
      if (decided.contains(TruthPairs.pair(kept, candidate))) {
        return false;
      }
      if (!near.comparesTexts()) {
        return true;
      }
      long start = System.nanoTime();
      compared++;
      Finding known = documents.find(candidate, kept, near);
      boolean readsTexts = readsTexts(known);
      others += known == Finding.APART ? 1 : 0;
      FeatureSet text = readsTexts ? texts.features(candidate) : null;
      FeatureSet keptText = readsTexts ? texts.features(kept) : null;
      boolean isCovered = readsTexts && near.isCovered(text, keptText);
      boolean isApart = isCovered && text.isHeldBack(keptText);
      if (isApart) {
        countApart(candidate);
      } else if (isCovered) {
        remember(candidate, near.likeness(text, keptText));
      } else if (readsTexts || known == Finding.UNLIKE) {
        unlike++;
      }
      comparing += System.nanoTime() - start;
      return isCovered && !isApart;
    }

    private boolean readsTexts(Finding known) {
      return known == Finding.OPEN || (known == Finding.APART && others < maxCounted());
    }
  }

  /**
   * Counts a pair that is held back. The count of a document is reset when the document becomes a
   * duplicate. The final number thus depends on the kept documents, not on the order of the tests.
   */
  private void countApart(int candidate) {
    if (apart.length == 0) {
      apart = new int[documents.count()];
    }
    apart[candidate]++;
  }

  private int maxCounted() {
    return Math.max(MIN_COUNTED, documents.count());
  }

  /** Returns the number of pairs held back whose documents are both kept. */
  long heldBack() {
    return Arrays.stream(apart).asLongStream().sum();
  }

  /** Returns the approximate number of pairs with different numbers that were not compared. */
  long uncompared() {
    return Math.max(0, others - maxCounted()) + groups.leftOut();
  }

  private void remember(int candidate, Likeness likeness) {
    if (resemblances.length == 0) { // after the join, which needs most memory
      resemblances = unknown();
      contained = mayBeContained() ? unknown() : contained;
    }
    resemblances[candidate] = (float) likeness.resemblance();
    if (mayBeContained()) {
      contained[candidate] = (float) likeness.contained();
    }
    if (apart.length > 0) {
      apart[candidate] = 0;
    }
  }

  private float[] unknown() {
    float[] unknown = new float[documents.count()];
    Arrays.fill(unknown, Float.NaN);
    return unknown;
  }

  boolean mayBeContained() {
    return near.contained() > 0;
  }

  /** Returns the resemblance of a member to the kept document, NaN if unknown. */
  float resemblance(Group group, int i) {
    return resemblances.length == 0 ? Float.NaN : resemblances[group.member(i)];
  }

  /** Returns the share of a member that the kept document has, NaN if unknown. */
  float contained(Group group, int i) {
    return contained.length == 0 ? Float.NaN : contained[group.member(i)];
  }

  /** Returns the kept document as a neighbour of a member, with both shares if they count. */
  Near kept(Group group, int i) throws IOException {
    Float resemblance = known(resemblance(group, i));
    Float contained = known(contained(group, i));
    Float contains = contained == null ? null : 1 / (1 / resemblance + 1 - 1 / contained);
    return new Near(
        documents.id(group.kept()), group.distance(i), resemblance, contains, contained);
  }

  BitSet duplicates() {
    BitSet duplicates = new BitSet();
    groups.forEach(
        group -> {
          for (int i = 0; i < group.size() - 1; i++) {
            duplicates.set(group.member(i));
          }
        });
    return duplicates;
  }

  /** Returns the figures of the run. Old documents are counted by themselves. */
  Summary summary(String guard, Map<String, Long> skipped, Path keptRows) {
    int duplicates = groups.documents() - groups.size();
    return new Summary(
        scheme,
        groups.join().maxDistance(),
        near.comparesTexts() ? near.verification() : null,
        mayBeContained() ? near.contained() : null,
        near.comparesTexts() ? guard : null,
        near.comparesTexts() ? compared : null,
        near.comparesTexts() ? unlike : null,
        heldBack(),
        uncompared() > 0 ? uncompared() : null,
        documents.added(),
        documents.old() == null ? null : (long) documents.old().count(),
        groups.size(),
        duplicates,
        documents.withoutFingerprint(),
        documents.added() - duplicates,
        keptRows == null ? null : keptRows.toString(),
        new Skipped(skipped),
        EndLine.secondsSince(stages.start));
  }

  private static Float known(float share) {
    return Float.isNaN(share) ? null : share;
  }

  NamedGroup named(Group group) throws IOException {
    List<Near> members = new ArrayList<>();
    for (int i = 0; i < group.size() - 1; i++) {
      members.add(
          new Near(
              documents.id(group.member(i)),
              group.distance(i),
              known(resemblance(group, i)),
              known(contained(group, i)),
              null));
    }
    return new NamedGroup(documents.id(group.kept()), group.diameter(), members);
  }
}
