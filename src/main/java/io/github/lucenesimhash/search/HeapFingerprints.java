package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * Fingerprints on the heap, an iterator over them, and the doc values of them.
 *
 * @lucene.internal
 */
public final class HeapFingerprints extends FingerprintValues {

  private final long[] fingerprints;
  private final int size;
  private final byte[] sizes; // of each document, or null where all have the same size
  private final FixedBitSet known;
  private final int maxDoc;
  private int doc = -1;

  /**
   * An iterator before its first document.
   *
   * @param fingerprints the words of each, document after document
   * @param words of each
   * @param known documents that have one; null for all
   * @param maxDoc documents in the segment
   */
  public HeapFingerprints(long[] fingerprints, int words, FixedBitSet known, int maxDoc) {
    this(fingerprints, words, null, known, maxDoc);
  }

  /**
   * An iterator over fingerprints of several widths.
   *
   * @param words of the widest
   * @param sizes words of each document's; null if all are the widest
   */
  HeapFingerprints(long[] fingerprints, int words, byte[] sizes, FixedBitSet known, int maxDoc) {
    super(null); // it is the iterator
    this.fingerprints = fingerprints;
    size = words;
    this.sizes = sizes;
    this.known = known;
    this.maxDoc = maxDoc;
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
    return known == null || known.get(target);
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int docIDRunEnd() {
    return known == null ? maxDoc : doc + 1;
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

  /** {@return the doc values of fingerprints of one word} */
  public NumericDocValues numeric() {
    return new NumericDocValues() {
      @Override
      public long longValue() {
        return word(0);
      }

      @Override
      public boolean advanceExact(int target) {
        return HeapFingerprints.this.advanceExact(target);
      }

      @Override
      public int docID() {
        return doc;
      }

      @Override
      public int nextDoc() {
        return HeapFingerprints.this.nextDoc();
      }

      @Override
      public int advance(int target) {
        return HeapFingerprints.this.advance(target);
      }

      @Override
      public long cost() {
        return maxDoc;
      }
    };
  }

  /** {@return the doc values of fingerprints of several words} */
  public BinaryDocValues binary() {
    return new BinaryDocValues() {
      @Override
      public BytesRef binaryValue() throws IOException {
        return new BytesRef(fingerprint().toBytes());
      }

      @Override
      public boolean advanceExact(int target) {
        return HeapFingerprints.this.advanceExact(target);
      }

      @Override
      public int docID() {
        return doc;
      }

      @Override
      public int nextDoc() {
        return HeapFingerprints.this.nextDoc();
      }

      @Override
      public int advance(int target) {
        return HeapFingerprints.this.advance(target);
      }

      @Override
      public long cost() {
        return maxDoc;
      }
    };
  }
}
