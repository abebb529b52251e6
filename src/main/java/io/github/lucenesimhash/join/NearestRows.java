package io.github.lucenesimhash.join;

/**
 * The smallest distance between four fingerprints and a range of others.
 *
 * <pre>
 * Kernel   a loop over the columns that only takes minimums is vectorised by the JIT; four rows at a time save loads.
 * Copies   two methods of one body: the JIT unrolls a loop by the trip counts that it saw, and does not vectorise
 *          one that mostly was short. Short ranges have a method of their own, so that they cannot spoil the other.
 * </pre>
 */
final class NearestRows {

  /** Columns from which on a range is long. */
  private static final int LONG = 32;

  private NearestRows() {}

  /**
   * The smallest distance between the fingerprints values[row] to values[last], at most four, and
   * columns[from] to columns[to - 1]; 64 if there are none.
   */
  static int distance(long[] values, int row, int last, long[] columns, int from, int to) {
    long a = values[row];
    long b = values[Math.min(row + 1, last)];
    long c = values[Math.min(row + 2, last)];
    long d = values[last];
    return to - from >= LONG
        ? ofLong(columns, from, to, a, b, c, d)
        : ofShort(columns, from, to, a, b, c, d);
  }

  private static int ofLong(long[] columns, int from, int to, long a, long b, long c, long d) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      long column = columns[i];
      int ab = Math.min(Long.bitCount(column ^ a), Long.bitCount(column ^ b));
      int cd = Math.min(Long.bitCount(column ^ c), Long.bitCount(column ^ d));
      nearest = Math.min(nearest, Math.min(ab, cd));
    }
    return nearest;
  }

  private static int ofShort(long[] columns, int from, int to, long a, long b, long c, long d) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      long column = columns[i];
      int ab = Math.min(Long.bitCount(column ^ a), Long.bitCount(column ^ b));
      int cd = Math.min(Long.bitCount(column ^ c), Long.bitCount(column ^ d));
      nearest = Math.min(nearest, Math.min(ab, cd));
    }
    return nearest;
  }
}
