package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Console.Progress;
import io.github.lucenesimhash.cli.GroupingCommand.Stages;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.Results.Summary;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.corpus.Terminal.Bar;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * The near-duplicate groups of documents: stars around those that are kept.
 *
 * @param verification null if texts were not compared
 */
record DocumentGroups(
    String schemeId,
    Documents documents,
    DistinctFingerprints set,
    Groups groups,
    Verification verification) {

  private static final int PERMILLE = 1000;

  static DocumentGroups of(
      Documents documents, GroupOptions options, Console console, Stages stages)
      throws IOException {
    DistinctFingerprints set = documents.distinct();
    try (Progress joining = console.progress("Joining", PERMILLE);
        Bar verifying = console.progress("Verifying", Terminal.UNKNOWN)) {
      double minResemblance = options.minResemblance();
      Verification verification =
          minResemblance == 0 ? null : new Verification(minResemblance, documents, verifying);
      long[] joined = new long[1];
      long start = System.nanoTime();
      SimilarityJoin join =
          SimilarityJoin.within(options.distance.maxDistance)
              .progress(
                  share -> {
                    joining.stepTo(Math.round(share * PERMILLE));
                    joined[0] = System.nanoTime() - start;
                  });
      Grouping grouping = options.stars(join, documents);
      Groups groups = (verification == null ? grouping : grouping.verify(verification)).of(set);
      stages.part("join", joined[0], groups.join().edges(), "edges");
      if (verification != null) {
        stages.part("verify", verification.nanos, verification.compared, "pairs");
      }
      stages.end("group", groups.size(), "groups");
      return new DocumentGroups(
          options.schemeOptions.scheme().id(), documents, set, groups, verification);
    }
  }

  BitSet duplicates() {
    BitSet duplicates = new BitSet();
    groups.forEach(
        group -> {
          for (int i = 0; i < group.size() - 1; i++) {
            duplicates.set(documents.document(group.member(i)));
          }
        });
    return duplicates;
  }

  /** Of a member to the kept document, NaN if not known. */
  double resemblance(Group group, int member) {
    return verification == null ? Double.NaN : verification.resemblances[group.member(member)];
  }

  String id(int entry) throws IOException {
    return documents.id(documents.document(entry));
  }

  String text(int entry) throws IOException {
    return documents.text(documents.document(entry));
  }

  /** Pairs within the distance whose texts were not alike, by distance. */
  long[] removed() {
    return verification == null ? new long[Fingerprint.BITS + 1] : verification.removed;
  }

  Summary summary(Map<String, Long> skipped, Stages stages, TruthScores truth) {
    int duplicates = groups.documents() - groups.size();
    return new Summary(
        schemeId,
        groups.join().maxDistance(),
        verification == null ? null : verification.minResemblance,
        verification == null ? null : verification.compared,
        verification == null ? null : Arrays.stream(verification.removed).sum(),
        documents.count(),
        groups.size(),
        duplicates,
        documents.count() - documents.entryCount(),
        documents.count() - duplicates,
        SkipReport.sum(skipped),
        skipped,
        stages.seconds(),
        truth);
  }

  NamedGroup named(Group group) throws IOException {
    List<Near> members = new ArrayList<>(group.size() - 1);
    for (int i = 0; i < group.size() - 1; i++) {
      double resemblance = resemblance(group, i);
      members.add(
          new Near(
              id(group.member(i)),
              group.distance(i),
              Double.isNaN(resemblance) ? null : (float) resemblance));
    }
    return new NamedGroup(id(group.kept()), group.diameter(), members);
  }

  /**
   * Compares the texts of candidate pairs exactly. Texts are read again when they are needed; the
   * features of those that were needed last are kept.
   */
  static final class Verification implements PairTest {

    private static final long CACHE_BYTES = 64 << 20;

    private final double minResemblance;
    private final Documents documents;
    private final Bar progress;
    private final FeatureCache<Integer> cache = new FeatureCache<>(CACHE_BYTES);
    private final float[] resemblances; // of each member to the document that is kept for it
    private final long[] removed = new long[Fingerprint.BITS + 1];
    private long compared;
    private long nanos;

    private Verification(double minResemblance, Documents documents, Bar progress) {
      this.minResemblance = minResemblance;
      this.documents = documents;
      this.progress = progress;
      resemblances = new float[documents.entryCount()];
      Arrays.fill(resemblances, Float.NaN);
    }

    @Override
    public boolean test(int kept, int candidate, int distance) throws IOException {
      long start = System.nanoTime();
      compared++;
      double resemblance = resemblance(kept, candidate);
      boolean alike = resemblance >= minResemblance;
      if (alike) {
        resemblances[candidate] = (float) resemblance;
      } else {
        removed[distance]++;
      }
      progress.step(1);
      nanos += System.nanoTime() - start;
      return alike;
    }

    boolean areAlike(int entry, int other) throws IOException {
      return resemblance(entry, other) >= minResemblance;
    }

    private double resemblance(int entry, int other) throws IOException {
      return features(entry).jaccard(features(other));
    }

    private FeatureSet features(int entry) throws IOException {
      return cache.get(
          entry, () -> TextVerifier.standard().features(documents.text(documents.document(entry))));
    }
  }
}
