package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.join.FingerprintSort.Columns;
import io.github.lucenesimhash.join.JoinPlan.Block;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import org.apache.lucene.util.IOConsumer;

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

  private final boolean self;
  private final int maxDistance;
  private final Block block;
  private final List<Block> earlier;
  private final int threads;
  private final int[] ball;
  private final Buckets left;
  private final Buckets right;
  private final LongAdder comparisons = new LongAdder();

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
      int threads) {
    this.self = self;
    this.maxDistance = maxDistance;
    this.block = block;
    this.earlier = earlier;
    this.threads = threads;
    ball = HammingBall.differences(block.bits(), block.threshold());
    this.left = new Buckets(left.values(), block, threads);
    this.right = self ? this.left : new Buckets(right.values(), block, threads);
  }

  /**
   * Finds the pairs of distinct fingerprints that no earlier block admits.
   *
   * @param progress takes the share that is done, after each task
   */
  void run(PairConsumer consumer, DoubleConsumer progress) throws IOException {
    int count = Math.clamp(left.values.length / MIN_ROWS, 1, TASKS); // by the fingerprints only
    int[] done = new int[1];
    try (OrderedTasks<EdgeChunk> tasks =
        new OrderedTasks<>(
            threads,
            chunk -> {
              chunk.deliver(consumer);
              if (chunk.last) {
                progress.accept((double) ++done[0] / count);
              }
            })) {
      for (int task = 0; task < count; task++) {
        int from = (int) ((long) left.values.length * task / count);
        int to = (int) ((long) left.values.length * (task + 1) / count);
        tasks.give(results -> join(from, to, new Edges(results)));
      }
      tasks.finish();
    }
  }

  private void join(int from, int to, Edges edges) throws IOException {
    int row = from;
    long compared = 0;
    while (row < to) {
      int key = block.key(left.values[row]);
      int end = Math.min(to, left.end(key));
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

  /** Compares each row of a range with those after it. */
  private void compareWithin(int from, int to, Edges edges) throws IOException {
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
      throws IOException {
    for (int tile = fromColumn; tile < toColumn; tile += TILE) {
      int tileEnd = Math.min(toColumn, tile + TILE);
      for (int row = fromRow; row < toRow; row += ROWS) {
        compareRows(row, Math.min(toRow, row + ROWS), tile, tileEnd, edges);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted");
      }
    }
  }

  /** Compares at most four rows. */
  private void compareRows(int fromRow, int toRow, int fromColumn, int toColumn, Edges edges)
      throws IOException {
    int nearest =
        NearestRows.distance(left.values, fromRow, toRow - 1, right.values, fromColumn, toColumn);
    if (nearest <= maxDistance) {
      for (int row = fromRow; row < toRow; row++) {
        collect(row, fromColumn, toColumn, edges);
      }
    }
  }

  private void collect(int row, int fromColumn, int toColumn, Edges edges) throws IOException {
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

  long comparisons() {
    return comparisons.sum();
  }

  long bytes() {
    return left.bytes
        + (self ? 0 : right.bytes)
        + OrderedTasks.maxResults(threads) * EdgeChunk.BYTES;
  }

  /** Distinct fingerprints gathered by their key in a block, those of a key in ascending order. */
  private static final class Buckets {
    private final long[] values;

    /** The number of each value; null where the values lie in the order of their numbers. */
    private final int[] numbers;

    private final int[] starts;
    private final long bytes;

    /**
     * @param sorted ascending
     */
    Buckets(long[] sorted, Block block, int threads) {
      boolean isSorted = block.bits() == 0 || block.shift() + block.bits() == Long.SIZE;
      Columns target = isSorted ? null : new Columns(sorted.length);
      Columns source = new Columns(sorted, null);
      starts = FingerprintSort.scatter(source, target, block.shift(), block.bits(), threads);
      values = isSorted ? sorted : target.values;
      numbers = isSorted ? null : target.payloads;
      bytes =
          (isSorted ? 0L : Long.BYTES + Integer.BYTES) * sorted.length
              + (threads + 1L) * Integer.BYTES * block.keys();
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

  private static final class Edges {
    private final IOConsumer<EdgeChunk> results;
    private EdgeChunk chunk = new EdgeChunk();

    Edges(IOConsumer<EdgeChunk> results) {
      this.results = results;
    }

    void add(int left, int right, int distance) throws IOException {
      if (chunk.size == EdgeChunk.CAPACITY) {
        results.accept(chunk);
        chunk = new EdgeChunk();
      }
      chunk.left[chunk.size] = left;
      chunk.right[chunk.size] = right;
      chunk.distances[chunk.size++] = (byte) distance;
    }

    void finish() throws IOException {
      chunk.last = true;
      results.accept(chunk);
    }
  }

  /** Some edges on their way to the consumer. */
  private static final class EdgeChunk {
    static final int CAPACITY = 4096;
    static final int BYTES = CAPACITY * (2 * Integer.BYTES + 1);

    private final int[] left = new int[CAPACITY];
    private final int[] right = new int[CAPACITY];
    private final byte[] distances = new byte[CAPACITY];
    private int size;

    /** Whether the task has found all. */
    private boolean last;

    void deliver(PairConsumer consumer) throws IOException {
      for (int i = 0; i < size; i++) {
        consumer.accept(left[i], right[i], distances[i]);
      }
    }
  }
}
