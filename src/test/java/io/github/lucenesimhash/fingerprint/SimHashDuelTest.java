package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares every path through SimHash.fingerprint with {@link PlainSimHash}. */
class SimHashDuelTest {

  private static final long SEED = Seeds.of(64);

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void unitWeights(SimHash.TieRule rule) {
    for (int round = 0; round < 3000; round++) {
      long[] hashes = hashes(1 + random.nextInt(40), round);
      checkUnit(hashes, rule, round);
    }
    for (int round = 0; round < 12; round++) {
      checkUnit(hashes(40 + random.nextInt(4961), round), rule, round);
    }
  }

  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void wholeWeights(SimHash.TieRule rule) {
    for (int round = 0; round < 3000; round++) {
      long[] hashes = hashes(1 + random.nextInt(40), round);
      int bound = round % 5 == 0 ? Integer.MAX_VALUE : 2 + random.nextInt(6);
      double[] weights = new double[hashes.length];
      Arrays.setAll(weights, i -> random.nextInt(bound));
      if (round % 7 == 0) {
        Arrays.fill(weights, bound);
      }
      weights[random.nextInt(weights.length)] = Integer.MAX_VALUE;
      checkWeighted(hashes, weights, rule, round);
    }
  }

  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void wholeWeightsInPairs(SimHash.TieRule rule) {
    for (int round = 0; round < 1000; round++) {
      int pairs = 1 + random.nextInt(20);
      long[] hashes = new long[2 * pairs];
      double[] weights = new double[2 * pairs];
      for (int i = 0; i < pairs; i++) {
        hashes[i] = random.nextLong();
        hashes[i + pairs] = ~hashes[i];
        weights[i] = random.nextInt(1000);
        weights[i + pairs] = weights[i];
      }
      weights[0] = weights[pairs] = 1 + random.nextInt(Integer.MAX_VALUE);
      Fingerprint expected = checkWeighted(hashes, weights, rule, round);
      assertTrue(
          rule == SimHash.TieRule.SMALLEST_FEATURE_HASH || expected.lane(0) == 0,
          "every column ties");
    }
  }

  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void totalsAroundTheLargestThatColumnsCount(SimHash.TieRule rule) {
    for (int count = 506; count <= 519; count++) {
      double[] weights = new double[count];
      Arrays.fill(weights, Integer.MAX_VALUE);
      checkWeighted(hashes(count, count), weights, rule, count);
    }
  }

  /** Weights in multiples of 1/1024 need no rounding: sums of doubles, and so ties, are exact. */
  @ParameterizedTest
  @EnumSource(SimHash.TieRule.class)
  void fractionalWeightsWithoutRounding(SimHash.TieRule rule) {
    for (int round = 0; round < 3000; round++) {
      long[] hashes = hashes(1 + random.nextInt(40), round);
      double[] weights = new double[hashes.length];
      int bound = 1 + random.nextInt(round % 2 == 0 ? 3 : 5000);
      Arrays.setAll(weights, i -> random.nextInt(bound) / 1024.0);
      weights[random.nextInt(weights.length)] = 0.5 + 1 / 1024.0;
      checkWeighted(hashes, weights, rule, round);
    }
  }

  /** Rounding decides only columns whose exact sum is nearly zero. */
  @ParameterizedTest
  @ValueSource(ints = {3, 30, 300})
  void anyFractionalWeights(int count) {
    for (int round = 0; round < 300; round++) {
      long[] hashes = hashes(count, round);
      double[] weights = random.doubles(count, 0.001, 10).toArray();
      int bits = 64 << (round % 3);
      Fingerprint actual = SimHash.fingerprint(hashes, weights, count, bits, SimHash.TieRule.ZERO);
      double rounding = count * Math.ulp(Arrays.stream(weights).sum());
      for (int bit = 0; bit < bits; bit++) {
        double sum = PlainSimHash.columnSum(hashes, weights, bit).doubleValue();
        if (Math.abs(sum) > rounding) {
          assertEquals(
              sum > 0, (actual.lane(bit / 64) >>> bit & 1) == 1, at(round) + ", bit " + bit);
        }
      }
    }
  }

  /** Makes hashes: random, few distinct, all equal, or pairs of a hash and its complement. */
  private long[] hashes(int count, int round) {
    long[] hashes = random.longs(count).toArray();
    for (int i = 1; i < count; i++) {
      switch (round % 4) {
        case 0 -> hashes[i] = hashes[random.nextInt(1 + Math.min(i, 3))];
        case 1 -> hashes[i] = round % 8 == 1 ? hashes[0] : hashes[i] & hashes[i - 1];
        case 2 -> hashes[i] = i % 2 == 1 ? ~hashes[i - 1] : hashes[i];
        default -> {}
      }
    }
    return hashes;
  }

  private static void checkUnit(long[] hashes, SimHash.TieRule rule, int round) {
    double[] ones = new double[hashes.length];
    Arrays.fill(ones, 1);
    int bits = 64 << (round % 3);
    Fingerprint expected = PlainSimHash.fingerprint(hashes, ones, bits, rule);
    assertEquals(expected, SimHash.fingerprint(hashes, hashes.length, bits, rule), at(round));
    Fingerprint weighted = SimHash.fingerprint(hashes, ones, hashes.length, bits, rule);
    assertEquals(expected, weighted, at(round) + ", as weights");
  }

  private static Fingerprint checkWeighted(
      long[] hashes, double[] weights, SimHash.TieRule rule, int round) {
    int bits = 64 << (round % 3);
    Fingerprint expected = PlainSimHash.fingerprint(hashes, weights, bits, rule);
    Fingerprint actual = SimHash.fingerprint(hashes, weights, hashes.length, bits, rule);
    assertEquals(expected, actual, at(round));
    return expected;
  }

  private static String at(int round) {
    return "seed " + SEED + ", round " + round;
  }
}
