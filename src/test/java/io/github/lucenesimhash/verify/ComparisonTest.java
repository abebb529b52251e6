package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.verify.Likeness.Droppable;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
              .verified(random.nextDouble())
              .contained(random.nextBoolean() ? 0 : random.nextDouble())
              .verified(random.nextBoolean() ? 0 : random.nextDouble())
              .guarded(random.nextBoolean() ? Guard.NONE : Guard.parse("replaced,numbers"));
      assertEquals(comparison, Comparison.parse(comparison.toString()), comparison.toString());
    }
  }

  @Test
  void aNameStandsForADistanceAndMore() {
    assertEquals(Comparison.within(10), Comparison.parse(" 10 "));
    assertEquals("12 verify=0.8 guard=numbers,negations", Comparison.parse("standard").toString());
    assertEquals(Comparison.UNVERIFIED, Comparison.parse("standard verify=0"));
    assertEquals(Comparison.CONTAINED, Comparison.parse("contained"));
    assertEquals(Comparison.CONTAINED.verified(0), Comparison.parse("contained verify=0"));
    assertEquals(
        "14 verify=0.7 contained=0.9 guard=none",
        Comparison.parse("contained  guard=none\tverify=.7").toString());
    assertEquals(
        "9 verify=0.7 contained=0.5 guard=numbers,negations",
        Comparison.parse("9 contained=.5 verify=.7").toString());
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
    "10 contained=.9, 'contained is 0.9, expected a verification with it'",
    "10 verify=.8 contained=1.1, 'contained is 1.1, expected 0 to 1'",
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
  void aTextGoesForOneThatContainsIt() {
    Comparison near = Comparison.CONTAINED;
    TextVerifier verifier = near.verifier(FingerprintScheme.standard());
    String text = words("in", 50);
    FeatureSet part = verifier.features("5 " + text);
    FeatureSet whole = verifier.features("5 " + text + " 6 " + words("besides", 30));
    assertFalse(Comparison.STANDARD.mayDrop(part, whole));
    assertTrue(near.mayDrop(part, whole));
    assertFalse(near.mayDrop(whole, part));
    FeatureSet other = verifier.features("7 " + text);
    assertTrue(near.isCovered(other, whole));
    assertFalse(near.mayDrop(other, whole));
    FeatureSet none = verifier.features("...");
    assertFalse(near.mayDrop(none, whole) || near.mayDrop(none, none));
  }

  private static String words(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> name + (char) ('a' + i / 26) + (char) ('a' + i % 26))
        .collect(Collectors.joining(" "));
  }

  @Test
  void aVerifierHasItsGuard() {
    TextVerifier verifier = Comparison.STANDARD.verifier(FingerprintScheme.standard());
    FeatureSet title = verifier.features("A cordless drill, model 9341, in green");
    FeatureSet other = verifier.features("A cordless drill, model 9342, in green");
    assertTrue(title.isHeldBack(other));
    Comparison unverified = Comparison.within(10);
    assertTrue(unverified.mayDrop(title, other));
    Likeness likeness = unverified.likeness(title, other);
    assertEquals(Droppable.EITHER, likeness.droppable());
    assertEquals(title.jaccard(other), likeness.resemblance());
    FeatureSet none = verifier.features("...");
    assertEquals(new Likeness(0, 0, 0, Droppable.EITHER), unverified.likeness(none, title));
    assertEquals(new Likeness(0, 0, 0, Droppable.EITHER), unverified.likeness(none, none));
    TextVerifier bare = TextVerifier.standard();
    assertFalse(bare.features("model 9341").isHeldBack(bare.features("model 9342")));
  }
}
