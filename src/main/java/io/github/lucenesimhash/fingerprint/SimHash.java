package io.github.lucenesimhash.fingerprint;

/**
 * SimHash (M. Charikar, <em>Similarity Estimation Techniques from Rounding Algorithms</em>, STOC
 * 2002, section 3; the fingerprint of weighted features as in G. Manku, A. Jain, A. Das Sarma,
 * <em>Detecting Near-Duplicates for Web Crawling</em>, WWW 2007, section 2).
 *
 * <p>Bit i of the fingerprint is 1 where the sum over all features of (+weight if bit i of the
 * feature's hash is 1, else -weight) is greater than 0. A sum of exactly 0 follows the {@link
 * TieRule}. Features of weight 0 have no influence. The result does not depend on the order of the
 * features as long as the weights are whole numbers; with fractional weights callers keep one
 * order.
 */
public final class SimHash {

  /** Which bit a column takes whose weighted sum is exactly 0. Part of a scheme's identity. */
  public enum TieRule {
    /**
     * The bit of {@code FeatureHash.combine(0, h)}, h being the text's smallest feature hash
     * (unsigned order). Short texts tie often; a constant bit would crowd them all into a few block
     * values. So would the high bits of h itself, and the fingerprint of two features would be h.
     */
    SMALLEST_FEATURE_HASH,

    /** Always 0, as in most published recipes; for compatibility with hashes made elsewhere. */
    ZERO
  }

  private SimHash() {}

  /**
   * The fingerprint of features of equal weight.
   *
   * @param hashes 64-bit hash of each feature; equal ones count each
   * @param count how many of them count, 1 to {@code hashes.length}
   * @param tieRule the bit of a column that sums to 0
   * @return 64 bits that do not depend on the order
   */
  public static long fingerprint(long[] hashes, int count, TieRule tieRule) {
    checkCount(count, hashes.length);
    BitColumns columns = new BitColumns();
    columns.addAll(hashes, count);
    return columns.signs(count).fingerprint(hashes, null, count, tieRule);
  }

  /**
   * The fingerprint of weighted features.
   *
   * @param hashes 64-bit hash of each feature
   * @param weights weight of each feature, finite and at least 0, not all 0
   * @param count how many of them count, 1 to the length of the shorter array
   * @param tieRule the bit of a column that sums to 0
   * @return 64 bits
   */
  public static long fingerprint(long[] hashes, double[] weights, int count, TieRule tieRule) {
    checkCount(count, Math.min(hashes.length, weights.length));
    double total = 0;
    boolean whole = true;
    for (int i = 0; i < count; i++) {
      double weight = weights[i];
      if (!(weight >= 0) || weight == Double.POSITIVE_INFINITY) {
        String problem = "weight of feature " + i + " is " + weight;
        throw new IllegalArgumentException(problem + ", expected a finite number of at least 0");
      }
      whole &= weight == (int) weight;
      total += weight;
    }
    if (total == 0) {
      throw new IllegalArgumentException("all " + count + " weights are 0, expected one above 0");
    }
    if (whole && total <= BitColumns.MAX_TOTAL) {
      BitColumns columns = new BitColumns();
      for (int i = 0; i < count; i++) {
        columns.add(hashes[i], (int) weights[i]);
      }
      return columns.signs((long) total).fingerprint(hashes, weights, count, tieRule);
    }
    return signs(sums(hashes, weights, count)).fingerprint(hashes, weights, count, tieRule);
  }

  /** Column sums, bit 0 first. */
  static double[] sums(long[] hashes, double[] weights, int count) {
    double[] sums = new double[Fingerprint.WORD_BITS];
    for (int i = 0; i < count; i++) {
      long hash = hashes[i];
      double weight = weights[i];
      for (int bit = 0; bit < Fingerprint.WORD_BITS; bit++) {
        sums[bit] += ((hash >>> bit) & 1) == 0 ? -weight : weight;
      }
    }
    return sums;
  }

  static Signs signs(double[] sums) {
    long positive = 0;
    long zero = 0;
    for (int bit = 0; bit < sums.length; bit++) {
      positive |= (sums[bit] > 0 ? 1L : 0L) << bit;
      zero |= (sums[bit] == 0 ? 1L : 0L) << bit;
    }
    return new Signs(positive, zero);
  }

  /** The bits whose column sum is greater than 0, and those where it is 0. */
  record Signs(long positive, long zero) {

    private long fingerprint(long[] hashes, double[] weights, int count, TieRule tieRule) {
      if (zero == 0 || tieRule == TieRule.ZERO) {
        return positive;
      }
      long smallest = -1L;
      for (int i = 0; i < count; i++) {
        if ((weights == null || weights[i] > 0) && Long.compareUnsigned(hashes[i], smallest) < 0) {
          smallest = hashes[i];
        }
      }
      return positive | (zero & FeatureHash.combine(0, smallest));
    }
  }

  static void checkCount(int count, int max) {
    if (count < 1 || count > max) {
      String range = max == 0 ? "1 or more and as many hashes" : "1 to " + max;
      throw new IllegalArgumentException("feature count is " + count + ", expected " + range);
    }
  }
}
