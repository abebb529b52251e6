package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Precision and recall of one scheme at each distance.
 *
 * @param scheme the name it goes by
 * @param id the {@code FingerprintScheme}'s
 * @param fingerprints texts that have one
 * @param distances for distance 0 to {@value #MAX_DISTANCE} of each 64 bits
 */
public record SchemeScores(
    String scheme, String id, long fingerprints, List<DistanceScores> distances) {

  /** The largest distance that is judged, in bits. */
  public static final int MAX_DISTANCE = 16;

  /**
   * The pairs within a distance, judged.
   *
   * @param distance in bits
   * @param candidates pairs within the distance, whatever they count as
   * @param plain as they are
   * @param verified those of them whose exact resemblance is high enough
   */
  public record DistanceScores(int distance, long candidates, Score plain, Score verified) {}

  /**
   * Judges all pairs of texts.
   *
   * @param scheme the name it goes by
   * @param id the {@code FingerprintScheme}'s
   * @param fingerprints of each text under the scheme
   * @param features of each text, of which the known pairs are
   * @param verifying features of each text, as they are verified beside the scheme
   * @param known what the pairs count as
   * @param minResemblance verification keeps the pairs of this Jaccard similarity and more
   * @return for distance 0 to {@value #MAX_DISTANCE}
   * @throws IOException if interrupted
   */
  public static SchemeScores of(
      String scheme,
      String id,
      List<Optional<Fingerprint>> fingerprints,
      List<FeatureSet> features,
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
          boolean changed =
              kind == Kind.POSITIVE && !features.get(left).resembles(features.get(right), 1);
          plain.add(distance, kind, changed);
          if (verifying.get(left).resembles(verifying.get(right), minResemblance)) {
            verified.add(distance, kind, changed);
          }
        });
    long positive = known.positive();
    long changed = known.changed(features);
    long texts = fingerprints.stream().filter(Optional::isPresent).count();
    List<DistanceScores> scores =
        IntStream.rangeClosed(0, most)
            .mapToObj(
                k ->
                    new DistanceScores(
                        k,
                        Tally.within(k, plain.pairs),
                        plain.score(k, positive, changed),
                        verified.score(k, positive, changed)))
            .toList();
    return new SchemeScores(scheme, id, texts, scores);
  }

  /** The largest distance that is judged. */
  private static int most(List<Optional<Fingerprint>> fingerprints) {
    return fingerprints.stream()
        .flatMap(Optional::stream)
        .mapToInt(fingerprint -> fingerprint.words() * MAX_DISTANCE)
        .findFirst()
        .orElse(MAX_DISTANCE);
  }

  /** The pairs of texts within {@value #MAX_DISTANCE} of each 64 bits, by their indexes. */
  static void nearPairs(List<Optional<Fingerprint>> fingerprints, PairConsumer consumer)
      throws IOException {
    SimilarityJoin.within(most(fingerprints))
        .pairs(DistinctFingerprints.of(fingerprints), consumer);
  }

  private static final class Tally {
    private final long[] pairs;
    private final long[] positive;
    private final long[] changed;
    private final long[] negative;

    Tally(int most) {
      pairs = new long[most + 1];
      positive = new long[most + 1];
      changed = new long[most + 1];
      negative = new long[most + 1];
    }

    void add(int distance, Kind kind, boolean isChanged) {
      pairs[distance]++;
      positive[distance] += kind == Kind.POSITIVE ? 1 : 0;
      changed[distance] += isChanged ? 1 : 0;
      negative[distance] += kind == Kind.NEGATIVE ? 1 : 0;
    }

    Score score(int k, long allPositive, long allChanged) {
      return new Score(
          within(k, positive), within(k, changed), within(k, negative), allPositive, allChanged);
    }

    private static long within(int k, long[] counts) {
      return LongStream.of(counts).limit(k + 1L).sum();
    }
  }

  /**
   * A scheme and a distance to take: among all whose F1 is within {@value #TOLERANCE} of the best
   * there is, those with the fewest candidates, because their number grows with the square of the
   * texts; then the smallest distance, because it searches fastest.
   *
   * @param scheme the scheme's name
   * @param at the distance and its scores
   * @param verified whether candidates are to be verified
   */
  public record Recommendation(String scheme, DistanceScores at, boolean verified) {

    /** How much F1 fewer candidates may cost. */
    public static final double TOLERANCE = 0.002;

    /** {@return the score with or without verification, as chosen} */
    public Score score() {
      return verified ? at.verified() : at.plain();
    }

    /**
     * {@return the choice with verification, unless that loses more than {@value #TOLERANCE} of F1;
     * empty if no near-duplicate is within any distance}
     *
     * @param schemes of the same texts
     */
    public static Optional<Recommendation> of(List<SchemeScores> schemes) {
      return Stream.of(of(schemes, true), of(schemes, false))
          .flatMap(Optional::stream)
          .reduce((best, plain) -> plain.f1() > best.f1() + TOLERANCE ? plain : best);
    }

    private double f1() {
      return score().f1();
    }

    /**
     * {@return the choice with or without verification; empty if no near-duplicate is within any
     * distance}
     *
     * @param schemes of the same texts
     * @param verified whether candidates will be verified
     */
    public static Optional<Recommendation> of(List<SchemeScores> schemes, boolean verified) {
      List<Recommendation> all =
          schemes.stream()
              .flatMap(
                  scheme ->
                      scheme.distances().stream()
                          .map(at -> new Recommendation(scheme.scheme(), at, verified)))
              .filter(one -> one.f1() > 0)
              .toList();
      double best = all.stream().mapToDouble(Recommendation::f1).max().orElse(0);
      return all.stream()
          .filter(one -> one.f1() >= best - TOLERANCE)
          .min(
              Comparator.<Recommendation>comparingLong(one -> one.at.candidates())
                  .thenComparingInt(one -> one.at.distance()));
    }
  }
}
