package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.FingerprintSort.Columns;
import io.github.lucenesimhash.join.JoinPlan.Block;
import java.util.function.IntToLongFunction;

/**
 * Groups distinct fingerprints by their key in a block. The fingerprints of a key are in ascending
 * order.
 */
final class Buckets {

  final Block block;
  final long[] values;

  /** The start of each bucket, and the end of the last one. */
  final int[] starts;

  /**
   * The number of each fingerprint in the set, or null if all are in the order of their numbers.
   */
  private final int[] numbers;

  /** Another lane of each fingerprint, or null if none is needed. */
  private final long[] others;

  /** The heap size in bytes. */
  final long bytes;

  /**
   * Groups fingerprints by key.
   *
   * @param sorted the fingerprints in the order of their numbers
   * @param other the function that returns another lane of a fingerprint, or null if no other lane
   *     is needed. The lane is shifted left by one bit, so that its highest bit is not compared.
   *     The lowest bit is set if the lane is unknown
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

  /** Returns whether the other lanes are known and farther apart than the given distance. */
  boolean areOthersFar(int index, Buckets right, int column, int most) {
    long a = others[index];
    long b = right.others[column];
    return ((a | b) & 1) == 0 && Long.bitCount(a ^ b) > most;
  }
}
