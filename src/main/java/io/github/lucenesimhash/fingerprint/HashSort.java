package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/** Sorts 64-bit hashes ascending: faster than a sort of any numbers, because hashes are uniform. */
public final class HashSort {

  /*
   * The leading bits tell a hash's place but for about 4 others: one pass counts, one places, and insertion puts
   * the few of each bucket in order. Copies of one hash cost insertion nothing. A bucket that is crowded all the
   * same, by hashes that are not uniform, is left to Arrays.sort, so the cost is O(n) for good hashes and
   * O(n log n) for any.
   */
  private static final int PER_BUCKET = 4;

  private static final int CROWDED = 48;

  private HashSort() {}

  /**
   * Sorts the first {@code count} hashes.
   *
   * @param count 0 to {@code hashes.length}
   */
  public static void sort(long[] hashes, int count) {
    if (count < CROWDED) {
      Arrays.sort(hashes, 0, count);
      return;
    }
    int bits = Math.min(16, Integer.SIZE - Integer.numberOfLeadingZeros(count / PER_BUCKET));
    int[] ends = new int[1 << bits];
    for (int i = 0; i < count; i++) {
      ends[bucket(hashes[i], bits)]++;
    }
    for (int bucket = 0, start = 0; bucket < ends.length; bucket++) {
      start += ends[bucket];
      ends[bucket] = start - ends[bucket];
    }
    long[] placed = new long[count];
    for (int i = 0; i < count; i++) {
      placed[ends[bucket(hashes[i], bits)]++] = hashes[i];
    }
    int start = 0;
    for (int end : ends) {
      if (end - start > CROWDED) {
        Arrays.sort(placed, start, end);
      } else {
        insert(placed, start, end);
      }
      start = end;
    }
    System.arraycopy(placed, 0, hashes, 0, count);
  }

  /** The leading bits, in the order of signed numbers. */
  private static int bucket(long hash, int bits) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> (Long.SIZE - bits));
  }

  private static void insert(long[] hashes, int start, int end) {
    for (int i = start + 1; i < end; i++) {
      long hash = hashes[i];
      int place = i;
      for (; place > start && hashes[place - 1] > hash; place--) {
        hashes[place] = hashes[place - 1];
      }
      hashes[place] = hash;
    }
  }
}
