package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** How well a distance tells near-duplicate pairs from others, for each distance up to a limit. */
final class PairScores {

  /**
   * All pairs of documents within a distance, judged.
   *
   * @param found true pairs among them
   * @param falsePairs false pairs among them
   * @param truePairs true pairs there are in the input
   */
  record Score(int distance, long found, long falsePairs, int truePairs) {

    /** Share of the pairs that are true, NaN if there is no pair. */
    double precision() {
      return (double) found / (found + falsePairs);
    }

    /** Share of the true pairs that are found, NaN if there is none. */
    double recall() {
      return (double) found / truePairs;
    }

    /** Harmonic mean of the two, NaN if there are neither pairs nor true pairs. */
    double f1() {
      return 2.0 * found / (found + falsePairs + truePairs);
    }
  }

  private final long[] found;
  private final long[] falsePairs;
  private final long[] verified = new long[2];
  private final int truePairs;

  private PairScores(int maxDistance, int truePairs) {
    found = new long[maxDistance + 1];
    falsePairs = new long[maxDistance + 1];
    this.truePairs = truePairs;
  }

  /** Judges all pairs within a distance; those at the distance of the run by their texts too. */
  static PairScores of(
      DocumentGroups groups,
      TruthPairs truth,
      int chosenDistance,
      int maxDistance,
      Progress progress)
      throws IOException {
    Set<String> ids = new HashSet<>();
    for (int document = 0; document < groups.table().documentCount(); document++) {
      ids.add(groups.documents().id(document));
    }
    PairScores scores = new PairScores(maxDistance, truth.truePairs(ids));
    Verification verification = groups.verification();
    SimilarityJoin.within(maxDistance)
        .pairs(
            groups.set(),
            (left, right, distance) -> {
              Kind kind = truth.kind(groups.id(left), groups.id(right));
              scores.add(kind, distance);
              if (verification != null
                  && distance <= chosenDistance
                  && kind != Kind.OPEN
                  && verification.resemblance(left, right) >= verification.minResemblance()) {
                scores.verified[kind == Kind.ALIKE ? 0 : 1]++;
              }
              progress.step(1);
            });
    for (int distance = 1; distance <= maxDistance; distance++) {
      scores.found[distance] += scores.found[distance - 1];
      scores.falsePairs[distance] += scores.falsePairs[distance - 1];
    }
    return scores;
  }

  private void add(Kind kind, int distance) {
    switch (kind) {
      case ALIKE -> found[distance]++;
      case UNLIKE -> falsePairs[distance]++;
      case OPEN -> {}
    }
  }

  /** The judgement on the pairs within the distance of the run whose texts are alike. */
  Score verified(int chosenDistance) {
    return new Score(chosenDistance, verified[0], verified[1], truePairs);
  }

  /** The judgement on all pairs within a distance, 0 to the limit. */
  Score within(int distance) {
    return new Score(distance, found[distance], falsePairs[distance], truePairs);
  }
}
