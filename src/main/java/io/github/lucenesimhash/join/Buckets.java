package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.FingerprintSort.Columns;
import io.github.lucenesimhash.join.JoinPlan.Block;
import java.util.function.IntToLongFunction;

/** Gathers distinct fingerprints by their key in a block; fingerprints of one key ascend. */
final class Buckets {

  final Block block;
  final long[] values;

  /** Start of each key, and the end of the last one. */
  final int[] starts;

  /** Number of each value in the set; null if the values are in the order of their numbers. */
  private final int[] numbers;

  /** Another word of each fingerprint; null if none is needed. */
  private final long[] others;

  /** Bytes of heap. */
  final long bytes;

  /**
   * Gathers fingerprints by key.
   *
   * @param sorted the values in the order of their numbers
   * @param other returns another word of a numbered fingerprint, shifted left by one bit, so its
   *     highest bit is not compared; the lowest bit is set if the word is not known. Null if no
   *     other word is needed
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

  /** Returns whether the other words are known, and differ in more than so many bits. */
  boolean areOthersFar(int index, Buckets right, int column, int most) {
    long a = others[index];
    long b = right.others[column];
    return ((a | b) & 1) == 0 && Long.bitCount(a ^ b) > most;
  }
}
