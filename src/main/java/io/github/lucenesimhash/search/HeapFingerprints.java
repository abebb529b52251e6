package io.github.lucenesimhash.search;

import org.apache.lucene.util.FixedBitSet;

/** Iterates over fingerprints on the heap. */
final class HeapFingerprints extends FingerprintValues {

  private final long[] fingerprints;
  private final int size;
  private final byte[] sizes; // one a document, or null where all have the same size
  private final FixedBitSet known;
  private int doc = -1;

  /**
   * Begins before the first document.
   *
   * @param fingerprints the words of each, document after document
   * @param words of the widest
   * @param sizes words of each document's; null if all are the widest
   * @param known documents that have one
   */
  HeapFingerprints(long[] fingerprints, int words, byte[] sizes, FixedBitSet known) {
    super(null); // it is the iterator
    this.fingerprints = fingerprints;
    size = words;
    this.sizes = sizes;
    this.known = known;
  }

  @Override
  public int words() {
    return sizes == null ? size : sizes[doc];
  }

  @Override
  public long word(int i) {
    return fingerprints[doc * size + i];
  }

  @Override
  public boolean advanceExact(int target) {
    doc = target;
    return known.get(target);
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int docIDRunEnd() {
    return doc + 1;
  }

  @Override
  public int nextDoc() {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) {
    doc = target < known.length() ? known.nextSetBit(target) : NO_MORE_DOCS;
    return doc;
  }

  @Override
  public long cost() {
    return known.length();
  }
}
