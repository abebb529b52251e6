package io.github.lucenesimhash.fingerprint;

import java.math.BigDecimal;

/** SimHash by its definition, one column after the other in exact arithmetic. */
public final class PlainSimHash {

  private PlainSimHash() {}

  public static long fingerprint(long[] hashes, double[] weights, SimHash.TieRule tieRule) {
    long tieBits = FeatureHash.combine(0, smallest(hashes, weights));
    long fingerprint = 0;
    for (int bit = 0; bit < 64; bit++) {
      int sign = columnSum(hashes, weights, bit).signum();
      boolean tied = tieRule == SimHash.TieRule.SMALLEST_FEATURE_HASH && sign == 0;
      long set = tied ? tieBits >>> bit & 1 : sign > 0 ? 1 : 0;
      fingerprint |= set << bit;
    }
    return fingerprint;
  }

  static BigDecimal columnSum(long[] hashes, double[] weights, int bit) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < weights.length; i++) {
      BigDecimal weight = new BigDecimal(weights[i]);
      sum = (hashes[i] >>> bit & 1) == 1 ? sum.add(weight) : sum.subtract(weight);
    }
    return sum;
  }

  private static long smallest(long[] hashes, double[] weights) {
    long smallest = -1L;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0 && Long.compareUnsigned(hashes[i], smallest) < 0) {
        smallest = hashes[i];
      }
    }
    return smallest;
  }
}
