package io.github.lucenesimhash.join;

/** Fingerprints gathered by their key in a block. */
final class Buckets {

  /** In the order of keys. */
  final long[] values;

  private final int[] starts;

  private Buckets(long[] values, int[] starts) {
    this.values = values;
    this.starts = starts;
  }

  /** Takes 8 bytes a fingerprint, but where they lie in this order already, and 4 bytes a key. */
  static Buckets of(long[] sorted, Block block) {
    int[] ends = new int[block.keys() + 1];
    for (long value : sorted) {
      ends[block.key(value) + 1]++;
    }
    for (int key = 0; key < block.keys(); key++) {
      ends[key + 1] += ends[key];
    }
    if (block.bits() == 0 || block.shift() + block.bits() == Long.SIZE) {
      return new Buckets(sorted, ends);
    }
    int[] next = ends.clone();
    long[] values = new long[sorted.length];
    for (long value : sorted) {
      values[next[block.key(value)]++] = value;
    }
    return new Buckets(values, ends);
  }

  int start(int key) {
    return starts[key];
  }

  int end(int key) {
    return starts[key + 1];
  }
}
