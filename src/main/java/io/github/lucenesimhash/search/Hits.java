package io.github.lucenesimhash.search;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.LongsRef;

/** Documents of a segment with their distances; filled in any order, read in document order. */
final class Hits extends HitIterator {

  private static final int DISTANCE_BITS = 7;

  private long[] hits = LongsRef.EMPTY_LONGS;
  private int size;
  private int next;
  private int doc = -1;

  void add(int doc, int distance) {
    if (size == hits.length) {
      hits = ArrayUtil.grow(hits);
    }
    hits[size++] = (long) doc << DISTANCE_BITS | distance;
  }

  int size() {
    return size;
  }

  Hits sort() {
    Arrays.sort(hits, 0, size);
    return this;
  }

  @Override
  int distance() {
    return (int) hits[next - 1] & (1 << DISTANCE_BITS) - 1;
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() {
    doc = next < size ? (int) (hits[next++] >>> DISTANCE_BITS) : NO_MORE_DOCS;
    return doc;
  }

  @Override
  public int advance(int target) {
    int found = Arrays.binarySearch(hits, next, size, (long) target << DISTANCE_BITS);
    next = found < 0 ? -1 - found : found;
    return nextDoc();
  }

  @Override
  public long cost() {
    return size;
  }
}
