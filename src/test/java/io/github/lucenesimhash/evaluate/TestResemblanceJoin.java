package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Duels of the join with a comparison of every pair. */
public class TestResemblanceJoin extends LuceneTestCase {

  /** With much at the very thresholds: few features make 1/2, 7/10 and 4/5 common. */
  public void testDuelOnSmallSets() throws IOException {
    for (int run = 0; run < 30 * RANDOM_MULTIPLIER; run++) {
      List<FeatureSet> sets = new ArrayList<>();
      int vocabulary = 5 + random().nextInt(30);
      for (int i = random().nextInt(60); i >= 0; i--) {
        sets.add(FeatureSet.of(features(random(), vocabulary)));
      }
      duel(sets);
    }
  }

  private static long[] features(Random random, int vocabulary) {
    int zipf = 1 + random.nextInt(3);
    return random
        .longs(random.nextInt(25))
        .map(x -> (long) (vocabulary * Math.pow((x >>> 11) * 0x1p-53, zipf)))
        .toArray();
  }

  public void testDuelOnTexts() throws IOException {
    TextVerifier verifier = TextVerifier.of(FingerprintScheme.parse("zh"));
    for (int run = 0; run < 5 * RANDOM_MULTIPLIER; run++) {
      List<FeatureSet> sets = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 80; i++) {
        if (random().nextInt(8) == 0) {
          text.setLength(0);
        }
        for (int words = random().nextInt(12); words > 0; words--) {
          text.insert(random().nextInt(text.length() + 1), word(random()));
        }
        sets.add(verifier.features(text));
      }
      duel(sets);
    }
  }

  private static String word(Random random) {
    String[] words = {"one ", "two ", "three ", "four ", "中文 ", "文本 ", "重复 "};
    return words[random.nextInt(words.length)];
  }

  private static void duel(List<FeatureSet> sets) throws IOException {
    for (double min : new double[] {.1, .5, 2 / 3., .7, .8, 1, 1e-9 + random().nextDouble()}) {
      Map<List<Integer>, Double> expected = new HashMap<>();
      for (int i = 0; i < sets.size(); i++) {
        for (int j = i + 1; j < sets.size(); j++) {
          double jaccard = sets.get(i).jaccard(sets.get(j));
          if (jaccard >= min) {
            expected.put(List.of(i, j), jaccard);
          }
        }
      }
      Map<List<Integer>, Double> found = new HashMap<>();
      int[] done = new int[1];
      ResemblanceJoin.pairs(
          sets,
          Math.min(1, min),
          texts -> done[0] += texts,
          pair -> assertNull(found.put(List.of(pair.a(), pair.b()), pair.jaccard())));
      assertEquals(expected, found);
      assertEquals(sets.size(), done[0]);
    }
  }

  /** The work: sets without a common rare feature are not compared. */
  public void testFewCandidates() {
    List<long[]> sets = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long[] set = new long[100];
      for (int j = 0; j < set.length; j++) {
        set[j] = j < 25 ? j : 1000L * (i / 2) + j; // a quarter is in all, the rest in two
      }
      sets.add(FeatureSet.of(set).hashes());
    }
    ResemblanceJoin.PrefixIndex index =
        new ResemblanceJoin.PrefixIndex(
            sets.stream().mapToInt(set -> set.length).toArray(), sets::get, .8);
    int candidates = 0;
    for (int i = 0; i < sets.size(); i++) {
      candidates += index.candidates(i).length;
    }
    assertEquals(50, candidates);
  }

  public void testBadMinimum() {
    for (double min : new double[] {0, -1, 1.1, Double.NaN}) {
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class,
              () -> ResemblanceJoin.pairs(List.of(), min, texts -> {}, pair -> {}));
      assertEquals("minJaccard is " + min + ", expected more than 0 and at most 1", e.getMessage());
    }
  }
}
