package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Popcount;
import io.github.lucenesimhash.join.JoinPlan.Block;
import java.io.IOException;
import java.util.Arrays;

/**
 * Gathers columns from many buckets and compares rows with them.
 *
 * <pre>
 * Whole    Columns are compared with four rows at a time, in a loop that only takes minimums, so the JIT vectorizes it. A
 *          range with a hit is read again. Short ranges have another loop, which ends at the first hit, because the JIT
 *          does not vectorize a loop that is mostly short. In a self-join, the rows of a bucket are also its columns: four
 *          rows are first compared with each other, one by one if any two are near.
 * Sliced   Slices find the columns that are within the limit in the bits of the next block, and only these are compared.
 *          This is done if many rows pay for the slices, few columns are left, and there is no vector popcount.
 * </pre>
 */
final class Tile {

  /** Receives the pairs within the distance, each with its differing bits. */
  interface Hits {
    void accept(int row, int column, long difference) throws IOException;
  }

  private static final int COLUMNS = Slices.COLUMNS;

  /** The heap size in bytes. */
  static final long BYTES = COLUMNS * (Long.BYTES + 2L * Integer.BYTES);

  /** The minimum number of rows that pay for the slices. */
  private static final int MIN_ROWS = 12;

  private static final int MIN_COLUMNS = 512;

  /** The time of a comparison by slices, as a share of the time of a comparison of all bits. */
  private static final double SLICES_SHARE = 0.4;

  /** The number of columns of which slices may leave at most one, on average, to pay off. */
  private static final int LOOKED = 16;

  /** The number of columns that are compared at a time, and compared again if one is a hit. */
  private static final int RANGE = 256;

  /** The maximum length of a range that is not divided into halves if it has a hit. */
  private static final int HALVED = 64;

  /** The minimum length of a long range. */
  private static final int LONG = 32;

  private final int maxDistance;
  private final Block next;
  private final boolean self;
  private Hits hits;
  private final long[] values = new long[COLUMNS];

  /** The start of each run of columns from one bucket in {@link #values}. */
  private final int[] runs = new int[COLUMNS];

  private final int[] firsts = new int[COLUMNS];
  private final Slices slices;
  private int runCount;
  private int size;
  private long sliced; // the number of comparisons by slices
  private long looked; // the number of columns that were looked at after slices

  /**
   * @param next the block whose bits are sliced
   * @param self whether a row is compared with columns of larger indexes only; the columns of its
   *     own bucket are then the first run
   * @param slices the slices, which all tiles of a thread share
   */
  Tile(int maxDistance, Block next, boolean self, Slices slices) {
    this.maxDistance = maxDistance;
    this.next = next;
    this.self = self;
    this.slices = slices;
  }

  /** Returns the nanoseconds of a comparison, by slices if this number of rows pays for them. */
  static double comparisonNanos(double rows) {
    return Popcount.nanos() * (!Popcount.isVector() && rows >= MIN_ROWS ? SLICES_SHARE : 1);
  }

  /** Resets the tile, so that its results do not depend on earlier calls. */
  void begin(Hits taker) {
    hits = taker;
    sliced = 0;
    looked = 0;
    clear();
  }

  int size() {
    return size;
  }

  /** Returns the index of the last column. */
  int lastIndex() {
    return firsts[runCount - 1] + size - 1 - runs[runCount - 1];
  }

  private int index(int column) {
    int run = Arrays.binarySearch(runs, 0, runCount, column);
    run = run < 0 ? -2 - run : run;
    return firsts[run] + column - runs[run];
  }

  /**
   * Adds the columns from an index on, as many as fit.
   *
   * @return the index after the added columns
   */
  int add(long[] columns, int from, int to) {
    int count = Math.min(to - from, COLUMNS - size);
    System.arraycopy(columns, from, values, size, count);
    runs[runCount] = size;
    firsts[runCount++] = from;
    size += count;
    return from + count;
  }

  boolean isFull() {
    return size == COLUMNS;
  }

  void clear() {
    size = 0;
    runCount = 0;
  }

  /**
   * Compares rows with all columns.
   *
   * @param limit the maximum number of differing bits in the next block
   */
  void compare(long[] rows, int from, int to, int limit) throws IOException {
    boolean isLarge = to - from >= MIN_ROWS && size >= MIN_COLUMNS;
    boolean leavesOut = next.bits() > 0 && limit < Slices.BITS && LOOKED * looked <= sliced;
    if (isLarge && leavesOut && !Popcount.isVector()) {
      compareSliced(rows, from, to, limit);
    } else {
      compareWhole(rows, from, to);
    }
  }

  void compareWhole(long[] rows, int from, int to) throws IOException {
    for (int column = 0; column < size; column += RANGE) {
      int end = Math.min(size, column + RANGE);
      for (int row = from; row < to; row += 4) {
        int last = Math.min(to, row + 4) - 1;
        int behind = self ? Math.max(column, last + 1 - firsts[0]) : column;
        if (behind > column && isAnyNear(rows, row, last)) {
          for (int each = row; each <= last; each++) {
            collect(
                Math.max(column, each + 1 - firsts[0]), Math.min(behind, end), rows[each], each);
          }
        }
        compareFour(rows, row, last, behind, end);
      }
    }
  }

  /**
   * Compares up to four rows with a range of columns. A long range that has a hit is divided into
   * halves.
   */
  private void compareFour(long[] rows, int row, int last, int from, int to) throws IOException {
    long b = rows[Math.min(row + 1, last)];
    long c = rows[Math.min(row + 2, last)];
    if (isAnyNear(from, to, rows[row], b, c, rows[last])) {
      if (to - from > HALVED) {
        int middle = (from + to) >>> 1;
        compareFour(rows, row, last, from, middle);
        compareFour(rows, row, last, middle, to);
      } else {
        for (int each = row; each <= last; each++) {
          collect(from, to, rows[each], each);
        }
      }
    }
  }

  void compareSliced(long[] rows, int from, int to, int limit) throws IOException {
    slices.turn(values, size, next);
    for (int row = from; row < to; row++) {
      int count = slices.near(next.key(rows[row]), limit);
      sliced += size;
      looked += count;
      for (int i = 0; i < count; i++) {
        look(rows[row], row, slices.found[i]);
      }
    }
  }

  /**
   * Returns whether any two of four rows are near each other; true if fewer than four rows exist.
   */
  private boolean isAnyNear(long[] rows, int row, int last) {
    if (last < row + 3) {
      return true;
    }
    long a = rows[row];
    long b = rows[row + 1];
    long c = rows[row + 2];
    long d = rows[last];
    int ab = Math.min(Long.bitCount(a ^ b), Long.bitCount(c ^ d));
    int ac = Math.min(Long.bitCount(a ^ c), Long.bitCount(b ^ d));
    int ad = Math.min(Long.bitCount(a ^ d), Long.bitCount(b ^ c));
    return Math.min(ab, Math.min(ac, ad)) <= maxDistance;
  }

  private boolean isAnyNear(int from, int to, long a, long b, long c, long d) {
    return to - from >= LONG
        ? Popcount.nearest(values, from, to, a, b, c, d) <= maxDistance
        : isAnyNear(values, from, to, a, b, c, d, maxDistance);
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
      look(value, row, column);
    }
  }

  private void look(long value, int row, int column) throws IOException {
    long difference = values[column] ^ value;
    if (Long.bitCount(difference) <= maxDistance) {
      hits.accept(row, index(column), difference);
    }
  }
}
