package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

  @Test
  void whatIsPrintedIsRead() {
    Random random = new Random(7);
    for (int i = 0; i < 1000; i++) {
      Comparison comparison =
          Comparison.within(random.nextInt(65))
              .verified(random.nextBoolean() ? 0 : random.nextDouble())
              .guarded(random.nextBoolean() ? Guard.NONE : Guard.STANDARD);
      assertEquals(comparison, Comparison.parse(comparison.toString()), comparison.toString());
    }
  }

  @Test
  void aNameStandsForADistanceAndMore() {
    assertEquals(Comparison.within(10), Comparison.parse(" 10 "));
    assertEquals("12 verify=0.8 guard=replaced,numbers", Comparison.parse("standard").toString());
    assertEquals(Comparison.UNVERIFIED, Comparison.parse("standard verify=0"));
    assertEquals(Comparison.REPRINTS, Comparison.parse("reprints"));
    assertEquals(Comparison.REPRINTS.verified(0), Comparison.parse("reprints verify=0"));
    assertEquals(
        "12 verify=0.7 guard=none", Comparison.parse("reprints  guard=none\tverify=.7").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "'', comparison is ''",
    "far, comparison is 'far'",
    "10 far, comparison is '10 far'",
    "10 =5, comparison is '10 =5'",
    "10 verify=, comparison is '10 verify='",
    "10 words=.8, comparison is '10 words=.8'",
    "10 guard=years, guard is 'years'",
    "'10 verify=.8,guard=none', 'comparison is ''10 verify=.8,guard=none'''",
    "257, 'distance is 257, expected 0 to 256'",
    "-1, 'distance is -1, expected 0 to 256'",
    "10 verify=1.5, 'verification is 1.5, expected 0 to 1'",
    "10 verify=NaN, 'verification is NaN, expected 0 to 1'"
  })
  void anythingElseIsRefused(String comparison, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Comparison.parse(comparison));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
    assertTrue(e.getMessage().contains(", expected "), e.getMessage());
  }

  @Test
  void theBoundsThemselvesAreTaken() {
    for (String bounds : List.of("256 verify=1.0", "0")) {
      assertEquals(bounds + " guard=none", Comparison.parse(bounds + " guard=none").toString());
    }
    assertEquals(Comparison.within(3), Comparison.within(3).verified(-0.0));
  }

  @Test
  void isAsFarInEachWordOfMoreBits() {
    Comparison near = Comparison.STANDARD.guarded(Guard.NONE);
    assertEquals(near, near.ofBits(64));
    assertEquals("24 verify=0.8 guard=none", near.ofBits(128).toString());
    assertEquals(48, near.ofBits(256).maxDistance());
    assertEquals(128, Comparison.within(100).ofBits(128).maxDistance());
    assertThrows(IllegalArgumentException.class, () -> near.ofBits(192));
  }

  @Test
  void aVerifierHasItsGuard() {
    TextVerifier verifier = Comparison.STANDARD.verifier(FingerprintScheme.standard());
    FeatureSet title = verifier.features("A cordless drill, model 9341, in green");
    FeatureSet other = verifier.features("A cordless drill, model 9342, in green");
    assertTrue(title.isHeldBack(other));
    TextVerifier bare = TextVerifier.standard();
    assertFalse(bare.features("model 9341").isHeldBack(bare.features("model 9342")));
  }
}
