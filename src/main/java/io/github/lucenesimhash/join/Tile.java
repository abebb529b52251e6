package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.JoinPlan.Block;
import java.io.IOException;

/**
 * Columns that rows are compared with, gathered from many buckets.
 *
 * <pre>
 * Whole    columns are compared with four rows at a time. A loop that only takes minimums is vectorised by the JIT; what
 *          has a hit is read again. Short ranges have a loop of their own, which ends at the first hit: the JIT
 *          vectorises none that mostly was short.
 * Sliced   are the next block's bits of the columns, and those looked at that differ from a row in no more of them than
 *          the limit: where many rows pay for the slices, few columns are left, and the machine has no vector popcount.
 * </pre>
 */
final class Tile {

  /** Takes a pair within the distance. */
  interface Hits {
    void accept(int row, int column) throws IOException;
  }

  private static final int COLUMNS = Slices.COLUMNS;

  /** Of heap. */
  static final long BYTES = COLUMNS * (Long.BYTES + Integer.BYTES) + Slices.BYTES;

  /** Fewer do not pay for the slices. */
  static final int MIN_ROWS = 12;

  private static final int MIN_COLUMNS = 512;

  /** Of so many columns one may be looked at. */
  private static final int LOOKED = 16;

  /** Columns that are read again for a hit. */
  private static final int RANGE = 256;

  /** Columns from which on a range is long. */
  private static final int LONG = 32;

  private final int maxDistance;
  private final Block next;
  private final boolean self;
  private Hits hits;
  private final long[] values = new long[COLUMNS];
  private final int[] indexes = new int[COLUMNS];
  private final Slices slices = new Slices();
  private int size;
  private int limit;
  private long sliced; // comparisons
  private long looked; // columns looked at after them

  /**
   * @param next the block whose bits are sliced
   * @param self whether a row is compared with columns of larger indexes only
   */
  Tile(int maxDistance, Block next, boolean self) {
    this.maxDistance = maxDistance;
    this.next = next;
    this.self = self;
  }

  /** Begins anew: what is found depends on nothing before. */
  void begin(Hits taker) {
    hits = taker;
    sliced = 0;
    looked = 0;
    clear();
  }

  int size() {
    return size;
  }

  /** The last column's. */
  int lastIndex() {
    return indexes[size - 1];
  }

  /**
   * Adds the columns from an index on for which there is room.
   *
   * @param limit of the bits that they may differ in in the next block
   * @return the index behind them
   */
  int add(long[] columns, int from, int to, int limit) {
    this.limit = limit;
    int count = Math.min(to - from, COLUMNS - size);
    System.arraycopy(columns, from, values, size, count);
    for (int i = 0; i < count; i++) {
      indexes[size + i] = from + i;
    }
    size += count;
    return from + count;
  }

  /** Whether no more columns of this limit are to be added. */
  boolean isFull(int limit) {
    return size == COLUMNS || (size > 0 && limit != this.limit);
  }

  void clear() {
    size = 0;
  }

  /** Compares rows with all columns. */
  void compare(long[] rows, int from, int to) throws IOException {
    boolean isLarge = to - from >= MIN_ROWS && size >= MIN_COLUMNS;
    boolean leavesOut = next.bits() > 0 && limit < Slices.BITS && LOOKED * looked <= sliced;
    if (isLarge && leavesOut && Machine.slices()) {
      compareSliced(rows, from, to);
    } else {
      compareWhole(rows, from, to);
    }
  }

  void compareWhole(long[] rows, int from, int to) throws IOException {
    for (int column = 0; column < size; column += RANGE) {
      int end = Math.min(size, column + RANGE);
      for (int row = from; row < to; row += 4) {
        int last = Math.min(to, row + 4) - 1;
        int behind = self ? Math.max(column, last + 1 - indexes[0]) : column;
        long b = rows[Math.min(row + 1, last)];
        long c = rows[Math.min(row + 2, last)];
        boolean isAnyNear = isAnyNear(behind, end, rows[row], b, c, rows[last]);
        for (int each = row; each <= last; each++) {
          int first = self ? Math.max(column, each + 1 - indexes[0]) : column;
          collect(first, isAnyNear ? end : Math.min(behind, end), rows[each], each);
        }
      }
    }
  }

  void compareSliced(long[] rows, int from, int to) throws IOException {
    slices.turn(values, size, next);
    for (int row = from; row < to; row++) {
      look(rows[row], row);
    }
  }

  private void look(long value, int row) throws IOException {
    int count = slices.near(next.key(value), limit);
    sliced += size;
    looked += count;
    for (int i = 0; i < count; i++) {
      int column = slices.found[i];
      if (Long.bitCount(values[column] ^ value) <= maxDistance) {
        hits.accept(row, indexes[column]);
      }
    }
  }

  private boolean isAnyNear(int from, int to, long a, long b, long c, long d) {
    return to - from >= LONG
        ? nearest(values, from, to, a, b, c, d) <= maxDistance
        : isAnyNear(values, from, to, a, b, c, d, maxDistance);
  }

  static int nearest(long[] columns, int from, int to, long a, long b, long c, long d) {
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

  private void collect(int from, int to, long value, int row) throws IOException {
    for (int column = from; column < to; column++) {
      if (Long.bitCount(values[column] ^ value) <= maxDistance) {
        hits.accept(row, indexes[column]);
      }
    }
  }
}
