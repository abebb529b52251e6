package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightingTest {

  private static final Map<String, Double> TABLE = Map.of("heavy", 5.0, "half", 0.5, "none", 0.0);

  @Test
  void onceIsOne() {
    assertEquals(1, Weighting.ONCE.weight(7, 9, 0));
    assertTrue(Weighting.ONCE.isUniform());
    assertFalse(Weighting.ONCE.truncated(3).isUniform());
    assertFalse(Weighting.parse("tf", null).isUniform());
  }

  @Test
  void frequencyIsCapped() {
    assertEquals(7, Weighting.parse("tf", null).weight(7, 9, 0));
    assertEquals(5, Weighting.parse("tf(5)", null).weight(7, 9, 0));
    assertEquals(4, Weighting.parse("tf(5)", null).weight(4, 9, 0));
  }

  @Test
  void logarithm() {
    assertEquals(1, Weighting.parse("log-tf", null).weight(1, 9, 0));
    assertEquals(1 + StrictMath.log(7), Weighting.parse("log-tf", null).weight(7, 9, 0));
  }

  @Test
  void table() {
    Weighting weighting = Weighting.table(TABLE, 2);
    assertEquals(5, weighting.wordWeight("heavy!".toCharArray(), 0, 5));
    assertEquals(2, weighting.wordWeight("heavy!".toCharArray(), 0, 6));
    assertEquals(2, weighting.wordWeight("Heavy".toCharArray(), 0, 5), "case counts");
    assertEquals(0, weighting.wordWeight("none".toCharArray(), 0, 4));
    assertEquals(3.5, weighting.weight(7, 9, 3.5), "whatever the frequency");
  }

  @Test
  void tfIdfIsShareTimesTable() {
    assertEquals(0.75, Weighting.tfIdf(TABLE, 2).weight(3, 12, 3));
  }

  @Test
  void truncationCutsTheProduct() {
    Weighting idf = Weighting.tfIdf(TABLE, 2).truncated(20);
    assertEquals(0, idf.weight(1, 41, 2), "20 * 2 / 41");
    assertEquals(1, idf.weight(1, 21, 2), "20 * 2 / 21");
    assertEquals(8, Weighting.ONCE.truncated(8).weight(3, 3, 0));
    assertEquals(33, Weighting.parse("log-tf", null).truncated(20).weight(2, 3, 0), "20 * 1.693");
    assertEquals(2, Weighting.table(TABLE, 2).truncated(1).weight(1, 1, 2.9));
    assertThrows(IllegalArgumentException.class, () -> idf.truncated(3));
  }

  @Test
  void medianStandsInForWordsThatTheClassicTableLacks() {
    assertThrows(IllegalArgumentException.class, () -> Weighting.tfIdf(Map.of()));
    FingerprintScheme classic =
        FingerprintScheme.parse(
            "classic-tfidf", SchemeSources.of(Weighting.tfIdf(Map.of("a", 1, "b", 3, "c", 9))));
    FingerprintScheme explicit =
        classic.withWeighting(Weighting.tfIdf(Map.of("a", 1, "b", 3, "c", 9), 3).truncated(20));
    assertEquals(explicit.id(), classic.id());
  }

  @Test
  void laterChangeOfTheMapChangesNothing() {
    Map<String, Double> map = new HashMap<>(TABLE);
    Weighting weighting = Weighting.table(map, 1);
    String before = weighting.toString();
    map.put("heavy", 1.0);
    assertEquals(5, weighting.wordWeight("heavy".toCharArray(), 0, 5));
    assertEquals(before, weighting.toString());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -1e-9, Double.NaN, Double.POSITIVE_INFINITY})
  void badTableWeightNamesTheWord(double bad) {
    Map<String, Double> table = Map.of("fine", 1.0, "broken", bad);
    for (String message :
        new String[] {
          message(() -> Weighting.table(table, 1)), message(() -> Weighting.tfIdf(table, 1))
        }) {
      assertTrue(message.contains("'broken' is " + bad), message);
    }
    String otherwise = message(() -> Weighting.table(Map.of(), bad));
    assertTrue(otherwise.contains("not in the table is " + bad), otherwise);
  }

  @Test
  void badBoundsAreNamed() {
    assertEquals("maxFrequency is 0, expected 1 or more", badScheme("tf(0)"));
    assertEquals("scale is 0, expected 1 or more", badScheme("int(0*tf)"));
    assertTrue(badScheme("tf(-1)").startsWith("weights is 'tf(-1)', expected one of once, tf"));
    assertTrue(badScheme("int(2*int(3*tf))").contains("is truncated already"));
    for (String bad : List.of("tf(9999999999)", "int(9999999999*tf)", "int(20*heavy)")) {
      String message = badScheme(bad);
      assertTrue(message.startsWith("weights is '" + bad + "', expected one of once, tf"), message);
    }
  }

  private static String badScheme(String weights) {
    return message(() -> FingerprintScheme.parse("en weights=" + weights));
  }

  private static String message(Runnable action) {
    return assertThrows(IllegalArgumentException.class, action::run).getMessage();
  }
}
