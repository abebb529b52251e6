package io.github.lucenesimhash.search;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** The hits of each member of a group in one segment; filled in any order, then sorted. */
final class GroupHits {

  private static final int DISTANCE_BITS = 7;
  private static final int HIT_BITS = DISTANCE_BITS + Integer.SIZE - 1;

  /** Member, document, distance. */
  private long[] hits = new long[64];

  private int size;

  /**
   * @param member less than 2^25
   */
  void add(int member, int doc, int distance) {
    hits = ArrayUtil.grow(hits, size + 1);
    hits[size++] = (long) member << HIT_BITS | (long) doc << DISTANCE_BITS | distance;
  }

  GroupHits sort() {
    hits = ArrayUtil.copyOfSubArray(hits, 0, size);
    Arrays.sort(hits);
    return this;
  }

  /** In document order. */
  Hits of(int member) {
    int found = Arrays.binarySearch(hits, (long) member << HIT_BITS);
    Hits own = new Hits();
    for (int i = found < 0 ? -1 - found : found; i < size && hits[i] >>> HIT_BITS == member; i++) {
      int doc = (int) (hits[i] >>> DISTANCE_BITS) & Integer.MAX_VALUE;
      own.add(doc, (int) hits[i] & (1 << DISTANCE_BITS) - 1);
    }
    return own;
  }
}
