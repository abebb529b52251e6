package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.JoinPlan.Block;
import io.github.lucenesimhash.join.JoinPlan.Cost;
import io.github.lucenesimhash.join.JoinPlan.Work;
import io.github.lucenesimhash.join.SimilarityJoin.EdgeFilter;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import java.util.function.IntToLongFunction;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IORunnable;

/**
 * Joins fingerprints by one block: compares each bucket with the buckets whose keys are in its
 * Hamming ball, on several threads.
 *
 * <pre>
 * Cost     One comparison for each pair of fingerprints in two compared buckets (see BucketGroup).
 * Wide     If fingerprints have several lanes, one lane is joined. The lane and the next one must be within the distance
 *          together, otherwise all pairs that are near by chance would be passed on. The next lane is not compared if
 *          several fingerprints share the joined lane.
 * </pre>
 */
final class BlockJoin {

  /**
   * Gives access to another lane of wide fingerprints, in which pairs must be near, too.
   *
   * @param left the function that returns the other lane of a fingerprint on the left side, in the
   *     form of {@link Buckets}
   * @param right the function that returns the other lane of a fingerprint on the right side
   * @param maxDistance the maximum distance of both lanes together
   */
  record Others(IntToLongFunction left, IntToLongFunction right, int maxDistance) {}

  private static final int TASKS = 512;
  private static final int MIN_ROWS = 512;
  private static final int CHUNK = 3 * 4096;

  private final boolean self;
  private final int maxDistance;
  private final JoinPlan plan;
  private final int index;
  private final Block block;
  private final int threads;
  private final Others others; // null if no other lane is compared
  private final EdgeFilter filter; // null if no edge is dropped
  private final Buckets left;
  private final Buckets right;
  private final Queue<BucketGroup> groups =
      new ConcurrentLinkedQueue<>(); // buffers that other threads may reuse
  private final LongAdder comparisons = new LongAdder();

  BlockJoin(
      DistinctFingerprints left,
      DistinctFingerprints right,
      boolean self,
      int maxDistance,
      JoinPlan plan,
      int index,
      int threads,
      Others others,
      EdgeFilter filter) {
    this.filter = filter;
    this.self = self;
    this.maxDistance = maxDistance;
    this.plan = plan;
    this.index = index;
    block = plan.blocks().get(index);
    this.threads = threads;
    this.others = others;
    IntToLongFunction ofLeft = others == null ? null : others.left;
    IntToLongFunction ofRight = others == null ? null : others.right;
    this.left = new Buckets(left.values.values(), block, threads, ofLeft);
    this.right = self ? this.left : new Buckets(right.values.values(), block, threads, ofRight);
  }

  /** Joins one lane block after block, with the cheapest plan or with a given number of blocks. */
  static Work run(
      DistinctFingerprints left,
      DistinctFingerprints right,
      boolean self,
      SimilarityJoin join,
      Others others,
      PairConsumer consumer,
      DoubleConsumer progress)
      throws IOException {
    int bits = Math.min(join.maxDistance, Fingerprint.LANE_BITS);
    Cost cost = new Cost(left, right, self, 0);
    JoinPlan plan =
        join.blocks == 0
            ? JoinPlan.cheapest(bits, cost)
            : JoinPlan.of(bits, join.blocks, cost::nanos);
    Work all = new Work(0, 0, plan.toString());
    double done = 0;
    for (int i = 0; i < plan.blocks().size(); i++) {
      double before = done;
      EdgeFilter filter =
          others == null ? join.filter : null; // the filter does not know numbers of one lane
      BlockJoin block =
          new BlockJoin(left, right, self, bits, plan, i, join.threads, others, filter);
      double share = cost.nanos(plan.blocks().get(i)) / plan.nanos();
      block.run(consumer, part -> progress.accept(Math.min(1, before + share * part)));
      done += share;
      all = all.plus(block.comparisons.sum(), block.bytes());
    }
    return all;
  }

  /** Finds the pairs that this block admits and no earlier block admits. */
  void run(PairConsumer consumer, DoubleConsumer progress) throws IOException {
    int count =
        Math.clamp(
            left.values.length / MIN_ROWS, 1, TASKS); // must not depend on the number of threads
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
    BucketGroup free = groups.poll();
    BucketGroup group =
        free == null ? new BucketGroup(left, right, maxDistance, plan, index) : free;
    long compared =
        group.join(from, to, (row, column, bits) -> take(row, column, bits, edges), edges.check);
    groups.add(group);
    comparisons.add(compared);
    if (edges.leftOut > 0) {
      filter.count(edges.leftOut);
    }
    edges.finish();
  }

  private void take(int row, int column, long difference, Edges edges) throws IOException {
    if ((!self || row < column) && isFirst(difference)) {
      int distance = Long.bitCount(difference);
      if (others == null || !left.areOthersFar(row, right, column, others.maxDistance - distance)) {
        int a = left.number(row);
        int b = right.number(column);
        if (filter != null && filter.leavesOut(a, b)) {
          edges.leftOut++;
        } else {
          boolean inOrder = !self || a < b;
          edges.add(inOrder ? a : b, inOrder ? b : a, distance);
        }
      }
    }
  }

  /** Returns whether this block is the first that admits a difference. */
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
    return left.bytes + (self ? 0 : right.bytes) + chunks + threads * BucketGroup.bytes(block);
  }

  /** Collects the edges of a task and passes them on in chunks, all full except the last. */
  private static final class Edges {
    private final IOConsumer<int[]> chunks;
    private final IORunnable check;

    /** The left number, the right number and the distance of each edge. */
    private int[] chunk = new int[CHUNK];

    private long leftOut;

    private int size;

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
