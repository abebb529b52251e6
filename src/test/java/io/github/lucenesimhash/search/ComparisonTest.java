package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.List;
import java.util.Optional;
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
              .words(random.nextBoolean() ? 0 : 1 - random.nextDouble() / 2)
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
        "12 verify=0.7 words=0.9 guard=none",
        Comparison.parse("reprints  guard=none words=.9\tverify=.7").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "'', comparison is ''",
    "far, comparison is 'far'",
    "10 far, comparison is '10 far'",
    "10 =5, comparison is '10 =5'",
    "10 verify=, comparison is '10 verify='",
    "10 words=most, comparison is '10 words=most'",
    "10 guard=years, guard is 'years'",
    "'10 verify=.8,words=.8', 'comparison is ''10 verify=.8,words=.8'''",
    "257, 'distance is 257, expected 0 to 256'",
    "-1, 'distance is -1, expected 0 to 256'",
    "10 verify=1.5, 'verification is 1.5, expected 0 to 1'",
    "10 verify=NaN, 'verification is NaN, expected 0 to 1'",
    "10 words=.4, 'similarity of words is 0.4, expected 0, or .5 to 1'",
    "10 words=NaN, 'similarity of words is NaN, expected 0, or .5 to 1'"
  })
  void anythingElseIsRefused(String comparison, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Comparison.parse(comparison));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
    assertTrue(e.getMessage().contains(", expected "), e.getMessage());
  }

  @Test
  void theBoundsThemselvesAreTaken() {
    for (String bounds : List.of("256 verify=1.0 words=1.0", "0 words=0.5")) {
      assertEquals(bounds + " guard=none", Comparison.parse(bounds + " guard=none").toString());
    }
    assertTrue(
        Comparison.within(64)
            .isNear(Signature.of(Fingerprint.of(0)), Signature.of(Fingerprint.of(-1))));
  }

  @Test
  void whatNeedsTextsIsNotByWords() {
    FingerprintScheme scheme = FingerprintScheme.standard();
    Signature title = scheme.read("A cordless drill, model 9341, in green");
    Signature other = scheme.read("A cordless drill, model 9342, in green");
    Signature bare = title.withoutWords();
    Comparison words = Comparison.STANDARD.words(.6);
    assertTrue(words.isByWords(title, other) && words.isNear(title, other));
    assertFalse(words.needsTexts(title, other));
    assertTrue(words.isHeldBack(title, other));
    assertFalse(words.guarded(Guard.NONE).isHeldBack(title, other));
    assertFalse(words.isByWords(title, bare) || words.isHeldBack(title, bare));
    assertTrue(words.needsTexts(title, bare));
    assertFalse(Comparison.STANDARD.isHeldBack(title, other), "a text's words are not known here");
    assertFalse(Comparison.within(10).needsTexts(title, other));
    assertEquals(title, words.of(title));
    assertEquals(bare, Comparison.STANDARD.of(title));
  }

  /** A neighbour of two is within the distance of each, or near by words, whatever its bits. */
  @Test
  void twoMayShareANeighbour() {
    Signature title = FingerprintScheme.standard().read("A cordless drill in green");
    Comparison words = Comparison.within(10).words(.8);
    Signature zero = Signature.of(Fingerprint.of(0));
    for (int bits = 0; bits <= 64; bits++) {
      Signature other = Signature.of(Fingerprint.of(bits == 0 ? 0 : -1L >>> (64 - bits)));
      assertEquals(bits <= 20, words.mayShareNeighbour(zero, other));
      assertTrue(words.mayShareNeighbour(title, other) && words.mayShareNeighbour(other, title));
    }
    Signature onlyWords = new Signature(Optional.empty(), title.words());
    for (Signature each : List.of(title, zero, onlyWords)) {
      assertTrue(words.mayShareNeighbour(onlyWords, each));
      assertFalse(words.mayShareNeighbour(each, Signature.NONE));
    }
  }
}
