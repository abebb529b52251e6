package io.github.lucenesimhash.search;

import java.util.Arrays;

/**
 * How many features a short text shares with others in the same order: the length of the longest
 * common subsequence. Immutable.
 *
 * <pre>
 * Bound   Let L(i) be the length for the first i features of x and some first ones of y. It grows by 0 or 1 from i - 1
 *         to i: a row of bits, 0 where it grows, and 1 behind the last feature. One feature more of y: in each stretch
 *         of 1s and the 0 that ends it, the 0 moves to the first place that matches the feature, if there is one; in
 *         the last stretch, which no 0 ends, there is a new 0. With the places as bits M, that is
 *         V = (V + (V & M)) | (V & ~M): the carry runs from the place to the 0, and out at the end where L grows.
 * Cost    for each feature of y a look into a hash table, and four operations on 64 bits of x at once.
 * Source  M. Crochemore, C. Iliopoulos, Y. Pinzon, J. Reid, A Fast and Practical Bit-Vector Algorithm for the Longest
 *         Common Subsequence Problem, 2001; H. Hyyrö, Bit-Parallel LCS-length Computation Revisited, 2004.
 * </pre>
 */
final class CommonSubsequence {

  private final ShortFeatures features;
  private final int longs; // of a row
  private final int[] keys; // a hash table, open addressing; more by 1, so that 0 is none
  private final long[] places; // of each of its slots: where the text has the key

  /**
   * @param features of a text that a document can have; their bytes must stay
   */
  CommonSubsequence(ShortFeatures features) {
    this.features = features;
    int size = features.size();
    longs = Math.ceilDiv(size, Long.SIZE);
    keys = new int[4 * Integer.highestOneBit(Math.max(1, size))];
    places = new long[keys.length * longs];
    for (int i = 0; i < size; i++) {
      int slot = slot(features.key(i));
      keys[slot] = features.key(i) + 1;
      places[slot * longs + i / Long.SIZE] |= 1L << i;
    }
  }

  private int slot(int key) {
    int slot = key & (keys.length - 1);
    while (keys[slot] != key + 1 && keys[slot] != 0) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  /** The length for another text; if it is less than needed, some number that is less too. */
  int length(ShortFeatures other, int needed) {
    return longs == 1 ? lengthOfOne(other, needed) : lengthOfMany(other, needed);
  }

  private int lengthOfOne(ShortFeatures other, int needed) {
    boolean areSmall = features.isSmall() && other.isSmall();
    long row = -1;
    int length = 0;
    for (int i = 0; i < other.size() && length + other.size() - i >= needed; i++) {
      long matches = row & (areSmall ? features.places(other, i) : places[slot(other.key(i))]);
      row = (row + matches) | (row & ~matches);
      length = Long.bitCount(~row);
    }
    return length;
  }

  private int lengthOfMany(ShortFeatures other, int needed) {
    long[] row = new long[longs];
    Arrays.fill(row, -1L);
    int length = 0;
    for (int i = 0; i < other.size() && length + other.size() - i >= needed; i++) {
      int slot = slot(other.key(i));
      if (keys[slot] == 0) {
        continue;
      }
      long carry = 0;
      for (int j = 0; j < longs; j++) {
        long matches = row[j] & places[slot * longs + j];
        long sum = row[j] + matches + carry;
        carry = ((row[j] & matches) | ((row[j] | matches) & ~sum)) >>> (Long.SIZE - 1);
        row[j] = sum | (row[j] & ~matches);
      }
      length += (int) carry;
    }
    return length;
  }
}
