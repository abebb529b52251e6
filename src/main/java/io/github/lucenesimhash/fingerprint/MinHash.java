package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/**
 * One bit of each of 64 min-hashes: a fingerprint of a set of features from which the Jaccard
 * similarity J of two sets can be read. Two fingerprints differ in 32 (1 - J) bits on average, so
 * in 6.4 of 64 where J is .8 and in 32 where nothing is shared.
 *
 * <p>One-bit min-hashes: P. Li, A. C. König, <em>b-Bit Minwise Hashing</em>, WWW 2010. The
 * min-hashes themselves: O. Ertl, <em>SuperMinHash - A New Minwise Hashing Algorithm for Jaccard
 * Similarity Estimation</em>, arXiv:1706.05698, algorithm 3.
 */
public final class MinHash {

  /*
   * Every feature deals one value to each of 64 registers, and a register keeps the smallest that it was dealt.
   * Value j of a deal is j and a random fraction, for register alpha * j + beta in the field of 64 elements, alpha > 0
   * and beta being the feature's own. Two sets have the same value in a register with probability J: the smallest of
   * the union is in both. Any two registers get any two places of a deal equally often, as from an order drawn at
   * random, so the variance is that of the paper: lower than that of 64 independent min-hashes by up to half where
   * features are few (Ertl, section 3).
   *
   * All deal their value j before one deals value j + 1, which is larger than those, so all is dealt once no register
   * is empty: after 303 values, 64 (ln 64 + .58), on average. Cost: O(n + 64 log 64) for n features, 64 steps for one.
   *
   *   63 58 57     42 41                          1  0
   *   +----+---------+----------------------------+---+
   *   |beta|  alpha  |          fraction          |bit|     of value 0 the random bits of a feature; of another
   *   +----+---------+----------------------------+---+     its random bits, from them, with j above the fraction
   *
   * Equal values have equal bits, so the order of the features does not matter and a copy of one changes nothing.
   */
  private static final int REGISTERS = Fingerprint.WORD_BITS;

  private static final int FRACTION_BITS = 42;

  private static final long FRACTION = (1L << FRACTION_BITS) - 1;

  /**
   * Powers of an element that makes all, twice, and what power each element is: x in GF(2)[x] /
   * (x^6 + x + 1).
   */
  private static final byte[] POWERS = new byte[2 * (REGISTERS - 1)];

  private static final byte[] LOGARITHMS = new byte[REGISTERS];

  static {
    int power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = (byte) power;
      LOGARITHMS[power] = (byte) (i % (REGISTERS - 1));
      power = power < REGISTERS / 2 ? 2 * power : 2 * power ^ 0b1000011;
    }
  }

  /** Any number would do. */
  private static final int DRAW = 3;

  /** So many features that leave a register empty are mostly copies of each other. */
  private static final int MANY = 1000;

  private MinHash() {}

  /**
   * The fingerprint of a set of features.
   *
   * @param hashes 64-bit hash of each feature, in any order; equal ones count once
   * @param count how many of them count, 1 to {@code hashes.length}
   * @return 64 bits that do not depend on the order
   */
  public static long fingerprint(long[] hashes, int count) {
    SimHash.checkCount(count, hashes.length);
    long[] smallest = new long[REGISTERS];
    Arrays.fill(smallest, Long.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      long random = FeatureHash.combine(DRAW, hashes[i]);
      int register = (int) (random >>> -6);
      smallest[register] = Math.min(smallest[register], random & FRACTION);
    }
    if (hasEmpty(smallest)) {
      if (count > MANY) {
        long[] distinct = Arrays.stream(hashes, 0, count).distinct().toArray();
        dealOn(smallest, distinct, distinct.length);
      } else {
        dealOn(smallest, hashes, count);
      }
    }
    long bits = 0;
    for (int register = 0; register < REGISTERS; register++) {
      bits |= (smallest[register] & 1) << register;
    }
    return bits;
  }

  private static boolean hasEmpty(long[] smallest) {
    for (long value : smallest) {
      if (value == Long.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private static void dealOn(long[] smallest, long[] hashes, int count) {
    for (int j = 1; hasEmpty(smallest); j++) {
      long least = (long) j << FRACTION_BITS;
      for (int i = 0; i < count; i++) {
        long random = FeatureHash.combine(DRAW, hashes[i]);
        int alpha = (int) (((random >>> FRACTION_BITS & 0xFFFF) * (REGISTERS - 1)) >>> 16);
        int register = POWERS[alpha + LOGARITHMS[j]] ^ (int) (random >>> -6);
        if (smallest[register] > least) { // few are empty still
          long value = least | (FeatureHash.combine(j, random) & FRACTION);
          smallest[register] = Math.min(smallest[register], value);
        }
      }
    }
  }
}
