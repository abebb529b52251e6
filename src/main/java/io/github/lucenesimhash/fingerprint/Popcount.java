package io.github.lucenesimhash.fingerprint;

import java.util.SplittableRandom;

/**
 * One word, or four, compared with many in a loop that only takes minimums, which the JIT
 * vectorizes: for ranges of hundreds. A machine with a vector popcount is several times faster, so
 * joins and batches of searches ask what a comparison takes here. That decides how they are done,
 * not what they find.
 *
 * @lucene.internal
 */
public final class Popcount {

  /**
   * How many words joins compare with at a time, and what is measured: after loops that all were
   * longer the JIT unrolls too much for these.
   */
  public static final int RANGE = 256;

  private static final int WORDS = 2048;
  private static final int RUNS = 2000;
  private static final long MOST_NANOS = 100_000_000; // where the JIT compiles nothing

  /** Measured once, at the first use. */
  private static final class Measured {

    /** The least of many short runs, in which the JIT compiles the loop and others may disturb. */
    static final double NANOS = measure();

    private static double measure() {
      long[] words = new SplittableRandom(1).longs(WORDS).toArray();
      long least = Long.MAX_VALUE;
      long begin = System.nanoTime();
      long start = begin;
      for (int run = 0; run < RUNS && start - begin < MOST_NANOS; run++) {
        long word = words[run % WORDS];
        start = System.nanoTime();
        int nearest = Long.SIZE;
        for (int from = 0; from < WORDS; from += RANGE) {
          int of = nearest(words, from, from + RANGE, ~word, word << 1, word << 2, word << 3);
          nearest = Math.min(nearest, of);
        }
        long nanos = System.nanoTime() - start;
        least = nearest <= Long.SIZE ? Math.min(least, nanos) : least; // so that the JIT keeps it
      }
      return Math.max(1, least) / (4.0 * WORDS);
    }
  }

  private Popcount() {}

  /** {@return what one comparison takes on this machine; the first call measures it} */
  public static double nanos() {
    return Measured.NANOS;
  }

  /**
   * {@return the distance from a word to the nearest of {@code others[from]} to {@code others[to -
   * 1]}; 64 if there are none}
   *
   * @param others many words, in any order
   * @param from inclusive
   * @param to exclusive
   * @param word compared with them
   */
  public static int nearest(long[] others, int from, int to, long word) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(others[i] ^ word));
    }
    return nearest;
  }

  /**
   * {@return the least distance from any of four words}
   *
   * @param others many words, in any order
   * @param from inclusive
   * @param to exclusive
   * @param a compared with them
   * @param b another
   * @param c another
   * @param d another
   */
  public static int nearest(long[] others, int from, int to, long a, long b, long c, long d) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      long other = others[i];
      int ab = Math.min(Long.bitCount(other ^ a), Long.bitCount(other ^ b));
      int cd = Math.min(Long.bitCount(other ^ c), Long.bitCount(other ^ d));
      nearest = Math.min(nearest, Math.min(ab, cd));
    }
    return nearest;
  }
}
