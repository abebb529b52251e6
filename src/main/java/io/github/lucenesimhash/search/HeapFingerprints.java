package io.github.lucenesimhash.search;

import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.FixedBitSet;

/**
 * Fingerprints on the heap as doc values.
 *
 * @lucene.internal
 */
public final class HeapFingerprints extends NumericDocValues {

  private final long[] fingerprints;
  private final FixedBitSet known;
  private final int maxDoc;
  private int doc = -1;

  /**
   * An iterator before its first document.
   *
   * @param fingerprints by document
   * @param known documents that have one; null for all
   * @param maxDoc documents in the segment
   */
  public HeapFingerprints(long[] fingerprints, FixedBitSet known, int maxDoc) {
    this.fingerprints = fingerprints;
    this.known = known;
    this.maxDoc = maxDoc;
  }

  @Override
  public long longValue() {
    return fingerprints[doc];
  }

  @Override
  public boolean advanceExact(int target) {
    doc = target;
    return known == null || known.get(target);
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) {
    if (target >= maxDoc) {
      doc = NO_MORE_DOCS;
    } else {
      doc = known == null ? target : known.nextSetBit(target);
    }
    return doc;
  }

  @Override
  public long cost() {
    return maxDoc;
  }
}
