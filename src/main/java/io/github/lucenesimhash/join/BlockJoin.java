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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IORunnable;

/**
 * Compares the buckets of one block with the buckets of the keys in their Hamming ball.
 *
 * <pre>
 * Cost     one comparison for each pair in such buckets: a bucket of rows with a Tile of columns from all the other
 *          buckets.
 * Bound    in a join with itself a pair is compared once: a bucket meets those of larger keys, and within it a row
 *          meets the columns after it.
 * </pre>
 */
final class BlockJoin {

  /** Tells whether two fingerprints, by their numbers, may be a pair; asked by several threads. */
  interface Filter {
    boolean test(int left, int right);
  }

  private static final int TASKS = 512;
  private static final int MIN_ROWS = 512;
  private static final int CHUNK = 3 * 4096;

  private final boolean self;
  private final int maxDistance;
  private final JoinPlan plan;
  private final int index;
  private final Block block;
  private final int threads;
  private final Filter filter;
  private final int[] ball;
  private final Buckets left;
  private final Buckets right;
  private final Queue<Tile> tiles = new ConcurrentLinkedQueue<>(); // of threads that are done
  private final LongAdder comparisons = new LongAdder();

  BlockJoin(
      DistinctFingerprints left,
      DistinctFingerprints right,
      boolean self,
      int maxDistance,
      JoinPlan plan,
      int index,
      int threads,
      Filter filter) {
    this.self = self;
    this.maxDistance = maxDistance;
    this.plan = plan;
    this.index = index;
    block = plan.blocks().get(index);
    this.threads = threads;
    this.filter = filter;
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
      Filter filter,
      PairConsumer consumer,
      DoubleConsumer progress)
      throws IOException {
    int bits = Math.min(join.maxDistance, Fingerprint.WORD_BITS);
    Cost cost = new Cost(left, right, self);
    JoinPlan plan =
        join.blocks == 0
            ? JoinPlan.cheapest(bits, cost)
            : JoinPlan.of(bits, join.blocks, cost::nanos);
    Work all = new Work(0, 0, plan.toString());
    double done = 0;
    for (int i = 0; i < plan.blocks().size(); i++) {
      double before = done;
      BlockJoin block = new BlockJoin(left, right, self, bits, plan, i, join.threads, filter);
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
    Tile free = tiles.poll();
    Tile tile = free == null ? new Tile(maxDistance, plan.next(index), self) : free;
    tile.begin((row, column) -> take(row, column, edges));
    for (int row = from, end; row < to; row = end) {
      int key = block.key(left.values[row]);
      end = Math.min(to, left.starts[key + 1]);
      for (int difference : ball) {
        int other = key ^ difference;
        if (!self || other > key) {
          compare(row, end, right.starts[other], right.starts[other + 1], difference, tile, edges);
          edges.comparisons += (long) (end - row) * (right.starts[other + 1] - right.starts[other]);
        } else if (other == key) {
          int last = right.starts[key + 1];
          compare(row, end, row + 1, last, 0, tile, edges);
          edges.comparisons += (end - row) * (2L * last - row - end - 1) / 2;
        }
      }
      compare(row, end, tile, edges);
    }
    tiles.add(tile);
    comparisons.add(edges.comparisons);
    edges.finish();
  }

  /** Adds columns to the tile; whenever it is full, compares the rows with it. */
  private void compare(
      int fromRow, int toRow, int from, int to, int difference, Tile tile, Edges edges)
      throws IOException {
    int limit = plan.withNext(index) - Integer.bitCount(difference);
    for (int column = from; column < to; ) {
      if (tile.isFull(limit)) {
        compare(fromRow, toRow, tile, edges);
      }
      column = tile.add(right.values, column, to, limit);
    }
  }

  private void compare(int fromRow, int toRow, Tile tile, Edges edges) throws IOException {
    if (tile.size() > 0) {
      tile.compare(left.values, fromRow, self ? Math.min(toRow, tile.lastIndex()) : toRow);
      tile.clear();
      edges.check.run();
    }
  }

  private void take(int row, int column, Edges edges) throws IOException {
    long difference = right.values[column] ^ left.values[row];
    if ((!self || row < column) && isFirst(difference)) {
      int a = left.number(row);
      int b = right.number(column);
      boolean inOrder = !self || a < b;
      if (filter.test(inOrder ? a : b, inOrder ? b : a)) {
        edges.add(inOrder ? a : b, inOrder ? b : a, Long.bitCount(difference));
      }
    }
  }

  /** Whether this block is the first that admits a difference. */
  private boolean isFirst(long difference) {
    for (int i = 0; i <= index; i++) {
      if (plan.admits(i, difference)) {
        return i == index;
      }
    }
    return false;
  }

  long bytes() {
    long chunks = OrderedTasks.maxResults(threads) * CHUNK * Integer.BYTES;
    return left.bytes + (self ? 0 : right.bytes) + chunks + threads * Tile.BYTES;
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
