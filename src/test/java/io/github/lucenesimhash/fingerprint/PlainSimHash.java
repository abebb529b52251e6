package io.github.lucenesimhash.fingerprint;

import java.math.BigDecimal;
import java.util.Arrays;

/** Computes a SimHash by its definition, one column after the other, in exact arithmetic. */
public final class PlainSimHash {

  private PlainSimHash() {}

  public static Fingerprint fingerprint(
      long[] hashes, double[] weights, int bits, SimHash.TieRule tieRule) {
    long[] words = new long[bits / 64];
    long[] tieBits = new long[words.length];
    Arrays.setAll(tieBits, w -> FeatureHash.combine(0, smallest(hashes, weights, w)));
    for (int bit = 0; bit < bits; bit++) {
      int sign = columnSum(hashes, weights, bit).signum();
      boolean tied = tieRule == SimHash.TieRule.SMALLEST_FEATURE_HASH && sign == 0;
      long set = tied ? tieBits[bit / 64] >>> bit & 1 : sign > 0 ? 1 : 0;
      words[bit / 64] |= set << bit;
    }
    return Fingerprint.of(words);
  }

  static BigDecimal columnSum(long[] hashes, double[] weights, int bit) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < weights.length; i++) {
      BigDecimal weight = new BigDecimal(weights[i]);
      sum = (hash(hashes[i], bit / 64) >>> bit & 1) == 1 ? sum.add(weight) : sum.subtract(weight);
    }
    return sum;
  }

  private static long smallest(long[] hashes, double[] weights, int word) {
    long smallest = -1L;
    for (int i = 0; i < weights.length; i++) {
      long hash = hash(hashes[i], word);
      if (weights[i] > 0 && Long.compareUnsigned(hash, smallest) < 0) {
        smallest = hash;
      }
    }
    return smallest;
  }

  private static long hash(long hash, int word) {
    return word == 0 ? hash : FeatureHash.combine(word, hash);
  }
}
