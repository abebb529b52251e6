package io.github.lucenesimhash.join;

import java.io.IOException;

/** Distinct fingerprints gathered by their key in a block, those of a key in ascending order. */
final class Buckets {

  /** Fewer fingerprints are gathered by one thread. */
  private static final int MIN_SLICED = 1 << 16;

  /** In the order of keys. */
  final long[] values;

  /** The number of each value; null where the values lie in the order of their numbers. */
  private final int[] numbers;

  private final int[] starts;

  private Buckets(long[] values, int[] numbers, int[] starts) {
    this.values = values;
    this.numbers = numbers;
    this.starts = starts;
  }

  /**
   * Gathers in two passes, each on several threads, a slice each: how many of each slice have a
   * key, and then each to its place.
   *
   * @param sorted ascending
   */
  static Buckets of(long[] sorted, Block block, int threads) throws IOException {
    int slices = sorted.length < MIN_SLICED ? 1 : threads;
    int[][] places = new int[slices][];
    OrderedTasks.each(
        threads, slices, slice -> places[slice] = counts(sorted, block, slice, slices));
    int[] starts = new int[block.keys() + 1];
    int sum = 0;
    for (int key = 0; key < block.keys(); key++) {
      starts[key] = sum;
      for (int[] slice : places) {
        int count = slice[key];
        slice[key] = sum;
        sum += count;
      }
    }
    starts[block.keys()] = sum;
    if (isSortedBy(block)) {
      return new Buckets(sorted, null, starts);
    }
    long[] values = new long[sorted.length];
    int[] numbers = new int[sorted.length];
    OrderedTasks.each(
        threads,
        slices,
        slice -> {
          int[] next = places[slice];
          int end = start(sorted, slice + 1, slices);
          for (int number = start(sorted, slice, slices); number < end; number++) {
            int place = next[block.key(sorted[number])]++;
            values[place] = sorted[number];
            numbers[place] = number;
          }
        });
    return new Buckets(values, numbers, starts);
  }

  private static int[] counts(long[] sorted, Block block, int slice, int slices) {
    int[] counts = new int[block.keys()];
    int end = start(sorted, slice + 1, slices);
    for (int i = start(sorted, slice, slices); i < end; i++) {
      counts[block.key(sorted[i])]++;
    }
    return counts;
  }

  private static int start(long[] sorted, int slice, int slices) {
    return (int) ((long) sorted.length * slice / slices);
  }

  private static boolean isSortedBy(Block block) {
    return block.bits() == 0 || block.shift() + block.bits() == Long.SIZE;
  }

  /** Heap that the buckets of so many fingerprints take while they are gathered. */
  static long bytes(int count, Block block, int threads) {
    long each = isSortedBy(block) ? 0 : Long.BYTES + Integer.BYTES;
    return each * count + (threads + 1L) * Integer.BYTES * block.keys();
  }

  int number(int index) {
    return numbers == null ? index : numbers[index];
  }

  int start(int key) {
    return starts[key];
  }

  int end(int key) {
    return starts[key + 1];
  }
}
