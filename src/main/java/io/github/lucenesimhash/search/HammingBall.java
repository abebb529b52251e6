package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.util.Arrays;

/**
 * The values of p bits, 1 to 16, within a distance of a center: of 16 bits 1, 17, 137, 697, 2,517,
 * ... of them.
 */
final class HammingBall {

  private static final int MAX_BITS = Blocks.BLOCK_BITS;

  /** BY_WEIGHT[p]: all values of p bits in order of their bit counts. */
  private static final char[][] BY_WEIGHT = new char[MAX_BITS + 1][];

  /** SIZES[p][r]: how many values of p bits have at most r bits set. */
  private static final int[][] SIZES = new int[MAX_BITS + 1][MAX_BITS + 1];

  static {
    for (int bits = 0; bits <= MAX_BITS; bits++) {
      BY_WEIGHT[bits] = new char[1 << bits];
      int n = 0;
      for (int weight = 0; weight <= MAX_BITS; weight++) {
        for (int value = 0; value < 1 << bits; value++) {
          if (Integer.bitCount(value) == weight) {
            BY_WEIGHT[bits][n++] = (char) value;
          }
        }
        SIZES[bits][weight] = n;
      }
    }
  }

  private HammingBall() {}

  /**
   * Number of values within the radius.
   *
   * @param radius -1 (no value) to 16 (all)
   */
  static int size(int bits, int radius) {
    return radius < 0 ? 0 : SIZES[bits][radius];
  }

  /** The i-th value in order of its distance from the center. */
  static int value(int bits, int center, int i) {
    return BY_WEIGHT[bits][i] ^ center;
  }

  /** The 16-bit values within the radius of the center, ascending: the order of their terms. */
  static int[] values(int center, int radius) {
    int[] values = new int[size(MAX_BITS, radius)];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(MAX_BITS, center, i);
    }
    Arrays.sort(values);
    return values;
  }
}
