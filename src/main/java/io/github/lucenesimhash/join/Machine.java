package io.github.lucenesimhash.join;

import java.util.SplittableRandom;

/**
 * How fast this machine compares fingerprints: measured by the first join that is large enough to
 * ask. It decides how joins are done and what they are said to take, and not what they find.
 */
final class Machine {

  /** Slower comparisons are those of a machine without a vector popcount. */
  private static final double POPCOUNT_NANOS = 0.2;

  /** What a comparison by slices takes of one in all bits there. */
  private static final double SLICES_SHARE = 0.4;

  private static final int COLUMNS = 2048;
  private static final int RUNS = 2000;

  /** The least of many short runs, in which the JIT compiles the loop and others may disturb. */
  private static final double COMPARISON_NANOS = measure();

  private Machine() {}

  private static double measure() {
    long[] columns = new SplittableRandom(1).longs(COLUMNS).toArray();
    long least = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      long row = columns[run % COLUMNS];
      long start = System.nanoTime();
      int nearest = Tile.nearest(columns, 0, COLUMNS, ~row, row << 1, row << 2, row << 3);
      long nanos = System.nanoTime() - start;
      least = nearest <= Long.SIZE ? Math.min(least, nanos) : least; // so that the JIT keeps it
    }
    return Math.max(1, least) / (4.0 * COLUMNS);
  }

  /** Whether a tile compares many rows by slices. */
  static boolean slices() {
    return COMPARISON_NANOS > POPCOUNT_NANOS;
  }

  /** Of a comparison, by slices if there are so many rows that it pays for them. */
  static double comparisonNanos(double rows) {
    return COMPARISON_NANOS * (slices() && rows >= Tile.MIN_ROWS ? SLICES_SHARE : 1);
  }
}
