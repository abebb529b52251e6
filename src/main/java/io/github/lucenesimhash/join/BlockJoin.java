package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.join.FingerprintSort.Columns;
import io.github.lucenesimhash.join.JoinPlan.Block;
import io.github.lucenesimhash.join.JoinPlan.Cost;
import io.github.lucenesimhash.join.JoinPlan.Work;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IORunnable;

/**
 * Compares the buckets of one block with the buckets of the keys in their Hamming ball.
 *
 * <pre>
 * Cost     one comparison for each pair in such buckets, four rows at a time with all columns. Columns go in tiles of
 *          16 KiB that stay in the first-level cache while all rows of a bucket pass over them. Rows with a hit are
 *          read again.
 * Bound    in a join with itself a pair is compared once: a bucket meets those of larger keys, and within it a row
 *          meets the columns after it.
 * Kernel   a loop over the columns that only takes minimums is vectorised by the JIT; four rows at a time save loads.
 * Short    ranges have a loop of their own, which ends at the first hit: the JIT vectorises none that mostly was short.
 * </pre>
 */
final class BlockJoin {

  private static final int ROWS = 4;
  private static final int TILE = 2048;

  /** Columns from which on a range is long. */
  private static final int LONG = 32;

  private static final int TASKS = 512;
  private static final int MIN_ROWS = 512;
  private static final int CHUNK = 3 * 4096;

  private final boolean self;
  private final int maxDistance;
  private final Block block;

  private final List<Block> earlier;

  private final int threads;
  private final int[] ball;
  private final Buckets left;
  private final Buckets right;
  private final LongAdder comparisons = new LongAdder();

  BlockJoin(
      DistinctFingerprints left,
      DistinctFingerprints right,
      boolean self,
      int maxDistance,
      List<Block> blocks,
      int index,
      int threads) {
    this.self = self;
    this.maxDistance = maxDistance;
    block = blocks.get(index);
    earlier = blocks.subList(0, index);
    this.threads = threads;
    ball = HammingBall.differences(block.bits(), block.threshold());
    this.left = new Buckets(left.values.values(), block, threads);
    this.right = self ? this.left : new Buckets(right.values.values(), block, threads);
  }

  /** All pairs of distinct fingerprints of a word, block by block as the cheapest plan says. */
  static Work run(
      DistinctFingerprints left,
      DistinctFingerprints right,
      boolean self,
      SimilarityJoin join,
      PairConsumer consumer,
      DoubleConsumer progress)
      throws IOException {
    int bits = Math.min(join.maxDistance, Fingerprint.WORD_BITS);
    Cost cost = new Cost(left, right, self);
    JoinPlan plan =
        join.blocks == 0 ? JoinPlan.cheapest(bits, cost) : JoinPlan.of(bits, join.blocks, cost);
    Work all = new Work(0, 0, plan.toString());
    double done = 0;
    for (int i = 0; i < plan.blocks().size(); i++) {
      double before = done;
      BlockJoin block = new BlockJoin(left, right, self, bits, plan.blocks(), i, join.threads);
      double share = cost.nanos(plan.blocks().get(i)) / plan.nanos();
      block.run(consumer, part -> progress.accept(Math.min(1, before + share * part)));
      done += share;
      all = all.plus(block.comparisons.sum(), block.bytes());
    }
    return all;
  }

  /** Finds the pairs of distinct fingerprints that no earlier block admits. */
  void run(PairConsumer consumer, DoubleConsumer progress) throws IOException {
    int count = Math.clamp(left.values.length / MIN_ROWS, 1, TASKS); // by the fingerprints only
    int[] done = new int[1];
    IOConsumer<int[]> deliver =
        edges -> {
          for (int i = 0; i < edges.length; i += 3) {
            consumer.accept(edges[i], edges[i + 1], edges[i + 2]);
          }
          if (edges.length < CHUNK) {
            progress.accept((double) ++done[0] / count);
          }
        };
    try (OrderedTasks<int[]> tasks = new OrderedTasks<>(threads, deliver)) {
      for (int task = 0; task < count; task++) {
        int from = FingerprintSort.bound(left.values.length, task, count);
        int to = FingerprintSort.bound(left.values.length, task + 1, count);
        tasks.give(chunks -> join(from, to, new Edges(chunks, tasks::check)), 0);
      }
      tasks.finish();
    }
  }

