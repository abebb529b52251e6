package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/**
 * Makes a fingerprint from one bit of each of 64, 128 or 256 min-hashes of a set of features. Two
 * fingerprints of b bits differ in b/2 (1 - J) bits on average, where J is the Jaccard similarity
 * of the sets. For 64 bits this is 6.4 bits at J = .8, and 32 bits if the sets share nothing.
 *
 * <p>One-bit min-hashes: P. Li, A. C. König, <em>b-Bit Minwise Hashing</em>, WWW 2010. The
 * min-hashes themselves: O. Ertl, <em>SuperMinHash - A New Minwise Hashing Algorithm for Jaccard
 * Similarity Estimation</em>, arXiv:1706.05698, algorithm 3.
 */
public final class MinHash {

  /*
   * Every feature deals one value to each of b = 2^m registers, and a register keeps the smallest value. Value j of a
   * feature is j plus a random fraction. It goes to register alpha * j + beta in the field of b elements, where alpha > 0
   * and beta depend on the feature. Two sets have the same value in a register if the smallest value of their union is
   * in both, which has probability J. Any two registers get any two values of a feature equally often, as by a random
   * permutation, so the variance is that of the paper: lower than that of b independent min-hashes, by up to half if
   * features are few (Ertl, section 3).
   *
   * All features deal value j before any feature deals value j + 1, which is larger. So dealing ends once no register
   * is empty: after b (ln b + .58) values on average, 303 if b is 64, 695 if it is 128, 1,568 if it is 256.
   * Cost: O(n + b log b) for n features, b steps for one.
   *
   *     m      16             48 - m - 1           1
   *   +----+---------+----------------------------+---+
   *   |beta|  alpha  |          fraction          |bit|     value 0 has the random bits of the feature; value j
   *   +----+---------+----------------------------+---+     has bits made of them, with j above the fraction
   *
   * Equal features deal equal values, so neither the order of features nor repeated ones matter.
   * Lanes    bit i of lane w is the bit of register 64 w + i. A fingerprint is not a part of a wider fingerprint.
   */
  private static final int ALPHA_BITS = 16;

  /** The dealers with primitive polynomials of degrees 6, 7 and 8, the highest power first. */
  private static final MinHash[] DEALS = {
    new MinHash(0b1000011), new MinHash(0b10000011), new MinHash(0b100011101)
  };

  /** An arbitrary number that seeds the random bits. */
  private static final int DRAW = 3;

  /**
   * The number of values for each register after which a register that is still empty means that
   * most features are copies of others.
   */
  private static final long MANY = 16;

  private final int registers;
  private final int betaShift;
  private final int fractionBits;

  /**
   * The powers of x, listed twice. The powers are all elements except 0 of GF(2)[x] / (the
   * polynomial).
   */
  private final int[] powers;

  /** The exponent of each element as a power of x. */
  private final int[] logarithms;

  private MinHash(int polynomial) {
    registers = Integer.highestOneBit(polynomial);
    betaShift = Long.SIZE - Integer.numberOfTrailingZeros(registers);
    fractionBits = betaShift - ALPHA_BITS;
    powers = new int[2 * (registers - 1)];
    logarithms = new int[registers];
    int power = 1;
    for (int i = 0; i < powers.length; i++) {
      powers[i] = power;
      logarithms[power] = i % (registers - 1);
      power = power < registers / 2 ? 2 * power : 2 * power ^ polynomial;
    }
  }

  /**
   * Computes the fingerprint of a set of features.
   *
   * @param hashes the 64-bit hash of each feature, in any order; equal hashes count once
   * @param count the number of hashes in the array, 1 to {@code hashes.length}
   * @param bits the number of bits of the fingerprint: 64, 128 or 256
   * @return a fingerprint that does not depend on the order of the hashes
   */
  public static Fingerprint fingerprint(long[] hashes, int count, int bits) {
    SimHash.checkCount(count, hashes.length);
    long[] lanes = new long[SimHash.lanes(bits)];
    long[] smallest = DEALS[lanes.length / 2].deal(hashes, count);
    for (int w = 0; w < lanes.length; w++) {
      long lane = 0;
      for (int i = 0; i < Fingerprint.LANE_BITS; i++) {
        lane |= (smallest[w * Fingerprint.LANE_BITS + i] & 1) << i;
      }
      lanes[w] = lane;
    }
    return Fingerprint.of(lanes);
  }

  private long[] deal(long[] hashes, int count) {
    long[] smallest = new long[registers];
    Arrays.fill(smallest, Long.MAX_VALUE);
    int shift = betaShift; // fields and bounds checks in these loops may cost a third of the time
    long fraction = (1L << fractionBits) - 1;
    for (int i = 0; i < count; i++) {
      long random = FeatureHash.combine(DRAW, hashes[i]);
      int register = (int) (random >>> shift) & (smallest.length - 1);
      smallest[register] = Math.min(smallest[register], random & fraction);
    }
    dealOn(smallest, hashes, count);
    return smallest;
  }

  private static boolean hasEmpty(long[] smallest) {
    for (long value : smallest) {
      if (value == Long.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private void dealOn(long[] smallest, long[] hashes, int count) {
    long[] left = hashes;
    int size = count;
    int shift = betaShift;
    int fractionShift = fractionBits;
    int nonZero = registers - 1;
    int[] powers = this.powers;
    long fraction = (1L << fractionShift) - 1;
    for (int j = 1; hasEmpty(smallest); j++) {
      if ((long) j * size > MANY * registers) {
        left = Arrays.stream(left, 0, size).distinct().toArray();
        size = left.length;
      }
      int logarithm = logarithms[j];
      long least = (long) j << fractionShift;
      for (int i = 0; i < size; i++) {
        long random = FeatureHash.combine(DRAW, left[i]);
        int alpha = (int) (((random >>> fractionShift & 0xFFFF) * nonZero) >>> ALPHA_BITS);
        int register = powers[alpha + logarithm] ^ (int) (random >>> shift);
        if (smallest[register] > least) { // only a few registers are still empty
          long value = least | (FeatureHash.combine(j, random) & fraction);
          smallest[register] = Math.min(smallest[register], value);
        }
      }
    }
  }
}
