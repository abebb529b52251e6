package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Console.Progress;
import io.github.lucenesimhash.cli.GroupingCommand.Stages;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.Results.Summary;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.WithOld;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The near-duplicate groups of documents: stars around those that are kept. Texts of candidate
 * pairs are compared exactly.
 */
final class DocumentGroups {

  private static final int PERMILLE = 1000;

  /** All that have a number in the groups, old ones too. */
  final Documents documents;

  final Groups groups;

  final long[] removed = new long[Fingerprint.MAX_BITS + 1];

  private final Documents added;
  private final Stages stages;
  private final String scheme;
  private final ComparedTexts texts;
  private final Comparison near;
  private final String guard; // as it was typed

  /** Of texts to the one kept for them, once some were compared; else NaN. */
  private float[] resemblances = new float[0];

  private long compared;
  private long comparing;
  private long heldBack;

  DocumentGroups(
      Documents added,
      Documents documents,
      FingerprintScheme scheme,
      Decisions decisions,
      int maxEdges,
      GroupingCommand command)
      throws IOException {
    this.added = added;
    this.documents = documents;
    stages = command.stages;
    this.scheme = scheme.id();
    texts = new ComparedTexts(documents, TextVerifier.of(scheme), command.memory.textBytes());
    near = command.comparison(scheme);
    guard = command.near.guard();
    String task = near.comparesTexts() ? "Verifying" : "Grouping";
    try (Progress joining = command.main.console.progress("Joining", PERMILLE, false);
        Progress grouping = command.main.console.progress(task, PERMILLE, false)) {
      AtomicLong joined = new AtomicLong(); // the first time; later ones are part of the grouping
      long start = System.nanoTime();
      SimilarityJoin join =
          SimilarityJoin.of(near).progress(share -> joining.stepTo(Math.round(share * PERMILLE)));
      Grouping stars =
          command
              .stars(join, documents, maxEdges)
              .verify(new TextTest(decisions))
              .progress(
                  share -> {
                    joined.compareAndSet(0, System.nanoTime() - start);
                    grouping.stepTo(Math.round(share * PERMILLE));
                  });
      if (documents instanceof WithOld withOld) {
        stars = stars.known(withOld::isOld);
      }
      groups = stars.of(documents.signatures());
      stages.part("join", joined.get(), groups.join().edges(), "edges");
      if (near.comparesTexts()) {
        stages.part("verify", comparing, compared, "pairs");
      }
      stages.end("group", groups.size(), "groups");
    }
  }

  /** Keeps apart what was decided to be; compares texts, of which those that come soon are read. */
  private final class TextTest implements Grouping.PairTest {

    private final Decisions decisions;
    private final int ahead = near.comparesTexts() ? texts.ahead() : 0;

    TextTest(Decisions decisions) {
      this.decisions = decisions;
    }

    @Override
    public int ahead() {
      return ahead;
    }

    @Override
    public boolean fetches(int kept, int candidate) throws IOException {
      return near.needsTexts(documents.signature(kept), documents.signature(candidate))
          && documents.mayResemble(kept, candidate, near.verification());
    }

    @Override
    public void prefetch(int[] next) throws IOException {
      long start = System.nanoTime();
      texts.fetch(next);
      comparing += System.nanoTime() - start;
    }

    @Override
    public boolean test(int kept, int candidate, int distance) throws IOException {
      if (decisions.keepApart(kept, candidate)) {
        return false;
      }
      Signature one = documents.signature(kept);
      Signature other = documents.signature(candidate);
      boolean isHeldBack = near.isHeldBack(one, other);
      if (!isHeldBack && near.needsTexts(one, other)) {
        long start = System.nanoTime();
        compared++;
        boolean alike =
            documents.mayResemble(kept, candidate, near.verification())
                && texts.features(kept).resembles(texts.features(candidate), near.verification());
        if (alike) {
          resemblances()[candidate] = (float) texts.resemblance(kept, candidate);
        } else {
          removed[distance]++;
        }
        comparing += System.nanoTime() - start;
        isHeldBack =
            alike && texts.features(kept).isHeldBack(texts.features(candidate), near.guard());
        if (!alike) {
          return false;
        }
      }
      heldBack += isHeldBack ? 1 : 0;
      return !isHeldBack;
    }
  }

