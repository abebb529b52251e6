package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.util.SplittableRandom;
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
      assertEquals(0b101011, SimHash.fingerprint(hashes, weights, 2, 64, rule).lane(0));
    }
  }

  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void oneFeatureIsItsOwnHash(SimHash.TieRule rule) {
    long hash = 0xFEDCBA9876543210L;
    assertEquals(hash, SimHash.fingerprint(new long[] {hash}, 1, 64, rule).lane(0));
    for (double weight : new double[] {Double.MIN_VALUE, 0.3, 1, Integer.MAX_VALUE, 1e300}) {
      long one = SimHash.fingerprint(new long[] {hash}, new double[] {weight}, 1, 64, rule).lane(0);
      assertEquals(hash, one, "weight " + weight);
    }
  }

  /** Fingerprints never change, because indexes hold them. */
  @Test
  void golden() {
    long[] hashes = {1, 2, 3};
    SimHash.TieRule rule = SimHash.TieRule.SMALLEST_FEATURE_HASH;
    assertEquals("0000000000000003", SimHash.fingerprint(hashes, 3, 64, rule).toString());
    assertEquals(
        "0000000000000003950a35ec99035ecd", SimHash.fingerprint(hashes, 3, 128, rule).toString());
    double[] weights = {1, 1, 2};
    assertEquals(
        "0000000000000003950b15e4d9011eedb74e4f806b84a80b9cfbe8a6d8505d07",
        SimHash.fingerprint(hashes, weights, 3, 256, rule).toString());
    double[] parts = {.5, .5, 1};
    assertEquals(
        "0000000000000003950b15e4d9011eedb74e4f806b84a80b9cfbe8a6d8505d07",
        SimHash.fingerprint(hashes, parts, 3, 256, rule).toString());
  }

  /**
   * The distance of two sets that share most of their hundreds of features measures the angle
   * between them, the arccos of the cosine.
   */
  @ParameterizedTest
  @ValueSource(ints = {64, 128, 256})
  void distanceTellsTheAngle(int bits) {
    SplittableRandom random = Seeds.splittable(bits);
    int rounds = 400;
    long total = 0;
    for (int round = 0; round < rounds; round++) {
      long[] a = random.longs(300).toArray();
      long[] b = a.clone();
      for (int i = 0; i < 30; i++) {
        b[i] = random.nextLong();
      }
      total +=
          SimHash.fingerprint(a, 300, bits, SimHash.TieRule.ZERO)
              .distance(SimHash.fingerprint(b, 300, bits, SimHash.TieRule.ZERO));
    }
    double differing = Math.acos(.9) / Math.PI;
    double error = Math.sqrt(bits * differing * (1 - differing) / rounds);
    assertEquals(bits * differing, (double) total / rounds, 5 * error + .01 * bits);
  }

  @Test
  void featureOfWeightZeroDecidesNoTie() {
    long[] hashes = {0, 0xF0F0L, ~0xF0F0L};
    double[] weights = {0, 3, 3};
    long actual =
        SimHash.fingerprint(hashes, weights, 3, 64, SimHash.TieRule.SMALLEST_FEATURE_HASH).lane(0);
    assertEquals(FeatureHash.combine(0, 0xF0F0L), actual);
  }

  @Test
  void onlyTheFirstCountFeaturesCount() {
    long[] hashes = {6, -1, -1};
    assertEquals(6, SimHash.fingerprint(hashes, 1, 64, SimHash.TieRule.ZERO).lane(0));
    assertEquals(
        6,
        SimHash.fingerprint(hashes, new double[] {1, 9, 9}, 1, 64, SimHash.TieRule.ZERO).lane(0));
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
                () -> SimHash.fingerprint(new long[3], count, 64, SimHash.TieRule.ZERO))
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
            () -> SimHash.fingerprint(hashes, weights, count, 64, SimHash.TieRule.ZERO))
        .getMessage();
  }
}
