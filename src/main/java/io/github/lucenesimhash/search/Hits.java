package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.LongsRef;

/** Collects documents and their distances in any order, and sorts them by document. */
final class Hits {

  private static final int DISTANCE_BITS = 9;

  private long[] hits = LongsRef.EMPTY_LONGS;
  private int size;

  void add(int doc, int distance) {
    hits = ArrayUtil.grow(hits, size + 1);
    hits[size++] = (long) doc << DISTANCE_BITS | distance;
  }

  /** Sorts the hits by document and removes duplicates. */
  void sort() {
    Arrays.sort(hits, 0, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || hits[i] != hits[i - 1]) {
        hits[distinct++] = hits[i];
      }
    }
    size = distinct;
  }

  int size() {
    return size;
  }

  int doc(int i) {
    return (int) (hits[i] >>> DISTANCE_BITS);
  }

  int distance(int i) {
    return (int) hits[i] & (1 << DISTANCE_BITS) - 1;
  }

  /** Returns the index of the first hit at or after a document, or {@link #size} if none exists. */
  int indexOf(int doc) {
    int found = Arrays.binarySearch(hits, 0, size, (long) doc << DISTANCE_BITS);
    return found < 0 ? -1 - found : found;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hits that && Arrays.equals(hits, 0, size, that.hits, 0, that.size);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ArrayUtil.copyOfSubArray(hits, 0, size));
  }

  Iterator iterator() {
    return new Later(() -> this, size);
  }

  /** Iterates over the hits in document order, with their distances. */
  abstract static class Iterator extends AbstractDocIdSetIterator {

    /** Returns the distance of the current document in bits. */
    abstract int distance();

    /** Allows the iterator to skip documents beyond this distance from now on. */
    void limit(int maxDistance) {}
  }

  /** Finds the hits only when the first of them is read. */
  static final class Later extends Iterator {

    private final IOSupplier<Hits> source;
    private final long cost;
    private Hits hits;
    private int next;

    Later(IOSupplier<Hits> source, long cost) {
      this.source = source;
      this.cost = cost;
    }

    @Override
    int distance() {
      return hits.distance(next - 1);
    }

    @Override
    public int nextDoc() throws IOException {
      if (hits == null) {
        hits = source.get();
      }
      doc = next < hits.size ? hits.doc(next++) : NO_MORE_DOCS;
      return doc;
    }

    @Override
    public int advance(int target) throws IOException {
      if (hits == null) {
        hits = source.get();
      }
      next = Math.max(next, hits.indexOf(target));
      return nextDoc();
    }

    @Override
    public long cost() {
      return cost;
    }
  }
}
