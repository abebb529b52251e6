package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.GroupWriter.Member;
import io.github.lucenesimhash.cli.GroupWriter.NamedGroup;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.util.ArrayList;
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

  /** Joins, compares and groups. */
  static DocumentGroups of(
      Documents documents, GroupOptions options, Console console, Stages stages)
      throws IOException {
    DistinctFingerprints set = documents.distinct();
    try (Progress joining = new Progress(console, "Joining", PERMILLE);
        Progress verifying = new Progress(console, "Verifying", Terminal.UNKNOWN)) {
      Verification verification =
          options.minResemblance() == 0
              ? null
              : new Verification(options.minResemblance(), documents, verifying);
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
      if (verification != null) {
        grouping = grouping.verify(verification);
      }
      Groups groups = grouping.of(set);
      stages.end("group", groups.size(), "groups");
      stages.split("group", "join", joined[0], groups.join().edges(), "edges");
      if (verification != null) {
        stages.split("group", "verify", verification.nanos(), verification.compared(), "pairs");
      }
      return new DocumentGroups(
          options.schemeOptions.scheme().id(), documents, set, groups, verification);
    }
  }

  /** Documents that are in a group and not kept. */
  int duplicates() {
    return groups.documents() - groups.size();
  }

  /** The documents that are in a group and not kept. */
  BitSet duplicateDocuments() throws IOException {
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
    return verification == null ? Double.NaN : verification.resemblance(group.member(member));
  }

  String id(int entry) throws IOException {
    return documents.id(documents.document(entry));
  }

  String text(int entry) throws IOException {
    return documents.text(documents.document(entry));
  }

  /**
   * @param skipped what was not read, by kind
   * @param truth null if nothing is known
   */
  RunSummary summary(Map<String, Long> skipped, Stages stages, TruthScores truth) {
    boolean verified = verification != null;
    int documentCount = documents.count();
    return new RunSummary(
        schemeId,
        groups.join().maxDistance(),
        verified ? verification.minResemblance() : null,
        verified ? verification.compared() : null,
        verified ? verification.removedPairs() : null,
        documentCount,
        groups.size(),
        duplicates(),
        documentCount - documents.entryCount(),
        documentCount - duplicates(),
        SkipReport.sum(skipped),
        skipped,
        stages.seconds(),
        truth);
  }

  NamedGroup named(Group group) throws IOException {
    List<Member> members = new ArrayList<>(group.size() - 1);
    for (int i = 0; i < group.size() - 1; i++) {
      double resemblance = resemblance(group, i);
      members.add(
          new Member(
              id(group.member(i)),
              group.distance(i),
              Double.isNaN(resemblance) ? null : (float) resemblance));
    }
    return new NamedGroup(id(group.kept()), group.diameter(), members);
  }
}
