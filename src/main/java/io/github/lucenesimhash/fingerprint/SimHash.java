package io.github.lucenesimhash.fingerprint;

import java.util.function.ToLongFunction;

/**
 * Makes a fingerprint of weighted features as in G. Manku, A. Jain, A. Das Sarma, <em>Detecting
 * Near-Duplicates for Web Crawling</em>, WWW 2007, section 2, after M. Charikar, <em>Similarity
 * Estimation Techniques from Rounding Algorithms</em>, STOC 2002, section 3.
 *
 * <p>Bit i of the fingerprint is 1 if the sum over all features of (+weight if bit i of the
 * feature's hash is 1, else -weight) is greater than 0. If the sum is exactly 0, the {@link
 * TieRule} decides. Features of weight 0 have no influence. The result does not depend on the order
 * of the features as long as the weights are whole numbers; with fractional weights callers must
 * always use the same order.
 *
 * <p>Lane 0 of a fingerprint uses the hashes of the features. Lane w uses {@code
 * FeatureHash.combine(w, h)} in place of each hash h.
 */
public final class SimHash {

  /** The rule for the bit of a column with weighted sum 0, which is part of the id of a scheme. */
  public enum TieRule {
    /**
     * Takes the bit of {@code FeatureHash.combine(0, h)}, where h is the text's smallest feature
     * hash (unsigned order). Short texts tie often, and a constant bit would give many of them the
     * same block values. So would the bits of h itself, because the high bits of a minimum are
     * mostly 0. Moreover, h would be the fingerprint of any two features of equal weight.
     */
    SMALLEST_FEATURE_HASH,

    /**
     * Takes 0, as most published recipes do. This rule is for compatibility with hashes made
     * elsewhere.
     */
    ZERO
  }

  private SimHash() {}

  /**
   * Computes the fingerprint of features of equal weight.
   *
   * @param hashes the 64-bit hash of each feature; a repeated hash counts each time
   * @param count the number of features that are used, 1 to {@code hashes.length}
   * @param bits the number of bits of the fingerprint: 64, 128 or 256
   * @param tieRule the rule for the bit of a column that sums to 0
   * @return a fingerprint that does not depend on the order of the hashes
   */
  public static Fingerprint fingerprint(long[] hashes, int count, int bits, TieRule tieRule) {
    checkCount(count, hashes.length);
    return fingerprint(
        hashes,
        count,
        bits,
        its -> {
          BitColumns columns = new BitColumns();
          columns.addAll(its, count);
          return columns.signs(count).lane(its, null, count, tieRule);
        });
  }

  private static Fingerprint fingerprint(
      long[] hashes, int count, int bits, ToLongFunction<long[]> lane) {
    long[] lanes = new long[lanes(bits)];
    lanes[0] = lane.applyAsLong(hashes);
    for (int w = 1; w < lanes.length; w++) {
      long[] its = new long[count];
      for (int i = 0; i < count; i++) {
        its[i] = FeatureHash.combine(w, hashes[i]);
      }
      lanes[w] = lane.applyAsLong(its);
    }
    return Fingerprint.of(lanes);
  }

  /**
   * Computes the fingerprint of weighted features.
   *
   * @param hashes the 64-bit hash of each feature
   * @param weights the weight of each feature, finite and at least 0, not all 0
   * @param count the number of features that are used, 1 to the length of the shorter array
   * @param bits the number of bits of the fingerprint: 64, 128 or 256
   * @param tieRule the rule for the bit of a column that sums to 0
   * @return a fingerprint of the given number of bits
   */
  public static Fingerprint fingerprint(
      long[] hashes, double[] weights, int count, int bits, TieRule tieRule) {
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
    long columnTotal = whole && total <= BitColumns.MAX_TOTAL ? (long) total : 0;
    return fingerprint(
        hashes,
        count,
        bits,
        its -> {
          Signs signs =
              columnTotal > 0
                  ? wholeSigns(its, weights, count, columnTotal)
                  : signs(sums(its, weights, count));
          return signs.lane(its, weights, count, tieRule);
        });
  }

  private static Signs wholeSigns(long[] hashes, double[] weights, int count, long total) {
    BitColumns columns = new BitColumns();
    for (int i = 0; i < count; i++) {
      columns.add(hashes[i], (int) weights[i]);
    }
    return columns.signs(total);
  }

  /** Returns the column sums, bit 0 first. */
  static double[] sums(long[] hashes, double[] weights, int count) {
    double[] sums = new double[Fingerprint.LANE_BITS];
    for (int i = 0; i < count; i++) {
      long hash = hashes[i];
      double weight = weights[i];
      for (int bit = 0; bit < Fingerprint.LANE_BITS; bit++) {
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

  /** Holds the bits whose column sum is greater than 0, and the bits whose column sum is 0. */
  record Signs(long positive, long zero) {

    private long lane(long[] hashes, double[] weights, int count, TieRule tieRule) {
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

  /** Returns the number of lanes in a fingerprint of the given number of bits. */
  static int lanes(int bits) {
    int lanes = bits / Fingerprint.LANE_BITS;
    if (bits % Fingerprint.LANE_BITS != 0 || !Fingerprint.isSize(lanes)) {
      throw new IllegalArgumentException("bits is " + bits + ", expected 64, 128 or 256");
    }
    return lanes;
  }

  static void checkCount(int count, int max) {
    if (count < 1 || count > max) {
      String range = max == 0 ? "1 or more, with a hash for each" : "1 to " + max;
      throw new IllegalArgumentException("feature count is " + count + ", expected " + range);
    }
  }
}
