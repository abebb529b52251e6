package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * How well one scheme tells near-duplicates from other pairs, distance by distance.
 *
 * @param scheme the name it goes by
 * @param fingerprints texts that have one
 * @param distances for distance 0 to {@value #MAX_DISTANCE}
 */
public record SchemeScores(String scheme, long fingerprints, List<DistanceScores> distances) {

  /** The largest distance that is judged, in bits. */
  public static final int MAX_DISTANCE = 16;

  /**
   * The pairs within a distance, judged.
   *
   * @param candidates pairs within the distance, whatever they count as
   * @param plain as they are
   * @param verified those of them whose exact resemblance is high enough
   */
  public record DistanceScores(int distance, long candidates, Score plain, Score verified) {}

  /**
   * Judges all pairs of texts.
   *
   * @param scheme the name it goes by
   * @param fingerprints of each text under the scheme
   * @param features of each text, for verification
   * @param known what the pairs count as
   * @param minResemblance verification keeps the pairs of this Jaccard similarity and more
   */
  public static SchemeScores of(
      String scheme,
      List<OptionalLong> fingerprints,
      List<FeatureSet> features,
      KnownPairs known,
      double minResemblance) {
    int[] texts =
        IntStream.range(0, fingerprints.size())
            .filter(text -> fingerprints.get(text).isPresent())
            .toArray();
    long[] values =
        IntStream.of(texts).mapToLong(text -> fingerprints.get(text).getAsLong()).toArray();
    Tally plain = new Tally();
    Tally verified = new Tally();
    for (int i = 0; i < texts.length; i++) {
      for (int j = i + 1; j < texts.length; j++) {
        int distance = Fingerprint.distance(values[i], values[j]);
        if (distance <= MAX_DISTANCE) {
          FeatureSet a = features.get(texts[i]);
          FeatureSet b = features.get(texts[j]);
          Kind kind = known.kind(texts[i], texts[j]);
          boolean changed = kind == Kind.ALIKE && !a.resembles(b, 1);
          plain.add(distance, kind, changed);
          if (a.resembles(b, minResemblance)) {
            verified.add(distance, kind, changed);
          }
        }
      }
    }
    long changed = known.changed(features);
    return new SchemeScores(
        scheme,
        texts.length,
        IntStream.rangeClosed(0, MAX_DISTANCE)
            .mapToObj(
                k ->
                    new DistanceScores(
                        k,
                        plain.candidates.within(k),
                        plain.score(k, known.alike(), changed),
                        verified.score(k, known.alike(), changed)))
            .toList());
  }

  /** Pairs by distance. */
  private static final class Tally {
    private final CountsByDistance candidates = new CountsByDistance();
    private final CountsByDistance alike = new CountsByDistance();
    private final CountsByDistance changed = new CountsByDistance();
    private final CountsByDistance unlike = new CountsByDistance();

    void add(int distance, Kind kind, boolean isChanged) {
      candidates.add(distance);
      if (kind == Kind.ALIKE) {
        alike.add(distance);
      }
      if (isChanged) {
        changed.add(distance);
      }
      if (kind == Kind.UNLIKE) {
        unlike.add(distance);
      }
    }

    Score score(int k, long allAlike, long allChanged) {
      return new Score(alike.within(k), changed.within(k), unlike.within(k), allAlike, allChanged);
    }
  }
}
