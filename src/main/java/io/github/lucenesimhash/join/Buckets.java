package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.FingerprintSort.Columns;
import io.github.lucenesimhash.join.JoinPlan.Block;
import java.util.function.IntToLongFunction;

/** Distinct fingerprints gathered by their key in a block, those of a key in ascending order. */
final class Buckets {

  final Block block;
  final long[] values;

  /** Where those of each key start, and where the last ones end. */
  final int[] starts;

  /**
   * The number of each value in its set; null where the values are in the order of their numbers.
   */
  private final int[] numbers;

  /** Another word of each; null if none is asked. */
  private final long[] others;

  /** Bytes of heap. */
  final long bytes;

  /**
   * Gathers.
   *
   * @param sorted by number
   * @param other another word of a number, shifted left by a bit, so that it may differ in one bit
   *     less; the lowest bit is set if nothing is known of it. Null if none is asked
   */
  Buckets(long[] sorted, Block block, int threads, IntToLongFunction other) {
    this.block = block;
    boolean isSorted = block.bits() == 0 || block.shift() + block.bits() == Long.SIZE;
    Columns target = isSorted ? null : new Columns(sorted.length);
    Columns source = new Columns(sorted, null);
    starts = FingerprintSort.scatter(source, target, block.shift(), block.bits(), threads);
    values = isSorted ? sorted : target.values;
    numbers = isSorted ? null : target.payloads;
    others = other == null ? null : new long[sorted.length];
    if (other != null) {
      OrderedTasks.forEach(threads, threads, part -> setOthers(other, part, threads));
    }
    long each = (isSorted ? 0L : Long.BYTES + Integer.BYTES) + (other == null ? 0 : Long.BYTES);
    bytes = each * sorted.length + (threads + 1L) * Integer.BYTES * block.keys();
  }

  private void setOthers(IntToLongFunction other, int part, int parts) {
    int to = FingerprintSort.bound(others.length, part + 1, parts);
    for (int i = FingerprintSort.bound(others.length, part, parts); i < to; i++) {
      others[i] = other.applyAsLong(number(i));
    }
  }

  int number(int index) {
    return numbers == null ? index : numbers[index];
  }

  /** Whether the other words are known to differ in more bits. */
  boolean areOthersFar(int index, Buckets right, int column, int most) {
    long a = others[index];
    long b = right.others[column];
    return ((a | b) & 1) == 0 && Long.bitCount(a ^ b) > most;
  }
}
