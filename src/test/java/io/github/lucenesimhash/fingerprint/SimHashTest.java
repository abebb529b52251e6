package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimHashTest {

  @Test
  void twoWeightedFeaturesOfSixBits() {
    long[] hashes = {0b100101, 0b101011};
    double[] weights = {4, 5};
    double[] sums = SimHash.sums(hashes, weights, 2);
    double[] highestFirst = {9, -9, 1, -1, 1, 9};
    for (int i = 0; i < 6; i++) {
      assertEquals(highestFirst[i], sums[5 - i], "bit " + (5 - i));
    }
    assertEquals(0b101011, SimHash.signs(sums).positive());
    for (SimHash.TieRule rule : SimHash.TieRule.values()) {
      assertEquals(0b101011, SimHash.fingerprint(hashes, weights, 2, rule));
    }
  }

  @Test
  void positiveColumnsAreOnes() {
    assertEquals(0b010111, SimHash.signs(new double[] {9, 3, 9, -9, 1, -7}).positive());
    assertEquals(0, SimHash.signs(new double[64]).positive());
  }

  @Test
  void distanceCountsDifferingBits() {
    assertEquals(3, Fingerprint.distance(0b10101, 0b00110));
    assertEquals(64, Fingerprint.distance(0, -1));
    assertEquals(1, Fingerprint.distance(0, Long.MIN_VALUE));
    assertEquals(0, Fingerprint.distance(-5, -5));
  }

  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void oneFeatureIsItsOwnHash(SimHash.TieRule rule) {
    long hash = 0xFEDCBA9876543210L;
    assertEquals(hash, SimHash.fingerprint(new long[] {hash}, 1, rule));
    for (double weight : new double[] {Double.MIN_VALUE, 0.3, 1, Integer.MAX_VALUE, 1e300}) {
      long one = SimHash.fingerprint(new long[] {hash}, new double[] {weight}, 1, rule);
      assertEquals(hash, one, "weight " + weight);
    }
  }

  @Test
  void tieFollowsTheRule() {
    long[] hashes = {0xF000000000000001L, 0x0FFFFFFFFFFFFFFEL};
    double[] halves = {0.5, 0.5};
    SimHash.TieRule smallest = SimHash.TieRule.SMALLEST_FEATURE_HASH;
    long expected = FeatureHash.combine(0, hashes[1]);
    assertEquals(expected, SimHash.fingerprint(hashes, 2, smallest), "unsigned order");
    assertEquals(expected, SimHash.fingerprint(hashes, halves, 2, smallest));
    assertEquals(0, SimHash.fingerprint(hashes, 2, SimHash.TieRule.ZERO));
    assertEquals(0, SimHash.fingerprint(hashes, halves, 2, SimHash.TieRule.ZERO));
  }

  @Test
  void featureOfWeightZeroDecidesNoTie() {
    long[] hashes = {0, 0xF0F0L, ~0xF0F0L};
    double[] weights = {0, 3, 3};
    long actual = SimHash.fingerprint(hashes, weights, 3, SimHash.TieRule.SMALLEST_FEATURE_HASH);
    assertEquals(FeatureHash.combine(0, 0xF0F0L), actual);
  }

  @Test
  void onlyTheFirstCountFeaturesCount() {
    long[] hashes = {6, -1, -1};
    assertEquals(6, SimHash.fingerprint(hashes, 1, SimHash.TieRule.ZERO));
    assertEquals(6, SimHash.fingerprint(hashes, new double[] {1, 9, 9}, 1, SimHash.TieRule.ZERO));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -0.001, Double.NaN, Double.POSITIVE_INFINITY, -1e308})
  void badWeightIsNamed(double bad) {
    double[] weights = {1, 2, bad};
    String message = failure(new long[3], weights, 3);
    assertTrue(message.contains("feature 2 is " + bad), message);
  }

  @Test
  void allWeightsZero() {
    String message = failure(new long[3], new double[] {0, -0.0, 0}, 3);
    assertTrue(message.contains("all 3 weights are 0"), message);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4})
  void badCountIsNamed(int count) {
    String weighted = failure(new long[3], new double[] {1, 1, 1, 1}, count);
    assertTrue(weighted.contains(count + ", expected 1 to 3"), weighted);
    String unit =
        assertThrows(
                IllegalArgumentException.class,
                () -> SimHash.fingerprint(new long[3], count, SimHash.TieRule.ZERO))
            .getMessage();
    assertTrue(unit.contains(count + ", expected 1 to 3"), unit);
  }

  @Test
  void fewerWeightsThanFeatures() {
    String message = failure(new long[3], new double[] {1, 1}, 3);
    assertTrue(message.contains("3, expected 1 to 2"), message);
  }

  private static String failure(long[] hashes, double[] weights, int count) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> SimHash.fingerprint(hashes, weights, count, SimHash.TieRule.ZERO))
        .getMessage();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x00FF00FF12345678L})
  void hexThereAndBack(long fingerprint) {
    String hex = Fingerprint.of(fingerprint).toString();
    assertEquals(16, hex.length());
    assertEquals(fingerprint, Fingerprint.parse(hex).word(0));
    assertEquals(fingerprint, Fingerprint.parse(hex.toUpperCase(Locale.ROOT)).word(0));
  }

  @Test
  void hexShowsBit63First() {
    assertEquals("8000000000000001", Fingerprint.of(0x8000000000000001L).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "123456789abcdef",
        "123456789abcdef01",
        "123456789abcdefg",
        "-23456789abcdef0",
        "+23456789abcdef0",
        " 23456789abcdef0",
        "0x3456789abcdef0",
        "１23456789abcdef0"
      })
  void badHexIsNamed(String hex) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(hex).word(0))
            .getMessage();
    assertTrue(message.contains("'" + hex + "'"), message);
    assertTrue(message.contains(hex.length() + " characters"), message);
  }
}
