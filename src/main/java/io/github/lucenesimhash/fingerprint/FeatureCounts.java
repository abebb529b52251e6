package io.github.lucenesimhash.fingerprint;

import java.nio.ByteBuffer;

/**
 * Counts the features of a text in equal parts of the range of hashes. From their counts, most
 * pairs of unlike texts can be told apart without comparing features.
 *
 * <pre>
 * Bytes   4 bytes, big-endian, for the minimum number of distinct features; 8 bytes for the key; one byte for the count
 *         of each part, where 255 means 255 or more.
 * Bound   In each part, two sets share at most the smaller of their counts. Counting a repeated feature again only
 *         raises the sum of these counts. If the sum is less than the number of features that two sets of the minimum
 *         sizes must share to reach a resemblance, the texts do not reach it.
 * Parts   A power of two, at least 8, with 6 to 12 features a part. For unlike texts of n features the sum is then
 *         .77 n to .84 n, and a resemblance of .8 needs .89 n. If two texts differ in the number of parts, adjacent
 *         parts of one are added up.
 * Bitmap  The minimum number of distinct features is the number of set bits in a bitmap of 32 to 64 bits a feature.
 * Cost    One step for each feature.
 * </pre>
 *
 * @lucene.internal
 */
public final class FeatureCounts {

  private static final int KEY = Integer.BYTES; // offset of the key
  private static final int PARTS = KEY + Long.BYTES; // offset of the counts
  private static final int MAX = 0xFF;
  private static final int FEATURES_A_PART = 12;
  private static final int MIN_PARTS = 8;
  private static final int MAX_PARTS = 1 << 12;

  private FeatureCounts() {}

  /**
   * {@return the counts of a text}
   *
   * @param hashes the hashes of the features, each as often as it occurs in the text
   * @param size the number of hashes in the array
   */
  public static byte[] of(long[] hashes, int size) {
    int parts = MIN_PARTS;
    while (parts * FEATURES_A_PART < size && parts < MAX_PARTS) {
      parts *= 2;
    }
    int shift = Long.SIZE - Integer.numberOfTrailingZeros(parts);
    byte[] counts = new byte[PARTS + parts];
    long[] bitmap = new long[Math.max(1, Integer.highestOneBit(size))];
    for (int i = 0; i < size; i++) {
      long hash = hashes[i];
      int part = PARTS + (int) (hash >>> shift);
      counts[part] += (byte) (counts[part] == (byte) MAX ? 0 : 1);
      bitmap[(int) (hash >>> Byte.SIZE) & (bitmap.length - 1)] |= 1L << hash;
    }
    int distinct = 0;
    for (long bits : bitmap) {
      distinct += Long.bitCount(bits);
    }
    ByteBuffer.wrap(counts).putInt(0, distinct);
    return counts;
  }

  /**
   * {@return false only if the resemblance of two texts and the share of the first that the second
   * contains are both below their minimums}
   *
   * @param dropped the counts of the first text
   * @param kept the counts of the second text, under the same scheme
   * @param minJaccard the minimum resemblance, 0 to 1
   * @param minContained the minimum share, above 0, up to 1, or 0 if only the resemblance counts
   */
  public static boolean mayDrop(
      byte[] dropped, byte[] kept, double minJaccard, double minContained) {
    int needed = Jaccard.minShared(distinct(dropped), distinct(kept), minJaccard);
    if (minContained > 0) {
      needed = Math.min(needed, Jaccard.minContained(distinct(dropped), minContained));
    }
    return dropped.length <= kept.length
        ? mostShared(dropped, kept) >= needed
        : mostShared(kept, dropped) >= needed;
  }

  /**
   * Returns the maximum number of features that two texts may share. The counts of the first text
   * must not have more parts than the counts of the second.
   */
  private static long mostShared(byte[] a, byte[] b) {
    int together = (b.length - PARTS) / (a.length - PARTS);
    int next = PARTS;
    long shared = 0;
    for (int i = PARTS; i < a.length; i++) {
      long its = 0;
      for (int end = next + together; next < end; next++) {
        its += count(b, next);
      }
      shared += Math.min(count(a, i), its);
    }
    return shared;
  }

  /** Returns a count, or MAX_VALUE if the count is saturated. */
  private static int count(byte[] counts, int i) {
    int count = counts[i] & MAX;
    return count == MAX ? Integer.MAX_VALUE : count;
  }

  /**
   * Writes a key into the counts of a text.
   *
   * @param counts the counts of the text
   * @param key the key, which is 0 by default
   */
  public static void setKey(byte[] counts, long key) {
    ByteBuffer.wrap(counts).putLong(KEY, key);
  }

  /**
   * Returns the key that {@link #setKey} wrote into the counts.
   *
   * @param counts the counts of a text
   * @return the key, or 0 if no key was set
   */
  public static long key(byte[] counts) {
    return ByteBuffer.wrap(counts).getLong(KEY);
  }

  private static int distinct(byte[] counts) {
    return ByteBuffer.wrap(counts).getInt(0);
  }
}
