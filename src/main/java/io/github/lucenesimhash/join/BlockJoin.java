package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares the buckets of one block with the buckets of the keys in their Hamming ball.
 *
 * <pre>
 * Cost     one comparison for each pair in such buckets, four rows at a time with all columns. Columns go in tiles of
 *          16 KiB that stay in the first-level cache while all rows of a bucket pass over them. Rows with a hit are
 *          read again.
 * Bound    in a join with itself a pair is compared once: a bucket meets those of larger keys, and within it a row
 *          meets the columns after it.
 * </pre>
 */
final class BlockJoin {

  private static final int ROWS = 4;
  private static final int TILE = 2048;
  private static final int TASKS = 512;
  private static final int MIN_ROWS = 512;

  private final int leftCount;
  private final int rightCount;
  private final boolean self;
  private final int maxDistance;
  private final Block block;
  private final List<Block> earlier;
  private final int threads;
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
      int threads,
      LongAdder comparisons)
      throws IOException {
    leftCount = left.size();
    rightCount = right.size();
    this.self = self;
    this.maxDistance = maxDistance;
    this.block = block;
    this.earlier = earlier;
    this.threads = threads;
    this.comparisons = comparisons;
    ball = HammingBall.differences(block.bits(), block.threshold());
    this.left = Buckets.of(left.values(), block, threads);
    this.right = self ? this.left : Buckets.of(right.values(), block, threads);
  }

  /** The tasks of {@link #run}: they depend on the fingerprints only. */
  int tasks() {
    return Math.clamp(leftCount / MIN_ROWS, 1, TASKS);
  }

  void run(int task, Edges edges) throws InterruptedException {
    int row = firstRow(task);
    int last = firstRow(task + 1);
    long compared = 0;
    while (row < last) {
      int key = block.key(left.values[row]);
      int end = Math.min(last, left.end(key));
      for (int difference : ball) {
        int other = key ^ difference;
        if (self && difference == 0) {
          compareWithin(row, end, edges);
          compared += (long) (end - row) * (left.end(key) - row - 1 + left.end(key) - end) / 2;
          compare(row, end, end, left.end(key), edges);
        } else if (!self || other > key) {
          compare(row, end, right.start(other), right.end(other), edges);
          compared += (long) (end - row) * (right.end(other) - right.start(other));
        }
      }
      row = end;
    }
    comparisons.add(compared);
    edges.finish();
  }

  private int firstRow(int task) {
    return (int) ((long) leftCount * task / tasks());
  }

  /** Compares each row of a range with those after it. */
  private void compareWithin(int from, int to, Edges edges) throws InterruptedException {
    for (int tile = from; tile < to; tile += TILE) {
      int tileEnd = Math.min(to, tile + TILE);
      for (int row = tile; row < tileEnd; row += ROWS) {
        int rowsEnd = Math.min(tileEnd, row + ROWS);
        for (int i = row; i < rowsEnd; i++) {
          collect(i, i + 1, rowsEnd, edges);
        }
        compareRows(row, rowsEnd, rowsEnd, tileEnd, edges);
      }
      compare(tile, tileEnd, tileEnd, to, edges);
    }
  }

  /** Compares rows with columns none of which is a row. */
  private void compare(int fromRow, int toRow, int fromColumn, int toColumn, Edges edges)
      throws InterruptedException {
    for (int tile = fromColumn; tile < toColumn; tile += TILE) {
      int tileEnd = Math.min(toColumn, tile + TILE);
      for (int row = fromRow; row < toRow; row += ROWS) {
        compareRows(row, Math.min(toRow, row + ROWS), tile, tileEnd, edges);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Compares at most four rows. */
  private void compareRows(int fromRow, int toRow, int fromColumn, int toColumn, Edges edges)
      throws InterruptedException {
    int nearest =
        NearestRows.distance(left.values, fromRow, toRow - 1, right.values, fromColumn, toColumn);
    if (nearest <= maxDistance) {
      for (int row = fromRow; row < toRow; row++) {
        collect(row, fromColumn, toColumn, edges);
      }
    }
  }

  private void collect(int row, int fromColumn, int toColumn, Edges edges)
      throws InterruptedException {
    long value = left.values[row];
    for (int column = fromColumn; column < toColumn; column++) {
      long difference = right.values[column] ^ value;
      if (Long.bitCount(difference) <= maxDistance && isFirst(difference)) {
        int a = left.number(row);
        int b = right.number(column);
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

  /** Heap that this takes at most. */
  long bytes() {
    long bytes = Buckets.bytes(leftCount, block, threads);
    return self ? bytes : bytes + Buckets.bytes(rightCount, block, threads);
  }
}
