package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
import java.util.Arrays;

/** The 16-bit values within a distance of a block's value: 1, 17, 137, 697, 2,517, ... of them. */
final class HammingBall {

  private static final int VALUES = 1 << BlockLayout.BLOCK_BITS;

  /** All 16-bit values in order of their bit counts. */
  private static final char[] BY_WEIGHT = new char[VALUES];

  /** SIZES[r]: how many values have at most r bits set. */
  private static final int[] SIZES = new int[BlockLayout.BLOCK_BITS + 1];

  static {
    int n = 0;
    for (int weight = 0; weight <= BlockLayout.BLOCK_BITS; weight++) {
      for (int value = 0; value < VALUES; value++) {
        if (Integer.bitCount(value) == weight) {
          BY_WEIGHT[n++] = (char) value;
        }
      }
      SIZES[weight] = n;
    }
  }

  private HammingBall() {}

  /**
   * Number of values within the radius.
   *
   * @param radius -1 (no value) to 16 (all)
   */
  static int size(int radius) {
    return radius < 0 ? 0 : SIZES[radius];
  }

  /** The values within the radius of the center, ascending: the order of their terms. */
  static int[] values(int center, int radius) {
    int[] values = new int[size(radius)];
    for (int i = 0; i < values.length; i++) {
      values[i] = BY_WEIGHT[i] ^ center;
    }
    Arrays.sort(values);
    return values;
  }
}
