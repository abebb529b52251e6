package io.github.lucenesimhash.join;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares the buckets of one block with the buckets of the keys in their Hamming ball.
 *
 * <pre>
 * Cost     one comparison for each pair in such buckets. Columns go in tiles of 16 KiB that stay in the first-level
 *          cache while all rows of a bucket pass over them.
 * Kernel   (bitCount(x ^ y) - k - 1) &gt;&gt;&gt; 31 is 1 within k, else 0; a loop that only sums is vectorised by the JIT.
 *          The few rows with a hit are read again.
 * </pre>
 */
final class BlockJoin {

  private static final int TILE = 2048;
  private static final int TASKS = 256;
  private static final int MIN_ROWS = 1024;

  private final DistinctFingerprints leftSet;
  private final DistinctFingerprints rightSet;
  private final boolean self;
  private final int maxDistance;
  private final Block block;
  private final List<Block> earlier;
  private final int[] ball;
  private final Buckets left;
  private final Buckets right;
  private final LongAdder comparisons;

  /**
   * @param self whether left is joined with itself
   * @param earlier blocks whose pairs are reported already
   */
  BlockJoin(
      DistinctFingerprints left,
      DistinctFingerprints right,
      boolean self,
      int maxDistance,
      Block block,
      List<Block> earlier,
      LongAdder comparisons) {
    leftSet = left;
    rightSet = right;
    this.self = self;
    this.maxDistance = maxDistance;
    this.block = block;
    this.earlier = earlier;
    this.comparisons = comparisons;
    ball = block.ball();
    this.left = Buckets.of(left.values(), block);
    this.right = self ? this.left : Buckets.of(right.values(), block);
  }

  /** The tasks of {@link #run}: they depend on the fingerprints only. */
  int tasks() {
    return Math.clamp(leftSet.size() / MIN_ROWS, 1, TASKS);
  }

  void run(int task, OrderedTasks.Edges edges) throws InterruptedException {
    int row = firstRow(task);
    int last = firstRow(task + 1);
    while (row < last) {
      int key = block.key(left.values[row]);
      int end = Math.min(last, left.end(key));
      for (int difference : ball) {
        int other = key ^ difference;
        if (!self || other >= key) {
          compare(row, end, right.start(other), right.end(other), edges);
        }
      }
      row = end;
    }
  }

  private int firstRow(int task) {
    return (int) ((long) leftSet.size() * task / tasks());
  }

  /** In a join with itself a bucket's own columns start after the row. */
  private void compare(
      int fromRow, int toRow, int fromColumn, int toColumn, OrderedTasks.Edges edges)
      throws InterruptedException {
    long compared = 0;
    for (int tile = fromColumn; tile < toColumn; tile += TILE) {
      int tileEnd = Math.min(toColumn, tile + TILE);
      for (int row = fromRow; row < toRow; row++) {
        int column = self ? Math.max(tile, row + 1) : tile;
        long value = left.values[row];
        if (count(right.values, column, tileEnd, value, maxDistance) > 0) {
          collect(value, column, tileEnd, edges);
        }
        compared += Math.max(0, tileEnd - column);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    comparisons.add(compared);
  }

  private static int count(long[] values, int from, int to, long value, int maxDistance) {
    int hits = 0;
    for (int i = from; i < to; i++) {
      hits += (Long.bitCount(values[i] ^ value) - maxDistance - 1) >>> 31;
    }
    return hits;
  }

  private void collect(long value, int fromColumn, int toColumn, OrderedTasks.Edges edges)
      throws InterruptedException {
    for (int column = fromColumn; column < toColumn; column++) {
      long difference = right.values[column] ^ value;
      if (Long.bitCount(difference) <= maxDistance && isFirst(difference)) {
        int a = leftSet.number(value);
        int b = rightSet.number(right.values[column]);
        boolean inOrder = !self || a < b;
        edges.add(inOrder ? a : b, inOrder ? b : a, Long.bitCount(difference));
      }
    }
  }

  private boolean isFirst(long difference) {
    for (Block other : earlier) {
      if (other.admits(difference)) {
        return false;
      }
    }
    return true;
  }

  long bytes() {
    long copied = block.bits() > 0 && block.shift() + block.bits() < Long.SIZE ? Long.BYTES : 0;
    long each = self ? leftSet.size() : (long) leftSet.size() + rightSet.size();
    return copied * each + (long) Integer.BYTES * block.keys() * (self ? 2 : 4);
  }
}
