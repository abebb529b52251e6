package io.github.lucenesimhash.fingerprint;

/**
 * Counts in 64 bit-sliced counters at once. Counter i holds the total weight of the features whose
 * hash has bit i set, and {@code slices[s]} holds bit s of every counter.
 *
 * <pre>
 * Adding one hash is a ripple-carry add of a 1-bit number to all counters: slices[0] ^= h, carry = old & h, and
 * so on. Eight hashes at a time go through a tree of carry-save adders first (a full adder per column turns three
 * lanes of value v into one of v and one of 2v), so that seven of eight hashes cost five bit operations and only
 * one carry per eight ripples upwards, from slice 3.
 *
 *   h0 h1 --+
 *   ones ---+--> ones, twos a --+
 *   h2 h3 -----> ones, twos b --+--> twos, fours a --+
 *   h4 h5 -----> ones, twos a --+                    +--> fours, eights --> ripple
 *   h6 h7 -----> ones, twos b --+--> twos, fours b --+
 *
 * A column's weighted sum is 2 * counter - total, so it is positive where counter > total / 2 (rounded down), and
 * zero where total is even and counter == total / 2: one bit-sliced comparison against a constant, from the top.
 * Cost: about six bit operations a feature, for all 64 columns.
 * Source: carry-save population count, H. Warren, Hacker's Delight, 2nd ed., section 5-1.
 * </pre>
 */
final class BitColumns {

  /** The largest total weight. 40 slices count to 2^40 - 1. */
  static final long MAX_TOTAL = (1L << 40) - 1;

  private final long[] slices = new long[40];
  private int used = 3;

  /** Adds the first {@code count} hashes, each with weight 1. */
  void addAll(long[] hashes, int count) {
    long ones = slices[0];
    long twos = slices[1];
    long fours = slices[2];
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      long twosA = carry(ones, hashes[i], hashes[i + 1]);
      ones ^= hashes[i] ^ hashes[i + 1];
      long twosB = carry(ones, hashes[i + 2], hashes[i + 3]);
      ones ^= hashes[i + 2] ^ hashes[i + 3];
      long foursA = carry(twos, twosA, twosB);
      twos ^= twosA ^ twosB;

      twosA = carry(ones, hashes[i + 4], hashes[i + 5]);
      ones ^= hashes[i + 4] ^ hashes[i + 5];
      twosB = carry(ones, hashes[i + 6], hashes[i + 7]);
      ones ^= hashes[i + 6] ^ hashes[i + 7];
      long foursB = carry(twos, twosA, twosB);
      twos ^= twosA ^ twosB;

      long eights = carry(fours, foursA, foursB);
      fours ^= foursA ^ foursB;
      ripple(eights, 3);
    }
    slices[0] = ones;
    slices[1] = twos;
    slices[2] = fours;
    for (; i < count; i++) {
      ripple(hashes[i], 0);
    }
  }

  /** Returns the carry of a full adder. The sum bit is the exclusive or of the three inputs. */
  private static long carry(long a, long b, long c) {
    return (a & b) | ((a ^ b) & c);
  }

  /** Adds one hash with a whole weight of at least 0. */
  void add(long hash, int weight) {
    for (int rest = weight; rest != 0; rest &= rest - 1) {
      ripple(hash, Integer.numberOfTrailingZeros(rest));
    }
  }

  /**
   * Returns the columns with a sum above 0 and the columns with a sum of 0.
   *
   * @param total the total weight of all hashes that were added
   */
  SimHash.Signs signs(long total) {
    long half = total >>> 1;
    long greater = 0;
    long equal = -1L;
    for (int s = Math.max(used, Long.SIZE - Long.numberOfLeadingZeros(half)) - 1; s >= 0; s--) {
      if (((half >>> s) & 1) == 0) {
        greater |= equal & slices[s];
        equal &= ~slices[s];
      } else {
        equal &= slices[s];
      }
    }
    return new SimHash.Signs(greater, (total & 1) == 0 ? equal : 0);
  }

  private void ripple(long hash, int slice) {
    long carry = hash;
    int s = slice;
    for (; carry != 0; s++) {
      long next = slices[s] & carry;
      slices[s] ^= carry;
      carry = next;
    }
    used = Math.max(used, s);
  }
}