  private float[] resemblances() {
    if (resemblances.length == 0) { // the join, which needs most memory, is done
      resemblances = new float[documents.count()];
      Arrays.fill(resemblances, Float.NaN);
    }
    return resemblances;
  }

  /** Whether more than fingerprints is compared. */
  boolean isExact() {
    return near.comparesTexts() || near.comparesWords();
  }

  /** The pairs of those that stand for all whose short texts resemble each other. */
  void forEachShortPair(Copies copies, PairConsumer consumer) throws IOException {
    if (near.comparesWords()) {
      Signature[] firsts = new Signature[documents.count()];
      Arrays.fill(firsts, Signature.NONE);
      copies.firsts().forEach(document -> firsts[document] = wordsAlone(document));
      SimilarityJoin.of(near)
          .pairs(
              Arrays.asList(firsts),
              (a, b, distance) -> {
                if (!near.isHeldBack(firsts[a], firsts[b])) {
                  consumer.accept(a, b, distance(a, b));
                }
              });
    }
  }

  private Signature wordsAlone(int document) {
    return new Signature(Optional.empty(), documents.signature(document).words());
  }

  /** More than any if one of the two has no fingerprint. */
  int distance(int document, int other) {
    Signature left = documents.signature(document);
    Signature right = documents.signature(other);
    boolean areThere = left.fingerprint().isPresent() && right.fingerprint().isPresent();
    return areThere ? left.distance(right) : Fingerprint.MAX_BITS + 1;
  }

  /** Whether two whose fingerprints are near are near-duplicates. */
  boolean areAlike(int document, int other) throws IOException {
    Signature one = documents.signature(document);
    Signature its = documents.signature(other);
    if (near.isByWords(one, its)) {
      return near.isNear(one, its) && !near.isHeldBack(one, its);
    }
    return !near.comparesTexts()
        || (texts.resemblance(document, other) >= near.verification()
            && !texts.features(document).isHeldBack(texts.features(other), near.guard()));
  }

  boolean areComparedByWords(int document, int other) {
    return near.isByWords(documents.signature(document), documents.signature(other));
  }

  /** Of a member to the kept document, NaN if not known. */
  float resemblance(Group group, int i) {
    int member = group.member(i);
    Signature kept = documents.signature(group.kept());
    Signature its = documents.signature(member);
    float similarity = near.similarity(kept, its);
    return Float.isNaN(similarity) ? resemblances()[member] : similarity;
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

  Summary summary(Map<String, Long> skipped, TruthScores truth, Path keptRows) {
    int duplicates = groups.documents() - groups.size();
    return new Summary(
        scheme,
        groups.join().maxDistance(),
        near.comparesTexts() ? near.verification() : null,
        near.comparesWords() ? near.words() : null,
        guard,
        near.comparesTexts() ? compared : null,
        near.comparesTexts() ? Arrays.stream(removed).sum() : null,
        heldBack,
        added.count(),
        !(documents instanceof WithOld) ? null : (long) documents.count() - added.count(),
        groups.size(),
        duplicates,
        added.withoutFingerprint(),
        added.count() - duplicates,
        keptRows == null ? null : keptRows.toString(),
        new Skipped(skipped),
        stages.seconds(),
        truth);
  }

  NamedGroup named(Group group) throws IOException {
    List<Near> members =
        new AbstractList<>() {
          @Override
          public Near get(int i) {
            try {
              float resemblance = resemblance(group, i);
              Float known = Float.isNaN(resemblance) ? null : resemblance;
              return new Near(documents.id(group.member(i)), group.distance(i), known);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }

          @Override
          public int size() {
            return group.size() - 1;
          }
        };
    return new NamedGroup(documents.id(group.kept()), group.diameter(), members);
  }
}
