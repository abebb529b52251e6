package io.github.lucenesimhash.join;

/**
 * Sorts fingerprints as unsigned numbers, each with an int that goes with it.
 *
 * <pre>
 * Order   stable: equal fingerprints keep their order
 * Way     radix sort from the highest byte down, from one pair of arrays into the other and back;
 *         runs of up to 24 by insertion
 * Cost    about log256(n) passes over random fingerprints, 8 over equal ones
 * </pre>
 */
final class FingerprintSort {

  private static final int SHORT_RUN = 24;
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private final long[] values;
  private final int[] riders;
  private final long[] spareValues;
  private final int[] spareRiders;

  private FingerprintSort(long[] values, int[] riders) {
    this.values = values;
    this.riders = riders;
    spareValues = new long[values.length];
    spareRiders = new int[values.length];
  }

  static void sort(long[] values, int[] riders) {
    FingerprintSort sort = new FingerprintSort(values, riders);
    sort.sort(0, values.length, Long.SIZE);
  }

  /** Sorts a range of which all bits from {@code bits} up are equal. */
  private void sort(int from, int to, int bits) {
    if (to - from <= SHORT_RUN) {
      insertionSort(from, to);
      return;
    }
    if (bits == 0) {
      return;
    }
    int shift = bits - DIGIT_BITS;
    int[] ends = new int[DIGITS + 1];
    for (int i = from; i < to; i++) {
      ends[((int) (values[i] >>> shift) & (DIGITS - 1)) + 1]++;
    }
    ends[0] = from;
    for (int digit = 0; digit < DIGITS; digit++) {
      ends[digit + 1] += ends[digit];
    }
    for (int i = from; i < to; i++) {
      int target = ends[(int) (values[i] >>> shift) & (DIGITS - 1)]++;
      spareValues[target] = values[i];
      spareRiders[target] = riders[i];
    }
    System.arraycopy(spareValues, from, values, from, to - from);
    System.arraycopy(spareRiders, from, riders, from, to - from);
    int start = from;
    for (int digit = 0; digit < DIGITS; digit++) {
      sort(start, ends[digit], shift);
      start = ends[digit];
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long value = values[i];
      int rider = riders[i];
      int j = i;
      for (; j > from && Long.compareUnsigned(values[j - 1], value) > 0; j--) {
        values[j] = values[j - 1];
        riders[j] = riders[j - 1];
      }
      values[j] = value;
      riders[j] = rider;
    }
  }
}