  private void join(int from, int to, Edges edges) throws IOException {
    for (int row = from, end; row < to; row = end) {
      int key = block.key(left.values[row]);
      end = Math.min(to, left.starts[key + 1]);
      for (int difference : ball) {
        int other = key ^ difference;
        if (self && difference == 0) {
          compareWithin(row, end, edges);
          compare(row, end, end, left.starts[key + 1], edges);
        } else if (!self || other > key) {
          compare(row, end, right.starts[other], right.starts[other + 1], edges);
        }
      }
    }
    comparisons.add(edges.comparisons);
    edges.finish();
  }

  /** Compares each row of a range with those after it. */
  private void compareWithin(int from, int to, Edges edges) throws IOException {
    for (int tile = from; tile < to; tile += TILE) {
      int tileEnd = Math.min(to, tile + TILE);
      edges.comparisons += (tileEnd - tile) * (tileEnd - tile - 1L) / 2;
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
    edges.comparisons += (long) (toRow - fromRow) * (toColumn - fromColumn);
    for (int tile = fromColumn; tile < toColumn; tile += TILE) {
      int tileEnd = Math.min(toColumn, tile + TILE);
      for (int row = fromRow; row < toRow; row += ROWS) {
        compareRows(row, Math.min(toRow, row + ROWS), tile, tileEnd, edges);
      }
      edges.check.run();
    }
  }

  /** Compares at most four rows. */
  private void compareRows(int fromRow, int toRow, int fromColumn, int toColumn, Edges edges)
      throws IOException {
    long a = left.values[fromRow];
    long b = left.values[Math.min(fromRow + 1, toRow - 1)];
    long c = left.values[Math.min(fromRow + 2, toRow - 1)];
    long d = left.values[toRow - 1];
    boolean isAnyNear =
        toColumn - fromColumn >= LONG
            ? nearest(right.values, fromColumn, toColumn, a, b, c, d) <= maxDistance
            : isAnyNear(right.values, fromColumn, toColumn, a, b, c, d, maxDistance);
    if (isAnyNear) {
      for (int row = fromRow; row < toRow; row++) {
        collect(row, fromColumn, toColumn, edges);
      }
    }
  }

  private static int nearest(long[] columns, int from, int to, long a, long b, long c, long d) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      long column = columns[i];
      int ab = Math.min(Long.bitCount(column ^ a), Long.bitCount(column ^ b));
      int cd = Math.min(Long.bitCount(column ^ c), Long.bitCount(column ^ d));
      nearest = Math.min(nearest, Math.min(ab, cd));
    }
    return nearest;
  }

  private static boolean isAnyNear(
      long[] columns, int from, int to, long a, long b, long c, long d, int maxDistance) {
    for (int i = from; i < to; i++) {
      long column = columns[i];
      if (Long.bitCount(column ^ a) <= maxDistance
          || Long.bitCount(column ^ b) <= maxDistance
          || Long.bitCount(column ^ c) <= maxDistance
          || Long.bitCount(column ^ d) <= maxDistance) {
        return true;
      }
    }
    return false;
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

  long bytes() {
    long chunks = OrderedTasks.maxResults(threads) * CHUNK * Integer.BYTES;
    return left.bytes + (self ? 0 : right.bytes) + chunks;
  }

  /** Distinct fingerprints gathered by their key in a block, those of a key in ascending order. */
  private static final class Buckets {
    private final long[] values;

    /**
     * The number of each value in its set; null where the values are in the order of their numbers.
     */
    private final int[] numbers;

    private final int[] starts;
    private final long bytes;

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
  }

  /** Hands on the edges of a task in chunks; only the last is not full. */
  private static final class Edges {
    private final IOConsumer<int[]> chunks;
    private final IORunnable check;

    /** Left, right and distance of each. */
    private int[] chunk = new int[CHUNK];

    private int size;
    private long comparisons;

    Edges(IOConsumer<int[]> chunks, IORunnable check) {
      this.chunks = chunks;
      this.check = check;
    }

    void add(int left, int right, int distance) throws IOException {
      chunk[size++] = left;
      chunk[size++] = right;
      chunk[size++] = distance;
      if (size == CHUNK) {
        chunks.accept(chunk);
        chunk = new int[CHUNK];
        size = 0;
      }
    }

    void finish() throws IOException {
      chunks.accept(Arrays.copyOf(chunk, size));
    }
  }
}
