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
   * Every feature deals one value to each of 64 registers, in an order of registers of its own: value j of
   * the deal is j plus a random fraction, and a register keeps the smallest value that it was dealt. Two sets
   * have the same value in a register with probability J: the smallest of the union is in both. Dealing without
   * replacement makes the registers of a small set agree less by chance than 64 independent min-hashes
   * would: the variance is lower by up to half where features are few (Ertl, section 3).
   *
   * No value j or more can get into any register once all hold less than j, so a deal ends at the largest whole
   * part that is left. The first value of each feature is dealt beforehand: 303 of them, 64 (ln 64 + .58), fill all
   * registers on average, and then nothing is left to deal. Where a register stays empty, the second value of each
   * is dealt likewise. Where one is empty still, few of the features are distinct: the others are left out first.
   * Cost: 64 steps for one feature, O(n + 64 log^2 64) for n.
   *
   *   63      58 57                                  1  0
   *   +---------+------------------------------------+---+
   *   |    j    |              fraction              |bit|     a register's value, its top bit flipped:
   *   +---------+------------------------------------+---+     signed numbers compare as these unsigned
   *
   * Equal values have equal bits, so the order of the features does not matter and a copy of one changes nothing.
   */
  private static final int REGISTERS = Fingerprint.BITS;

  private static final int FRACTION_BITS = 58;

  /** So many features that leave a register empty are mostly copies of each other. */
  private static final int MANY = 1000;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private static final byte[] IN_ORDER = new byte[REGISTERS];

  static {
    for (int i = 0; i < REGISTERS; i++) {
      IN_ORDER[i] = (byte) i;
    }
  }

  private final long[] smallest = new long[REGISTERS];
  private final int[] registersByWhole = new int[REGISTERS];
  private final byte[] order = new byte[REGISTERS];
  private int largestWhole = REGISTERS - 1;

  private MinHash() {
    Arrays.fill(smallest, Long.MAX_VALUE);
  }

  /**
   * The fingerprint of a set of features.
   *
   * @param hashes 64-bit hash of each feature, in any order; equal ones count once
   * @param count how many of them count, 1 to {@code hashes.length}
   * @return 64 bits that do not depend on the order
   */
  public static long fingerprint(long[] hashes, int count) {
    SimHash.checkCount(count, hashes.length);
    MinHash registers = new MinHash();
    registers.dealFirst(hashes, count);
    if (registers.hasEmpty()) {
      registers.dealSecond(hashes, count);
    }
    if (registers.hasEmpty()) {
      registers.dealAll(hashes, count);
    }
    return registers.lowBits();
  }

  private boolean hasEmpty() {
    for (long value : smallest) {
      if (value == Long.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private void dealFirst(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      long random = FeatureHash.combine(0, hashes[i]);
      int register = pick(random, 0);
      smallest[register] = Math.min(smallest[register], value(random, 0));
    }
  }

  /** Deals value 1 of each feature: the register that its value 0 got has gone to place 0. */
  private void dealSecond(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      long random = FeatureHash.combine(0, hashes[i]);
      int first = pick(random, 0);
      random = FeatureHash.combine(random, GOLDEN);
      int second = pick(random, 1);
      int register = second == first ? 0 : second;
      smallest[register] = Math.min(smallest[register], value(random, 1));
    }
  }

  private void dealAll(long[] hashes, int count) {
    for (long value : smallest) {
      registersByWhole[whole(value)]++;
    }
    long[] sorted = Arrays.copyOf(hashes, count);
    if (count > MANY) {
      Arrays.sort(sorted);
    }
    for (int i = 0; i < count; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        deal(sorted[i]);
      }
    }
  }

  private void deal(long hash) {
    long random = FeatureHash.combine(0, hash);
    System.arraycopy(IN_ORDER, 0, order, 0, REGISTERS);
    for (int j = 0; j <= largestWhole; j++) {
      int pick = pick(random, j);
      int register = order[pick];
      order[pick] = order[j];
      keep(register, value(random, j));
      random = FeatureHash.combine(random, GOLDEN);
    }
  }

  private static int pick(long random, int j) {
    return j + (int) Math.unsignedMultiplyHigh(random, REGISTERS - j);
  }

  private static long value(long random, int j) {
    long fraction = (random * (REGISTERS - j)) >>> (Long.SIZE - FRACTION_BITS);
    return (((long) j << FRACTION_BITS) | fraction) ^ Long.MIN_VALUE;
  }

  private static int whole(long value) {
    return (int) ((value ^ Long.MIN_VALUE) >>> FRACTION_BITS);
  }

  private void keep(int register, long value) {
    long before = smallest[register];
    if (value < before) {
      smallest[register] = value;
      registersByWhole[whole(before)]--;
      registersByWhole[whole(value)]++;
      while (registersByWhole[largestWhole] == 0) {
        largestWhole--;
      }
    }
  }

  private long lowBits() {
    long bits = 0;
    for (int register = 0; register < REGISTERS; register++) {
      bits |= (smallest[register] & 1) << register;
    }
    return bits;
  }
}
