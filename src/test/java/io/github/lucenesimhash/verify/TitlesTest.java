package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the scheme and the comparison that are named {@code titles}. */
class TitlesTest {

  private static final FingerprintScheme SCHEME = FingerprintScheme.parse("titles");
  private static final Comparison NEAR = Comparison.parse("titles");
  private static final TextVerifier VERIFIER = NEAR.verifier(SCHEME);

  private static boolean areNear(List<String> a, List<String> b) {
    String one = String.join(" ", a);
    String other = String.join(" ", b);
    int distance =
        SCHEME.fingerprint(one).orElseThrow().distance(SCHEME.fingerprint(other).orElseThrow());
    return distance <= NEAR.maxDistance()
        && NEAR.mayDrop(VERIFIER.features(one), VERIFIER.features(other));
  }

  /** Draws one of 2,000 words of a few letters; small numbers are more frequent. */
  private static String word(Random random) {
    int number = (int) (2000 * Math.pow(random.nextDouble(), 2));
    return Integer.toString(number, 26).replaceAll("[0-9]", "z$0").replaceAll("[0-9]", "q");
  }

  @Test
  void aWordInTenMayComeOrChange() {
    Random random = new Random(57);
    for (int round = 0; round < 1000; round++) {
      List<String> text = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        text.add(word(random));
      }
      List<String> inserted = new ArrayList<>(text);
      inserted.add(random.nextInt(11), "another");
      List<String> replaced = new ArrayList<>(text);
      replaced.set(random.nextInt(10), "another");
      String repeat = "round " + round + ": " + text;
      assertTrue(areNear(text, inserted), repeat);
      assertTrue(areNear(text, replaced), repeat);
      text.set(9, "7");
      replaced = new ArrayList<>(text);
      replaced.set(9, "8");
      assertTrue(!areNear(text, replaced), repeat);
    }
  }

  /** A repeated word is another feature, as counts by hand show. */
  @Test
  void aWordThatComesAgainIsAnotherFeature() {
    assertEquals(5, VERIFIER.features("the cat and the dog").size());
    assertEquals(4. / 6, jaccard("the cat and the dog", "the cat and the cat"));
    assertEquals(3. / 5, jaccard("a a a", "a a a a a"));
    assertEquals(1, jaccard("the cat, the dog", "THE dog the cat"));
    assertEquals(4, VERIFIER.features("好好学习").size());
    assertNotEquals(SCHEME.fingerprint("a a"), SCHEME.fingerprint("a a a a"));
    assertEquals(3, VERIFIER.features("a b a").size());
  }

  private static double jaccard(String a, String b) {
    return VERIFIER.features(a).jaccard(VERIFIER.features(b));
  }

  @Test
  void theNameSetsBoth() {
    assertEquals(Comparison.STANDARD, NEAR);
    assertEquals("titles", SCHEME.toString());
    FingerprintScheme counted = FingerprintScheme.parse("en shingle=1 sketch=minhash counted=true");
    assertEquals(3, TextVerifier.of(counted).features("a b a").size());
    assertEquals(Comparison.UNVERIFIED, Comparison.parse("titles verify=0"));
  }
}
