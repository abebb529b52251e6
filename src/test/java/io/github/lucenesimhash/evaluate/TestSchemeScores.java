package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.evaluate.KnownPairs.KnownPair;
import io.github.lucenesimhash.evaluate.SchemeScores.DistanceScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Compares scores with a count that follows their definition for each distance separately. */
public class TestSchemeScores extends LuceneTestCase {

  private static final double MIN_RESEMBLANCE = .75;

  private final List<FeatureSet> features = new ArrayList<>();
  private final List<Optional<Fingerprint>> fingerprints = new ArrayList<>();

  private void makeTexts(Random random) {
    for (int i = 0; i < 80; i++) {
      features.add(FeatureSet.of(random.ints(random.nextInt(15), 0, 12).asLongStream().toArray()));
      long fingerprint = 0;
      for (int bits = random.nextInt(20); bits > 0; bits--) {
        fingerprint |= 1L << random.nextInt(64);
      }
      fingerprints.add(
          random.nextInt(10) == 0 ? Optional.empty() : Optional.of(Fingerprint.of(fingerprint)));
    }
  }

  private Kind kind(int i, int j) {
    return Kind.of(features.get(i).jaccard(features.get(j)));
  }

  public void testCountsByDistance() throws Exception {
    makeTexts(random());
    List<KnownPair> labels = new ArrayList<>();
    for (int i = 0; i < features.size(); i++) {
      for (int j = i + 1; j < features.size(); j++) {
        boolean turned = random().nextBoolean();
        labels.add(new KnownPair(turned ? j : i, turned ? i : j, kind(i, j)));
      }
    }
    KnownPairs known =
        random().nextBoolean() ? KnownPairs.labelled(labels) : KnownPairs.computed(features);
    for (KnownPair label : labels) {
      assertEquals(label.kind(), known.kind(label.a(), label.b()));
      assertEquals(label.kind(), known.kind(label.b(), label.a()));
    }
    SchemeScores scores = SchemeScores.of("s", fingerprints, features, known, MIN_RESEMBLANCE);
    assertEquals(17, scores.distances().size());
    for (DistanceScores row : scores.distances()) {
      assertEquals(score(row.distance(), 0), row.plain());
      assertEquals(score(row.distance(), MIN_RESEMBLANCE), row.verified());
    }
  }

  private Score score(int maxDistance, double minResemblance) {
    long[] counts = new long[3];
    for (int i = 0; i < features.size(); i++) {
      for (int j = i + 1; j < features.size(); j++) {
        double resemblance = features.get(i).jaccard(features.get(j));
        boolean found =
            fingerprints.get(i).isPresent()
                && fingerprints.get(j).isPresent()
                && Fingerprint.distance(
                        fingerprints.get(i).get().lane(0), fingerprints.get(j).get().lane(0))
                    <= maxDistance
                && resemblance >= minResemblance;
        boolean positive = kind(i, j) == Kind.POSITIVE;
        counts[0] += found && positive ? 1 : 0;
        counts[1] += found && kind(i, j) == Kind.NEGATIVE ? 1 : 0;
        counts[2] += positive ? 1 : 0;
      }
    }
    return new Score(counts[0], counts[1], counts[2]);
  }

  public void testRatios() {
    Score score = new Score(6, 2, 10);
    assertEquals(.75, score.precision(), 0);
    assertEquals(.6, score.recall(), 0);
    assertEquals(2 * .75 * .6 / (.75 + .6), score.f1(), 1e-12);
    assertTrue(Double.isNaN(new Score(0, 0, 0).precision()));
  }

  public void testRecommendsTheFewestCandidatesAmongTheBest() {
    SchemeScores coarse =
        new SchemeScores("coarse", 9, List.of(row(0, 5, 5), row(1, 900, 999), row(2, 2000, 1000)));
    SchemeScores fine = new SchemeScores("fine", 9, List.of(row(0, 3, 3), row(1, 1000, 1000)));
    Recommendation verified = Recommendation.of(List.of(coarse, fine)).get();
    assertEquals("coarse", verified.scheme());
    assertEquals(1, verified.at().distance());
    assertTrue(verified.verified());
    assertTrue(
        Recommendation.of(List.of(new SchemeScores("s", 2, List.of(row(0, 0, 0))))).isEmpty());
  }

  /** Returns a row of 1,000 positive pairs; unverified candidates beyond the found are false. */
  private static DistanceScores row(int distance, long candidates, long found) {
    return new DistanceScores(
        distance,
        candidates,
        new Score(found, candidates > found || found == 999 ? 500 : 0, 1000),
        new Score(found, 0, 1000));
  }
}
