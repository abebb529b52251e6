package io.github.lucenesimhash.join;

import java.util.stream.IntStream;

/**
 * Sorts longs as unsigned numbers, each with an int as payload, on several threads.
 *
 * <pre>
 * Order   Stable: equal numbers keep their order.
 * How     Radix sort from the highest differing bit downwards, from one pair of arrays into another and back. A digit is so
 *         wide that a few numbers remain for each of its values. Short runs are sorted by insertion; sorted runs are skipped.
 * Cost    10M random numbers take two passes and insertions. Takes 12 more bytes for each number.
 * </pre>
 */
final class FingerprintSort {

  private static final int SHORT_RUN = 20;
  private static final int MAX_DIGIT_BITS = 11;

  /** The binary logarithm of the average count of numbers that share a value of a digit. */
  private static final int REMAIN_BITS = 3;

  /** The minimum count of numbers that several threads sort by a digit. */
  private static final int MIN_SLICED = 1 << 10;

  /** Holds numbers and their payloads. */
  static final class Columns {
    final long[] values;

    /** The payload of each number, or null if it is the index of the number. */
    final int[] payloads;

    Columns(long[] values, int[] payloads) {
      this.values = values;
      this.payloads = payloads;
    }

    Columns(int length) {
      this(new long[length], new int[length]);
    }

    private void put(int index, Columns source, int from) {
      values[index] = source.values[from];
      payloads[index] = source.payloads == null ? from : source.payloads[from];
    }
  }

  private FingerprintSort() {}

  /** Sorts the arrays in place, and returns them. */
  static Columns sort(long[] values, int[] payloads, int threads) {
    long differences = 0;
    for (long value : values) {
      differences |= value ^ values[0];
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(differences);
    Columns columns = new Columns(values, payloads);
    Columns spare = new Columns(values.length);
    if (values.length <= 1 << MAX_DIGIT_BITS) {
      sort(columns, spare, 0, values.length, bits, false);
      return columns;
    }
    int shift = Math.max(0, bits - MAX_DIGIT_BITS);
    int[] starts = scatter(columns, spare, shift, MAX_DIGIT_BITS, threads);
    OrderedTasks.forEach(
        1 << MAX_DIGIT_BITS,
        threads,
        digit -> sort(spare, columns, starts[digit], starts[digit + 1], shift, true));
    return columns;
  }

  /**
   * Sorts by one digit. Each thread takes a slice of the numbers, counts the values of the digit in
   * a first pass, and moves each number to its index in a second pass.
   *
   * @param target the columns that receive the sorted numbers, or null if the numbers are in this
   *     order already
   * @return the start of each value of the digit, and the end of the last one
   */
  static int[] scatter(Columns source, Columns target, int shift, int bits, int threads) {
    int length = source.values.length;
    int slices = length < MIN_SLICED ? 1 : threads;
    int[] bounds = IntStream.rangeClosed(0, slices).map(i -> bound(length, i, slices)).toArray();
    int[][] next = new int[slices][];
    OrderedTasks.forEach(
        slices, threads, i -> next[i] = counts(source, bounds[i], bounds[i + 1], shift, bits));
    int[] starts = starts(0, next);
    if (target != null) {
      OrderedTasks.forEach(
          slices,
          threads,
          i -> move(source, target, bounds[i], bounds[i + 1], shift, bits, next[i]));
    }
    return starts;
  }

  /** Returns the start of a part if a length is divided evenly into parts. */
  static int bound(int length, int part, int parts) {
    return (int) ((long) length * part / parts);
  }

  private static int[] counts(Columns source, int from, int to, int shift, int bits) {
    int[] counts = new int[1 << bits];
    for (int i = from; i < to; i++) {
      counts[digit(source.values[i], shift, bits)]++;
    }
    return counts;
  }

  /**
   * Returns the start of each value of the digit and the end of the last one, and replaces the
   * counts of each slice with the indexes at which the slice starts to write.
   */
  private static int[] starts(int from, int[]... counts) {
    int[] starts = new int[counts[0].length + 1];
    int sum = from;
    for (int digit = 0; digit < counts[0].length; digit++) {
      starts[digit] = sum;
      for (int[] slice : counts) {
        int count = slice[digit];
        slice[digit] = sum;
        sum += count;
      }
    }
    starts[counts[0].length] = sum;
    return starts;
  }

  private static void move(
      Columns source, Columns target, int from, int to, int shift, int bits, int[] next) {
    for (int i = from; i < to; i++) {
      target.put(next[digit(source.values[i], shift, bits)]++, source, i);
    }
  }

  private static int digit(long value, int shift, int bits) {
    return (int) (value >>> shift) & ((1 << bits) - 1);
  }

  /**
   * Sorts a range of numbers that differ only in their lowest {@code bits} bits.
   *
   * @param intoOther whether the result goes into the other columns
   */
  private static void sort(
      Columns columns, Columns other, int from, int to, int bits, boolean intoOther) {
    if (to - from <= SHORT_RUN || isSorted(columns.values, from, to)) {
      if (intoOther) {
        System.arraycopy(columns.values, from, other.values, from, to - from);
        System.arraycopy(columns.payloads, from, other.payloads, from, to - from);
      }
      insertionSort(intoOther ? other : columns, from, to);
      return;
    }
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(to - from) - REMAIN_BITS;
    int digitBits = Math.min(bits, Math.min(width, MAX_DIGIT_BITS));
    int shift = bits - digitBits;
    int[] next = counts(columns, from, to, shift, digitBits);
    int[] starts = starts(from, next);
    move(columns, other, from, to, shift, digitBits, next);
    for (int digit = 0; digit < 1 << digitBits; digit++) {
      sort(other, columns, starts[digit], starts[digit + 1], shift, !intoOther);
    }
  }

  private static boolean isSorted(long[] values, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (Long.compareUnsigned(values[i - 1], values[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  private static void insertionSort(Columns columns, int from, int to) {
    long[] values = columns.values;
    int[] payloads = columns.payloads;
    for (int i = from + 1; i < to; i++) {
      long value = values[i];
      int payload = payloads[i];
      int j = i;
      for (; j > from && Long.compareUnsigned(values[j - 1], value) > 0; j--) {
        values[j] = values[j - 1];
        payloads[j] = payloads[j - 1];
      }
      values[j] = value;
      payloads[j] = payload;
    }
  }
}
