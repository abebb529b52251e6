package io.github.lucenesimhash.fingerprint;

import java.nio.ByteBuffer;

/**
 * Counts the features of a text in equal parts of the range of hashes. The counts of two texts
 * show, for most texts, that they do not resemble each other.
 *
 * <pre>
 * Bytes   the distinct features at least, 4 bytes, big-endian; 8 bytes for what else is known of the text; a count for
 *         each part, 255 for that and more.
 * Bound   Two sets share at most the smaller of their counts in each part, so at most the sum of those; counts of a
 *         multiset are no smaller than its set's. If the sum is less than the resemblance needs of sets that have no
 *         more distinct features than the two, the sets do not reach it.
 * Parts   a power of two from 8 on, one for 6 to 12 features: in n features of unlike texts the sum is then .16 n to .23 n below
 *         n, and .8 needs .89 n. Of two texts that have not as many parts those of one are put together.
 * Bitmap  of 32 to 64 bits a feature: as many are distinct, at least, as bits are set.
 * Cost    a step a feature.
 * </pre>
 *
 * @lucene.internal
 */
public final class FeatureCounts {

  private static final int KEY = Integer.BYTES; // where it begins
  private static final int PARTS = KEY + Long.BYTES; // where they begin
  private static final int MAX = 0xFF;
  private static final int FEATURES_A_PART = 12;
  private static final int MIN_PARTS = 8;
  private static final int MAX_PARTS = 1 << 12;

  private FeatureCounts() {}

  /**
   * {@return the counts of a text}
   *
   * @param hashes of its features
   * @param size how many of the array, each as often as the text has it
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
   * {@return false only if two texts resemble each other less, and the second contains less of the
   * first}
   *
   * @param goes counts of one
   * @param stays of the other, of features by the same rule
   * @param minJaccard 0 to 1
   * @param minContained 0 to 1; 0 if only the resemblance counts
   */
  public static boolean mayGo(byte[] goes, byte[] stays, double minJaccard, double minContained) {
    int needed = Jaccard.minShared(distinct(goes), distinct(stays), minJaccard);
    if (minContained > 0) {
      needed = Math.min(needed, Jaccard.minContained(distinct(goes), minContained));
    }
    return goes.length <= stays.length
        ? mostShared(goes, stays) >= needed
        : mostShared(stays, goes) >= needed;
  }

  /** Compares two texts, the first of which has no more parts than the second. */
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

  /** Returns a count, or the largest number if the count is saturated. */
  private static int count(byte[] counts, int i) {
    int count = counts[i] & MAX;
    return count == MAX ? Integer.MAX_VALUE : count;
  }

  /**
   * Writes a key beside the counts of a text.
   *
   * @param counts of the text
   * @param key 0 at first
   */
  public static void setKey(byte[] counts, long key) {
    ByteBuffer.wrap(counts).putLong(KEY, key);
  }

  /**
   * Reads the key that {@link #setKey} wrote beside the counts.
   *
   * @param counts of a text
   * @return the key, 0 if none was set
   */
  public static long key(byte[] counts) {
    return ByteBuffer.wrap(counts).getLong(KEY);
  }

  private static int distinct(byte[] counts) {
    return ByteBuffer.wrap(counts).getInt(0);
  }
}
