package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.JoinPlan.Block;

/**
 * Holds the bits of a block of many columns as bit slices: an int has one bit of each of 32
 * columns.
 *
 * <pre>
 * How      A key is compared with 32 columns at a time. Carry-save adders count the differing bits, so that an int holds
 *          one bit of each of 32 sums.
 * Kernel   The loop needs no popcount. The JIT vectorizes it as long as it reads ints, does not grow, and the bits of
 *          the key are computed before it.
 * Source   W. Mula, N. Kurz, D. Lemire, Faster Population Counts Using AVX2 Instructions, The Computer Journal 2018.
 * </pre>
 */
final class Slices {

  /** The maximum number of bits of a block that are sliced, the lowest first. */
  static final int BITS = 16;

  private static final int LANES = 128;

  /** The maximum number of columns. */
  static final int COLUMNS = LANES * Integer.SIZE;

  /** The heap size in bytes. */
  static final long BYTES = Integer.BYTES * (COLUMNS + (BITS + 1) * LANES);

  /** The indexes of the columns that were near, in ascending order. */
  final int[] found = new int[COLUMNS + 1];

  private final int[] slices = new int[BITS * LANES];
  private final int[] near = new int[LANES];
  private final int[] turned = new int[BITS];
  private int size;

  void turn(long[] columns, int size, Block block) {
    this.size = size;
    for (int lane = 0; lane < lanes(); lane++) {
      int first = lane * Integer.SIZE;
      for (int i = 0; i < BITS; i++) {
        int low = block.key(columns[first + i]) & 0xFFFF;
        turned[i] = low | block.key(columns[first + BITS + i]) << BITS;
      }
      int mask = 0x00FF00FF;
      for (int width = BITS / 2; width > 0; width >>= 1, mask ^= mask << width) {
        for (int i = 0; i < BITS; i = (i + width + 1) & -(width + 1)) {
          int swapped = (turned[i] >>> width ^ turned[i + width]) & mask;
          turned[i] ^= swapped << width;
          turned[i + width] ^= swapped;
        }
      }
      for (int bit = 0; bit < BITS; bit++) {
        slices[bit * LANES + lane] = turned[bit];
      }
    }
  }

  /**
   * Returns the number of ints for one bit of all columns, an even one because two ints make a
   * long.
   */
  private int lanes() {
    return 2 * ((size + Long.SIZE - 1) / Long.SIZE);
  }

  /**
   * Finds the columns that differ from a key in no more bits than the limit.
   *
   * @param limit the maximum number of differing bits, 0 to 15
   * @return the number of columns found
   */
  int near(int key, int limit) {
    nearIn(slices, near, lanes(), key, limit);
    int count = 0;
    for (int lane = 0; lane < lanes(); lane += 2) {
      long bits = Integer.toUnsignedLong(near[lane]) | (long) near[lane + 1] << Integer.SIZE;
      int first = lane * Integer.SIZE;
      // the first two without a branch, which no CPU could predict
      found[count] = first + Long.numberOfTrailingZeros(bits);
      count += bits != 0 ? 1 : 0;
      bits &= bits - 1;
      found[count] = first + Long.numberOfTrailingZeros(bits);
      count += bits != 0 ? 1 : 0;
      for (bits &= bits - 1; bits != 0; bits &= bits - 1) {
        found[count++] = first + Long.numberOfTrailingZeros(bits);
      }
    }
    while (count > 0 && found[count - 1] >= size) {
      count--;
    }
    return count;
  }

  /** Sets the bits of columns that differ from the key in no more bits than the limit, 0 to 15. */
  private static void nearIn(int[] slices, int[] near, int lanes, int key, int limit) {
    int start = BITS - 1 - limit; // so that a sum above the limit is 16 or more
    int from1 = mask(start, 0);
    int from2 = mask(start, 1);
    int from4 = mask(start, 2);
    int from8 = mask(start, 3);
    int key0 = mask(key, 0);
    int key1 = mask(key, 1);
    int key2 = mask(key, 2);
    int key3 = mask(key, 3);
    int key4 = mask(key, 4);
    int key5 = mask(key, 5);
    int key6 = mask(key, 6);
    int key7 = mask(key, 7);
    int key8 = mask(key, 8);
    int key9 = mask(key, 9);
    int key10 = mask(key, 10);
    int key11 = mask(key, 11);
    int key12 = mask(key, 12);
    int key13 = mask(key, 13);
    int key14 = mask(key, 14);
    int key15 = mask(key, 15);
    for (int w = 0; w < lanes; w++) {
      int x0 = slices[w] ^ key0;
      int x1 = slices[LANES + w] ^ key1;
      int x2 = slices[2 * LANES + w] ^ key2;
      int x3 = slices[3 * LANES + w] ^ key3;
      int x4 = slices[4 * LANES + w] ^ key4;
      int x5 = slices[5 * LANES + w] ^ key5;
      int x6 = slices[6 * LANES + w] ^ key6;
      int x7 = slices[7 * LANES + w] ^ key7;
      int x8 = slices[8 * LANES + w] ^ key8;
      int x9 = slices[9 * LANES + w] ^ key9;
      int x10 = slices[10 * LANES + w] ^ key10;
      int x11 = slices[11 * LANES + w] ^ key11;
      int x12 = slices[12 * LANES + w] ^ key12;
      int x13 = slices[13 * LANES + w] ^ key13;
      int x14 = slices[14 * LANES + w] ^ key14;
      int x15 = slices[15 * LANES + w] ^ key15;
      int two0 = carry(x0, x1, from1);
      int sum1at0 = x0 ^ x1 ^ from1;
      int two1 = carry(x2, x3, sum1at0);
      int sum1at1 = x2 ^ x3 ^ sum1at0;
      int two2 = carry(x4, x5, sum1at1);
      int sum1at2 = x4 ^ x5 ^ sum1at1;
      int two3 = carry(x6, x7, sum1at2);
      int sum1at3 = x6 ^ x7 ^ sum1at2;
      int two4 = carry(x8, x9, sum1at3);
      int sum1at4 = x8 ^ x9 ^ sum1at3;
      int two5 = carry(x10, x11, sum1at4);
      int sum1at5 = x10 ^ x11 ^ sum1at4;
      int two6 = carry(x12, x13, sum1at5);
      int sum1at6 = x12 ^ x13 ^ sum1at5;
      int two7 = carry(x14, x15, sum1at6);
      int four0 = carry(two0, two1, from2);
      int sum2at0 = two0 ^ two1 ^ from2;
      int four1 = carry(two2, two3, sum2at0);
      int sum2at1 = two2 ^ two3 ^ sum2at0;
      int four2 = carry(two4, two5, sum2at1);
      int sum2at2 = two4 ^ two5 ^ sum2at1;
      int four3 = carry(two6, two7, sum2at2);
      int eight0 = carry(four0, four1, from4);
      int sum4at0 = four0 ^ four1 ^ from4;
      int eight1 = carry(four2, four3, sum4at0);
      int sixteen = carry(eight0, eight1, from8);
      near[w] = ~sixteen;
    }
  }

  private static int mask(int value, int bit) {
    return -(value >>> bit & 1);
  }

  private static int carry(int a, int b, int c) {
    return (a & b) | ((a ^ b) & c);
  }
}
