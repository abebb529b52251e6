package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.FingerprintIndex.Entry;
import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
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
  private final int truePairs;

  private PairScores(int maxDistance, int truePairs) {
    found = new long[maxDistance + 1];
    falsePairs = new long[maxDistance + 1];
    this.truePairs = truePairs;
  }

  static PairScores of(FingerprintIndex index, TruthPairs truth, int maxDistance, Progress progress)
      throws IOException {
    List<Entry> entries = index.entries();
    Set<String> ids = new HashSet<>(index.withoutFingerprint());
    entries.forEach(entry -> ids.add(entry.id()));
    PairScores scores = new PairScores(maxDistance, truth.truePairs(ids));
    for (int i = 0; i < entries.size(); i++) {
      for (int j : index.within(i, maxDistance)) {
        if (j > i) {
          scores.add(entries.get(i), entries.get(j), truth);
        }
      }
      progress.step(1);
    }
    for (int distance = 1; distance <= maxDistance; distance++) {
      scores.found[distance] += scores.found[distance - 1];
      scores.falsePairs[distance] += scores.falsePairs[distance - 1];
    }
    return scores;
  }

  private void add(Entry a, Entry b, TruthPairs truth) {
    int distance = SimHash.distance(a.fingerprint(), b.fingerprint());
    switch (truth.kind(a.id(), b.id())) {
      case TRUE -> found[distance]++;
      case FALSE -> falsePairs[distance]++;
      case OPEN -> {}
    }
  }

  /** The judgement on all pairs within a distance, 0 to the limit. */
  Score within(int distance) {
    return new Score(distance, found[distance], falsePairs[distance], truePairs);
  }
}
