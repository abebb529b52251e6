package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.corpus.Terminal.Bar;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.evaluate.KnownPairs.KnownPair;
import io.github.lucenesimhash.evaluate.Score;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.util.Arrays;
import java.util.Formatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Precision and recall of the pairs within a distance against a list of near-duplicate pairs, in
 * the order of the JSON.
 *
 * @param truePairs near-duplicate pairs among the documents
 * @param chosen at the distance of the run
 * @param verified those of the chosen whose texts are alike; null if texts are not compared
 * @param byDistance at each distance from 0 up, by fingerprints alone
 */
record TruthScores(
    long truePairs,
    @JsonUnwrapped DistanceScore chosen,
    @JsonInclude(JsonInclude.Include.NON_NULL) DistanceScore verified,
    List<DistanceScore> byDistance) {

  private static final int TABLE_DISTANCE = 16;

  record DistanceScore(
      int distance,
      double precision,
      double recall,
      double f1,
      long truePairsFound,
      long falsePairsFound) {

    static DistanceScore of(int distance, long found, long falsePairs, long truePairs) {
      Score score = new Score(found, 0, falsePairs, truePairs, 0);
      return new DistanceScore(
          distance, score.precision(), score.recall(), score.f1(), found, falsePairs);
    }
  }

  /** Judges all pairs within a distance; those at the distance of the run by their texts too. */
  static TruthScores of(DocumentGroups groups, TruthPairs truth, Console console)
      throws IOException {
    List<KnownPair> listed = truth.among(groups.documents.ids());
    KnownPairs known = KnownPairs.labelled(listed);
    int chosen = groups.groups.join().maxDistance();
    Count count = new Count(groups, chosen);
    try (Bar progress = console.progress("Judging", Terminal.UNKNOWN, false)) {
      count.countAll(progress);
    }
    Set<List<Integer>> told = new HashSet<>();
    for (KnownPair pair : listed) {
      List<Integer> ends = Stream.of(pair.a(), pair.b()).sorted().toList();
      if (pair.a() != pair.b() && told.add(ends)) {
        count.tell(pair.a(), pair.b(), known.kind(pair.a(), pair.b()));
      }
    }
    long[] found = count.found;
    long[] others = count.others;
    Arrays.parallelPrefix(found, Long::sum);
    Arrays.parallelPrefix(others, Long::sum);
    long truePairs = known.positive();
    return new TruthScores(
        truePairs,
        DistanceScore.of(chosen, found[chosen], others[chosen], truePairs),
        groups.comparesTexts()
            ? DistanceScore.of(chosen, count.verifiedFound, count.verifiedOthers, truePairs)
            : null,
        IntStream.rangeClosed(0, TABLE_DISTANCE)
            .mapToObj(k -> DistanceScore.of(k, found[k], others[k], truePairs))
            .toList());
  }

  /** Pairs by distance, and those that are near: all of them, of which some are told of then. */
  private static final class Count {

    private final DocumentGroups groups;
    private final int chosen;
    private final long[] found;
    private final long[] others;
    private long verifiedFound;
    private long verifiedOthers;

    Count(DocumentGroups groups, int chosen) {
      this.groups = groups;
      this.chosen = chosen;
      found = new long[Math.max(TABLE_DISTANCE, chosen) + 1];
      others = new long[found.length];
    }

    /** Copies are multiplied, not looked at. */
    void countAll(Bar progress) throws IOException {
      Copies copies = new Copies(groups.documents, groups.comparesTexts());
      for (int first : copies.firsts().filter(i -> copies.of(i) > 1).toArray()) {
        add(first, copies.copy(first), 0, copies.of(first) * (copies.of(first) - 1) / 2);
      }
      SimilarityJoin.within(found.length - 1)
          .pairs(
              copies.distinct(),
              (left, right, distance) -> {
                progress.step(1);
                add(left, right, distance, copies.of(left) * copies.of(right));
              });
    }

    private void add(int left, int right, int distance, long pairs) throws IOException {
      others[distance] += pairs;
      if (distance <= chosen && groups.areAlike(left, right)) {
        verifiedOthers += pairs;
      }
    }

    /** A pair that was counted is of a kind. */
    void tell(int left, int right, Kind kind) throws IOException {
      int distance = groups.distance(left, right);
      if (kind == Kind.NEGATIVE || distance > Fingerprint.MAX_BITS) {
        return;
      }
      int isFound = kind == Kind.POSITIVE ? 1 : 0;
      if (distance < found.length) {
        others[distance]--;
        found[distance] += isFound;
      }
      if (distance <= chosen && groups.areAlike(left, right)) {
        verifiedOthers--;
        verifiedFound += isFound;
      }
    }
  }

  /** {@return lines and a table} */
  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    line(out, chosen, "");
    if (verified != null) {
      line(out, verified, ", verified");
    }
    out.format("distance  precision  recall      F1  false pairs\n");
    for (DistanceScore score : byDistance) {
      out.format(
          "%8d  %9s  %6s  %6s  %11d\n",
          score.distance,
          ratio(score.precision),
          ratio(score.recall),
          ratio(score.f1),
          score.falsePairsFound);
    }
    return out.toString();
  }

  private void line(Formatter out, DistanceScore score, String how) {
    out.format(
        "precision %s, recall %s, F1 %s within distance %d%s, %d true pairs, %d false pairs"
            + " found\n",
        ratio(score.precision),
        ratio(score.recall),
        ratio(score.f1),
        score.distance,
        how,
        truePairs,
        score.falsePairsFound);
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }
}
