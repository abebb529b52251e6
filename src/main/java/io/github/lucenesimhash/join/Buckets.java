package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.JoinPlan.Block;
import java.io.IOException;

/** Distinct fingerprints gathered by their key in a block, those of a key in ascending order. */
final class Buckets {

  /** Fewer fingerprints are gathered by one thread. */
  private static final int MIN_SLICED = 1 << 10;

  /** In the order of keys. */
  final long[] values;

  /** The number of each value; null where the values lie in the order of their numbers. */
  private final int[] numbers;

  private final int[] starts;
  private final int slices;

  /**
   * Gathers in two passes, each on several threads, a slice each: how many of each slice have a
   * key, and then each to its index.
   *
   * @param sorted ascending
   */
  Buckets(long[] sorted, Block block, int threads) throws IOException {
    slices = sorted.length < MIN_SLICED ? 1 : threads;
    int[][] next = new int[slices][block.keys()];
    OrderedTasks.each(
        slices,
        slice -> {
          int end = start(sorted, slice + 1);
          for (int i = start(sorted, slice); i < end; i++) {
            next[slice][block.key(sorted[i])]++;
          }
        });
    starts = new int[block.keys() + 1];
    int sum = 0;
    for (int key = 0; key < block.keys(); key++) {
      starts[key] = sum;
      for (int[] slice : next) {
        int count = slice[key];
        slice[key] = sum;
        sum += count;
      }
    }
    starts[block.keys()] = sum;
    if (block.bits() == 0 || block.shift() + block.bits() == Long.SIZE) { // sorted by the block
      values = sorted;
      numbers = null;
      return;
    }
    values = new long[sorted.length];
    numbers = new int[sorted.length];
    OrderedTasks.each(
        slices,
        slice -> {
          int end = start(sorted, slice + 1);
          for (int number = start(sorted, slice); number < end; number++) {
            int index = next[slice][block.key(sorted[number])]++;
            values[index] = sorted[number];
            numbers[index] = number;
          }
        });
  }

  private int start(long[] sorted, int slice) {
    return (int) ((long) sorted.length * slice / slices);
  }

  /** Heap that the buckets took while they were gathered, besides the fingerprints. */
  long bytes() {
    long each = numbers == null ? 0 : Long.BYTES + Integer.BYTES;
    return each * values.length + (slices + 1L) * Integer.BYTES * (starts.length - 1);
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
