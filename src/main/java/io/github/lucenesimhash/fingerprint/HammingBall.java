package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Lists the values of p bits within a distance of a center. The numbers of 16-bit values within 0,
 * 1, 2, 3 and 4 bits are 1, 17, 137, 697 and 2,517.
 *
 * @lucene.internal
 */
public final class HammingBall {

  private static final int MAX_BITS = 22;
  private static final int LISTED_BITS = 16;

  /** The values of p bits at index p, in the order of their bit counts. */
  private static final int[][] LISTED = new int[LISTED_BITS + 1][];

  /** The number of values of p bits that have at most r bits set, at index [p][r]. */
  private static final int[][] SIZES = new int[MAX_BITS + 1][MAX_BITS + 1];

  static {
    Arrays.fill(SIZES[0], 1);
    for (int bits = 1; bits <= MAX_BITS; bits++) {
      for (int radius = 0; radius <= MAX_BITS; radius++) {
        SIZES[bits][radius] = SIZES[bits - 1][radius] + size(bits - 1, radius - 1);
      }
    }
    for (int bits = 0; bits <= LISTED_BITS; bits++) {
      LISTED[bits] = differences(bits, bits);
    }
  }

  private HammingBall() {}

  /**
   * {@return the number of values within a radius of any center}
   *
   * @param bits the number of bits of a value, up to 22
   * @param radius the radius, -1 (no values) to 22
   */
  public static int size(int bits, int radius) {
    return radius < 0 ? 0 : SIZES[bits][radius];
  }

  /**
   * {@return all values within a radius of 0, the nearest first, and in ascending order at equal
   * distance}
   *
   * @param bits the number of bits of a value, up to 22
   * @param radius the radius, 0 to 22
   */
  public static int[] differences(int bits, int radius) {
    int[] values = new int[size(bits, radius)];
    int[] next =
        IntStream.rangeClosed(0, radius).map(distance -> size(bits, distance - 1)).toArray();
    for (int value = 0; value < 1 << bits; value++) {
      int distance = Integer.bitCount(value);
      if (distance <= radius) {
        values[next[distance]++] = value;
      }
    }
    return values;
  }

  /**
   * {@return the value at an index, if all values are sorted by distance from a center}
   *
   * @param bits the number of bits of a value, up to 16
   * @param center the center
   * @param i the index of the value
   */
  public static int value(int bits, int center, int i) {
    return LISTED[bits][i] ^ center;
  }

  /**
   * {@return the 16-bit values within a radius of a center, in ascending order, which is also the
   * order of their terms}
   *
   * @param center a value of 16 bits
   * @param radius the radius, 0 to 16
   */
  public static int[] values(int center, int radius) {
    int[] values = new int[size(LISTED_BITS, radius)];
    Arrays.setAll(values, i -> value(LISTED_BITS, center, i));
    Arrays.sort(values);
    return values;
  }
}
