package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the runs of words that other texts have in common with one text. Immutable.
 *
 * <pre>
 * Bound    Every word of the other text that is in a run of at least atLeast words is in a run that is returned.
 * Proof    A run of this length begins with a window of atLeast words, which is in the table. Windows are skipped only
 *          inside a run that is returned.
 * Cost     One look-up for each word of the other text, by a rolling hash (Karp, Rabin 1987). Words are compared only if a
 *          window is found. If windows of the text are equal, the table has the first of them.
 * </pre>
 */
final class CopiedRuns {

  private static final long PRIME = (1L << 61) - 1;
  private static final long BASE = 0x1E3779B97F4A7C15L;

  private final long[] text;
  private final int atLeast;
  private final long[] hashes; // hash of the window in each place of the table
  private final int[] starts; // start of the window, counted from 1; 0 if the place is free
  private final long lastPower; // factor of the word that leaves the window

  /**
   * A run of words that both texts have.
   *
   * @param from the index of the first word in the other text
   * @param to the index after the last word in the other text
   * @param textFrom the index of the first word in the text
   * @param textTo the index after the last word in the text
   */
  record Run(int from, int to, int textFrom, int textTo) {}

  CopiedRuns(long[] text, int atLeast) {
    this.text = text;
    this.atLeast = atLeast;
    int windows = Math.max(0, text.length - atLeast + 1);
    int places = Integer.highestOneBit(Math.max(1, windows)) * 4;
    hashes = new long[places];
    starts = new int[places];
    long power = 1;
    for (int i = 1; i < atLeast; i++) {
      power = times(power, BASE);
    }
    lastPower = power;
    long hash = 0;
    for (int i = 0; i < text.length; i++) {
      hash = roll(hash, text, i);
      int start = i - atLeast + 1;
      if (start >= 0) {
        int place = place(hash, text, start);
        if (starts[place] == 0) {
          hashes[place] = hash;
          starts[place] = start + 1;
        }
      }
    }
  }

  /**
   * Returns the hash of the window that ends with the given word, from the hash of the window
   * before.
   */
  private long roll(long hash, long[] words, int last) {
    long left = last < atLeast ? 0 : times(reduced(words[last - atLeast]), lastPower);
    return reduced(times(reduced(hash + PRIME - left), BASE) + reduced(words[last]));
  }

  /** Returns an unsigned number modulo the prime. */
  private static long reduced(long value) {
    long sum = (value & PRIME) + (value >>> 61);
    return sum >= PRIME ? sum - PRIME : sum;
  }

  /** Returns the product of two numbers below the prime, modulo the prime. */
  private static long times(long a, long b) {
    long high = (Math.multiplyHigh(a, b) << 3) | ((a * b) >>> 61);
    return reduced(((a * b) & PRIME) + high);
  }

  /**
   * Returns the place of a window in the table, or the free place for it if the table does not have
   * it.
   */
  private int place(long hash, long[] words, int start) {
    int place = (int) FeatureHash.combine(0, hash) & (starts.length - 1);
    while (starts[place] != 0 && !isAt(place, hash, words, start)) {
      place = (place + 1) & (starts.length - 1);
    }
    return place;
  }

  private boolean isAt(int place, long hash, long[] words, int start) {
    int own = starts[place] - 1;
    return hashes[place] == hash
        && Arrays.equals(text, own, own + atLeast, words, start, start + atLeast);
  }

  /** Returns the runs in the order of the other text. Some may overlap. */
  List<Run> in(long[] other) {
    List<Run> runs = new ArrayList<>();
    long hash = 0;
    int from = 0; // start of the first window that is in no run
    for (int i = 0; i < other.length; i++) {
      hash = roll(hash, other, i);
      int start = i - atLeast + 1;
      if (start >= from) {
        int own = starts[place(hash, other, start)] - 1;
        if (own >= 0) {
          Run run = extended(other, start, own, runs.isEmpty() ? 0 : runs.getLast().from);
          if (!runs.isEmpty() && runs.getLast().from == run.from) {
            runs.removeLast();
          }
          runs.add(run);
          from = run.to - atLeast + 1;
        }
      }
    }
    return runs;
  }

  private Run extended(long[] other, int start, int own, int least) {
    int end = start + atLeast;
    int ownEnd = own + atLeast;
    while (end < other.length && ownEnd < text.length && other[end] == text[ownEnd]) {
      end++;
      ownEnd++;
    }
    int from = start;
    int ownFrom = own;
    while (from > least && ownFrom > 0 && other[from - 1] == text[ownFrom - 1]) {
      from--;
      ownFrom--;
    }
    return new Run(from, end, ownFrom, ownEnd);
  }
}
