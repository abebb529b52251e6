package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.corpus.Terminal.Bar;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.evaluate.Score;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.util.Arrays;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How well the pairs within a distance are the near-duplicate pairs of a list, in the order of the
 * JSON.
 *
 * @param truePairs near-duplicate pairs among the documents
 * @param chosen at the distance of the run
 * @param verified those of them whose texts are alike, if texts are compared, and of short texts
 *     those that share their words in order, at any distance; null if fingerprints alone are
 *     compared
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
    Documents documents = groups.documents;
    KnownPairs known = KnownPairs.labelled(truth.among(documents.ids()));
    int chosen = groups.groups.join().maxDistance();
    int maxDistance = Math.max(TABLE_DISTANCE, chosen);
    long[] found = new long[maxDistance + 1];
    long[] falsePairs = new long[maxDistance + 1];
    long[] verified = new long[2];
    try (Bar progress = console.progress("Judging", Terminal.UNKNOWN, false)) {
      SimilarityJoin.within(maxDistance)
          .pairs(
              documents.distinct(),
              (left, right, distance) -> {
                progress.step(1);
                Kind kind = known.kind(left, right);
                if (kind != Kind.IGNORED) {
                  (kind == Kind.POSITIVE ? found : falsePairs)[distance]++;
                  if (distance <= chosen && groups.areAlike(left, right)) {
                    verified[kind == Kind.POSITIVE ? 0 : 1]++;
                  }
                }
              });
      groups.forEachShortPair(
          (left, right, distance) -> {
            Kind kind = known.kind(left, right);
            if (distance > chosen && kind != Kind.IGNORED) {
              verified[kind == Kind.POSITIVE ? 0 : 1]++;
            }
          });
    }
    Arrays.parallelPrefix(found, Long::sum);
    Arrays.parallelPrefix(falsePairs, Long::sum);
    long truePairs = known.positive();
    return new TruthScores(
        truePairs,
        DistanceScore.of(chosen, found[chosen], falsePairs[chosen], truePairs),
        groups.isExact() ? DistanceScore.of(chosen, verified[0], verified[1], truePairs) : null,
        IntStream.rangeClosed(0, TABLE_DISTANCE)
            .mapToObj(k -> DistanceScore.of(k, found[k], falsePairs[k], truePairs))
            .toList());
  }

  /**
   * {@return lines and a table}
   *
   * @param minResemblance of texts, or null
   * @param minWordResemblance by which short texts are near, or null
   */
  String text(Double minResemblance, Double minWordResemblance) {
    Formatter out = new Formatter(Locale.ROOT);
    line(out, chosen, "");
    if (verified != null) {
      String byWords =
          minWordResemblance == null
              ? ""
              : "; short texts by " + minWordResemblance + " of their words in order";
      line(out, verified, (minResemblance == null ? "" : ", verified") + byWords);
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
