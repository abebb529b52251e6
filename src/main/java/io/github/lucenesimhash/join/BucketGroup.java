package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.join.JoinPlan.Block;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.IORunnable;

/**
 * Compares the rows of neighbouring buckets, whose keys differ only in their lowest bits, with
 * columns. Each bucket collects the columns for its rows in a tile.
 *
 * <pre>
 * Memory   The buckets are adjacent, so a group of columns is read once for all rows of the group.
 * Order    Columns are gathered by the number of bits in which the keys differ, so all columns of a tile have the same limit
 *          (see Tile).
 * Bound    A self-join compares each pair once: a bucket with the buckets of larger keys, and a row with the columns after
 *          it in its own bucket.
 * </pre>
 */
final class BucketGroup {

  private static final int LOW_BITS = 4;

  private final Buckets left;
  private final Buckets right;
  private final boolean self;
  private final Block block;
  private final int withNext;
  private final int lowBits;

  /** The differences of keys in the higher bits, in the order of their numbers of set bits. */
  private final int[] highs;

  /**
   * The tile of each bucket, by the lowest bits of its key. The rows of the bucket lie between
   * {@link #from} and {@link #to}.
   */
  private final Tile[] tiles;

  private final int[] from;
  private final int[] to;
  private IORunnable check;
  private long comparisons;

  BucketGroup(Buckets left, Buckets right, int maxDistance, JoinPlan plan, int index) {
    this.left = left;
    this.right = right;
    self = left == right;
    block = plan.blocks().get(index);
    withNext = plan.withNext(index);
    lowBits = lowBits(block);
    int highBits = block.bits() - lowBits;
    highs = HammingBall.differences(highBits, Math.min(highBits, block.threshold()));
    Slices slices = new Slices();
    tiles = new Tile[1 << lowBits];
    Arrays.setAll(tiles, i -> new Tile(maxDistance, plan.next(index), self, slices));
    from = new int[tiles.length];
    to = new int[tiles.length];
  }

  private static int lowBits(Block block) {
    return Math.min(LOW_BITS, block.bits());
  }

  /** Returns the heap size of a group for a block, in bytes. */
  static long bytes(Block block) {
    return (Tile.BYTES << lowBits(block)) + Slices.BYTES;
  }

  /**
   * Compares rows with all columns whose keys are near. A call does not depend on earlier calls.
   *
   * @param hits the receiver of the pairs within the distance; the row does not always come before
   *     the column
   * @param check the check that is called from time to time
   * @return the number of comparisons
   */
  long join(int firstRow, int lastRow, Tile.Hits hits, IORunnable check) throws IOException {
    this.check = check;
    comparisons = 0;
    for (Tile tile : tiles) {
      tile.begin(hits);
    }
    for (int row = firstRow, end; row < lastRow; row = end) {
      int group = block.key(left.values[row]) >>> lowBits;
      end = Math.min(lastRow, left.starts[(group + 1) << lowBits]);
      for (int low = 0; low < tiles.length; low++) {
        from[low] = Math.max(row, left.starts[group << lowBits | low]);
        to[low] = Math.min(end, left.starts[(group << lowBits | low) + 1]);
      }
      for (int distance = 0; distance <= block.threshold(); distance++) {
        join(group, distance);
      }
    }
    return comparisons;
  }

  /** Compares the rows with all columns whose keys differ in a given number of bits. */
  private void join(int group, int distance) throws IOException {
    for (int high : highs) {
      int rest = distance - Integer.bitCount(high);
      if (rest < 0) {
        break;
      }
      if (rest <= lowBits && (!self || (group ^ high) >= group)) {
        int first = HammingBall.size(lowBits, rest - 1);
        int last = HammingBall.size(lowBits, rest);
        int other = (group ^ high) << lowBits;
        for (int low = 0; low < tiles.length; low++) {
          if (from[low] < to[low]) {
            gather(low, other, first, last, distance, self && high == 0);
          }
        }
      }
    }
    for (int low = 0; low < tiles.length; low++) {
      compare(low, distance);
    }
  }

  /** Adds the columns of keys that differ in a given number of lowest bits to a bucket's tile. */
  private void gather(int low, int group, int first, int last, int distance, boolean isOwn)
      throws IOException {
    for (int i = first; i < last; i++) {
      int key = HammingBall.value(lowBits, low, i);
      int column = right.starts[group | key];
      int end = right.starts[(group | key) + 1];
      if (isOwn && key == low) {
        column = from[low] + 1;
        comparisons += (to[low] - from[low]) * (2L * end - from[low] - to[low] - 1) / 2;
      } else if (isOwn && key < low) {
        continue;
      } else {
        comparisons += (long) (to[low] - from[low]) * (end - column);
      }
      Tile tile = tiles[low];
      while (column < end) {
        if (tile.isFull()) {
          compare(low, distance);
        }
        column = tile.add(right.values, column, end);
      }
    }
  }

  private void compare(int low, int distance) throws IOException {
    Tile tile = tiles[low];
    if (tile.size() > 0) {
      int end = self ? Math.min(to[low], tile.lastIndex()) : to[low];
      tile.compare(left.values, from[low], end, withNext - distance);
      tile.clear();
      check.run();
    }
  }
}
