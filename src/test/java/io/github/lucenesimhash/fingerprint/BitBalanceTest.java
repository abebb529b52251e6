package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All bits are equally frequent, and no block value is crowded, as an efficient index requires. */
class BitBalanceTest {

  private static final int TEXTS = 20_000;
  private static final int SEED = 12;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 10, 41})
  void everyBitIsOneInHalfOfTheTexts(int features) {
    int[] ones = new int[64];
    for (long fingerprint : fingerprints(features, SimHash.TieRule.SMALLEST_FEATURE_HASH)) {
      for (int bit = 0; bit < 64; bit++) {
        ones[bit] += (int) (fingerprint >>> bit) & 1;
      }
    }
    double bound = 3 * Math.sqrt(TEXTS / 4.0);
    for (int bit = 0; bit < 64; bit++) {
      double off = Math.abs(ones[bit] - TEXTS / 2.0);
      assertTrue(off <= bound, "seed " + SEED + ", bit " + bit + ": " + ones[bit] + " ones");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 10})
  void noBlockValueIsCrowded(int features) {
    long[] fingerprints = fingerprints(features, SimHash.TieRule.SMALLEST_FEATURE_HASH);
    for (int block = 0; block < Blocks.IN_LANE; block++) {
      int[] contiguous = new int[1 << 16];
      int[] interleaved = new int[1 << 16];
      int most = 0;
      for (long fingerprint : fingerprints) {
        most = Math.max(most, ++contiguous[Blocks.block(fingerprint, block)]);
        long bits = Fingerprint.of(fingerprint).interleaved().lane(0);
        most = Math.max(most, ++interleaved[Blocks.block(bits, block)]);
      }
      assertTrue(most <= 6, "block " + block + ", seed " + SEED + ": one value in " + most);
    }
  }

  @Test
  void twoFeaturesAreNotTheFingerprintOfOne() {
    long[] ones = fingerprints(1, SimHash.TieRule.SMALLEST_FEATURE_HASH);
    double distances = 0;
    for (int i = 1; i < TEXTS; i++) {
      long[] two = {ones[i - 1], ones[i]};
      long both = SimHash.fingerprint(two, 2, 64, SimHash.TieRule.SMALLEST_FEATURE_HASH).lane(0);
      assertTrue(Fingerprint.distance(both, ones[i]) >= 2, "seed " + SEED + ", text " + i);
      distances += Fingerprint.distance(both, ones[i]);
    }
    assertEquals(16, distances / (TEXTS - 1), 0.1, "a quarter of the bits, seed " + SEED);
  }

  private static long[] fingerprints(int features, SimHash.TieRule rule) {
    FeatureHash hash = FeatureHash.fnv1a(0);
    SplittableRandom random = new SplittableRandom(SEED);
    long[] fingerprints = new long[TEXTS];
    long[] hashes = new long[features];
    for (int text = 0; text < TEXTS; text++) {
      for (int i = 0; i < features; i++) {
        hashes[i] = hash.hash("word" + random.nextInt(1 << 30));
      }
      fingerprints[text] = SimHash.fingerprint(hashes, features, 64, rule).lane(0);
    }
    return fingerprints;
  }
}
