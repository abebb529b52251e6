package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Pairs and groups of texts, duelled with the comparison of any two. */
public class TestJoinOfSignatures extends LuceneTestCase {

  private static List<Signature> signatures() {
    List<Signature> signatures = new ArrayList<>();
    for (long bits : RandomFingerprints.array(random(), random().nextInt(120))) {
      boolean isThere = random().nextInt(8) > 0;
      long[] words = random().longs(random().nextInt(6), 0, 9).toArray();
      if (random().nextInt(5) == 0) { // a long text
        words = random().longs(random().nextBoolean() ? 70 : 200, 0, 9).toArray();
      }
      Optional<Fingerprint> fingerprint =
          isThere ? Optional.of(Fingerprint.of(bits)) : Optional.empty();
      signatures.add(Signature.of(fingerprint, words));
    }
    return signatures;
  }

  public void testPairs() throws IOException {
    int pairs = 0;
    for (int run = 0; run < 100 * RANDOM_MULTIPLIER; run++) {
      List<Signature> texts = signatures();
      Comparison near = comparison();
      Set<List<Integer>> expected = new HashSet<>();
      for (int a = 0; a < texts.size(); a++) {
        for (int b = a + 1; b < texts.size(); b++) {
          if (near.isNear(texts.get(a), texts.get(b))) {
            expected.add(List.of(a, b, texts.get(a).distance(texts.get(b))));
          }
        }
      }
      Set<List<Integer>> found = new HashSet<>();
      List<Double> shares = new ArrayList<>();
      SimilarityJoin.of(near)
          .progress(shares::add)
          .pairs(texts, (a, b, distance) -> assertTrue(found.add(List.of(a, b, distance))));
      assertEquals(expected, found);
      assertEquals(shares.stream().sorted().toList(), shares);
      assertEquals(1, shares.getLast(), 0);
      pairs += found.size();
    }
    assertTrue(pairs + " pairs", pairs > 1000);
  }

  private static Comparison comparison() {
    Comparison within = Comparison.within(random().nextInt(20));
    return random().nextInt(4) == 0 ? within : within.words(.5 + random().nextDouble() / 2);
  }

  /**
   * Each is under the first kept one that it is near to; without a fingerprint it is in no group.
   */
  public void testGroups() throws IOException {
    for (int run = 0; run < 100 * RANDOM_MULTIPLIER; run++) {
      List<Signature> texts = signatures();
      Comparison near = comparison();
      int[] expected = new int[texts.size()];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = i;
        for (int kept = 0; kept < i && expected[i] == i; kept++) {
          if (expected[kept] == kept
              && texts.get(kept).fingerprint().isPresent()
              && texts.get(i).fingerprint().isPresent()
              && near.isNear(texts.get(kept), texts.get(i))) {
            expected[i] = kept;
          }
        }
      }
      int[] found = new int[expected.length];
      Arrays.setAll(found, i -> i);
      for (Groups.Group group : Grouping.stars(SimilarityJoin.of(near)).of(texts)) {
        for (int i = 0; i < group.size() - 1; i++) {
          found[group.member(i)] = group.kept();
        }
      }
      assertArrayEquals(expected, found);
    }
  }
}
