package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.SchemeScores.DistanceScores;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** The score with or without verification, as chosen. */
  public Score score() {
    return verified ? at.verified() : at.plain();
  }

  /**
   * The choice with verification, unless that loses more than {@value #TOLERANCE} of F1; nothing if
   * no near-duplicate is within any distance.
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
   * The choice with or without verification; nothing if no near-duplicate is within any distance.
   *
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
