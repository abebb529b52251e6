package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Holds the precision and recall of a scheme at each distance.
 *
 * @param scheme the name of the scheme for readers
 * @param fingerprints the number of texts that have a fingerprint
 * @param distances the scores at each distance, from 0 to {@value #MAX_DISTANCE} bits for every 64
 *     bits of a fingerprint
 */
public record SchemeScores(String scheme, long fingerprints, List<DistanceScores> distances) {

  /** The largest distance that is scored, in bits for every 64 bits of a fingerprint. */
  public static final int MAX_DISTANCE = 16;

  /**
   * Holds the scores of the pairs within a distance.
   *
   * @param distance the distance in bits
   * @param candidates the number of pairs within the distance, with any label
   * @param plain the score of all these pairs
   * @param verified the score of the pairs whose exact resemblance is high enough
   */
  public record DistanceScores(int distance, long candidates, Score plain, Score verified) {}

  /**
   * Computes the scores of a scheme from all pairs of texts.
   *
   * @param scheme the name of the scheme for readers
   * @param fingerprints the fingerprints of the texts under the scheme
   * @param verifying the feature sets of the texts that verification compares
   * @param known the labels of the pairs
   * @param minResemblance the minimum resemblance of a pair that verification keeps
   * @return the scores at each distance
   * @throws IOException if the thread is interrupted
   */
  public static SchemeScores of(
      String scheme,
      List<Optional<Fingerprint>> fingerprints,
      List<FeatureSet> verifying,
      KnownPairs known,
      double minResemblance)
      throws IOException {
    int most = most(fingerprints);
    Tally plain = new Tally(most);
    Tally verified = new Tally(most);
    nearPairs(
        fingerprints,
        (left, right, distance) -> {
          Kind kind = known.kind(left, right);
          plain.add(distance, kind);
          if (verifying.get(left).resembles(verifying.get(right), minResemblance)) {
            verified.add(distance, kind);
          }
        });
    long positive = known.positive();
    long texts = fingerprints.stream().filter(Optional::isPresent).count();
    List<DistanceScores> scores =
        IntStream.rangeClosed(0, most)
            .mapToObj(
                k ->
                    new DistanceScores(
                        k,
                        Tally.within(k, plain.pairs),
                        plain.score(k, positive),
                        verified.score(k, positive)))
            .toList();
    return new SchemeScores(scheme, texts, scores);
  }

  /** Returns the largest distance that is scored for these fingerprints, in bits. */
  private static int most(List<Optional<Fingerprint>> fingerprints) {
    return fingerprints.stream()
        .flatMap(Optional::stream)
        .mapToInt(fingerprint -> fingerprint.lanes() * MAX_DISTANCE)
        .findFirst()
        .orElse(MAX_DISTANCE);
  }

  /**
   * Finds the pairs of texts within {@value #MAX_DISTANCE} bits for every 64 bits, and passes the
   * indexes of their texts to a consumer.
   */
  static void nearPairs(List<Optional<Fingerprint>> fingerprints, PairConsumer consumer)
      throws IOException {
    SimilarityJoin.within(most(fingerprints))
        .pairs(DistinctFingerprints.of(fingerprints), consumer);
  }

  private static final class Tally {
    private final long[] pairs;
    private final long[] positive;
    private final long[] negative;

    Tally(int most) {
      pairs = new long[most + 1];
      positive = new long[most + 1];
      negative = new long[most + 1];
    }

    void add(int distance, Kind kind) {
      pairs[distance]++;
      positive[distance] += kind == Kind.POSITIVE ? 1 : 0;
      negative[distance] += kind == Kind.NEGATIVE ? 1 : 0;
    }

    Score score(int k, long allPositive) {
      return new Score(within(k, positive), within(k, negative), allPositive);
    }

    private static long within(int k, long[] counts) {
      return LongStream.of(counts).limit(k + 1L).sum();
    }
  }

  /**
   * Recommends a scheme and a distance. All schemes and distances whose F1 is within {@value
   * #TOLERANCE} of the best are considered. The combination with the fewest candidates is
   * recommended, because the number of candidates grows with the square of the number of texts.
   * Ties are resolved by the smallest distance, which is the fastest to search.
   *
   * @param scheme the name of the scheme
   * @param at the distance and its scores
   * @param verified whether to verify candidates
   */
  public record Recommendation(String scheme, DistanceScores at, boolean verified) {

    /** The loss of F1 that is accepted for fewer candidates. */
    public static final double TOLERANCE = 0.002;

    /** {@return the score with or without verification, as chosen} */
    public Score score() {
      return verified ? at.verified() : at.plain();
    }

    private double f1() {
      return score().f1();
    }

    /**
     * Returns the recommendation, or an empty value if no near-duplicate is within any distance.
     * Verification is recommended unless it costs more than {@value #TOLERANCE} of F1.
     *
     * @param schemes the scores of schemes for the same texts
     */
    public static Optional<Recommendation> of(List<SchemeScores> schemes) {
      List<Recommendation> all = new ArrayList<>();
      for (SchemeScores scheme : schemes) {
        for (DistanceScores at : scheme.distances) {
          all.add(new Recommendation(scheme.scheme, at, true));
          all.add(new Recommendation(scheme.scheme, at, false));
        }
      }
      double best =
          all.stream().mapToDouble(Recommendation::f1).filter(f1 -> f1 > 0).max().orElse(2);
      return all.stream()
          .filter(one -> one.f1() >= best - TOLERANCE)
          .min(
              Comparator.comparing(Recommendation::verified)
                  .reversed()
                  .thenComparingLong(one -> one.at.candidates())
                  .thenComparingInt(one -> one.at.distance()));
    }
  }
}
