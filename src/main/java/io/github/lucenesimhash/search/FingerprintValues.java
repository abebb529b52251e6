package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Iterates over the fingerprints of a segment in document order. For use by one thread. */
public abstract class FingerprintValues extends DocIdSetIterator {

  private final DocIdSetIterator documents;

  /**
   * @param documents an iterator that {@link #advanceExact} positions, too
   */
  FingerprintValues(DocIdSetIterator documents) {
    this.documents = documents;
  }

  /**
   * Returns the fingerprints of a field. The result is empty if the segment does not have the
   * field, or has a field of another kind.
   */
  static FingerprintValues of(LeafReader reader, String field) throws IOException {
    FieldInfo info = IndexedField.info(reader, field);
    DocValuesType type = info == null ? DocValuesType.NONE : info.getDocValuesType();
    return switch (type) {
      case BINARY -> new OfBytes(DocValues.getBinary(reader, field));
      case NUMERIC -> new OfLongs(DocValues.getNumeric(reader, field));
      default -> new OfLongs(DocValues.emptyNumeric());
    };
  }

  /**
   * Returns the fingerprints of a field, or throws an exception if the field holds something else.
   */
  static FingerprintValues checked(LeafReader reader, String field) throws IOException {
    FieldInfo info = IndexedField.info(reader, field);
    if (info != null
        && info.getDocValuesType() != DocValuesType.NUMERIC
        && info.getDocValuesType() != DocValuesType.BINARY) {
      String problem = "field '" + field + "' has doc values of type " + info.getDocValuesType();
      String expected = "NUMERIC or BINARY";
      throw new IllegalStateException(
          problem + ", expected " + expected + ": index fingerprints with SimHashField");
    }
    return of(reader, field);
  }

  static FingerprintValues of(DocValuesProducer values, FieldInfo field) throws IOException {
    return field.getDocValuesType() == DocValuesType.BINARY
        ? new OfBytes(values.getBinary(field))
        : new OfLongs(values.getNumeric(field));
  }

  /** Returns the fingerprints of the given documents of a reader, by document number. */
  static Map<Integer, Fingerprint> of(IndexReader reader, String field, int... docs)
      throws IOException {
    Map<Integer, Fingerprint> fingerprints = new HashMap<>();
    LeafReaderContext leaf = null;
    FingerprintValues values = null;
    for (int doc : IntStream.of(docs).sorted().toArray()) {
      if (doc < 0 || doc >= reader.maxDoc()) {
        throw new IllegalArgumentException(
            "document " + doc + " is not in the reader, expected 0 to " + (reader.maxDoc() - 1));
      }
      if (leaf == null || doc >= leaf.docBase + leaf.reader().maxDoc()) {
        leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        values = of(leaf.reader(), field);
      }
      if (values.advanceExact(doc - leaf.docBase) && values.lanes() > 0) {
        fingerprints.put(doc, values.fingerprint());
      }
    }
    return fingerprints;
  }

  /**
   * Makes a document the current document.
   *
   * @param doc a document number, not before the current one
   * @return true if the document has a fingerprint
   * @throws IOException if the segment cannot be read
   */
  public abstract boolean advanceExact(int doc) throws IOException;

  /**
   * Returns the number of 64-bit lanes of the current fingerprint.
   *
   * @return 1, 2 or 4, or -1 if the value is not a fingerprint
   * @throws IOException if the segment cannot be read
   */
  public abstract int lanes() throws IOException;

  /**
   * {@return one 64-bit lane of the current document's fingerprint}
   *
   * @param i the index of the lane, 0 to lanes() - 1
   * @throws IOException if the segment cannot be read
   */
  public abstract long lane(int i) throws IOException;

  /**
   * {@return the fingerprint of the current document}
   *
   * @throws IllegalStateException if the value is not a fingerprint
   * @throws IOException if the segment cannot be read
   */
  public final Fingerprint fingerprint() throws IOException {
    int size = lanes();
    if (size == 1) {
      return Fingerprint.of(lane(0));
    }
    if (size < 0) {
      throw new IllegalStateException("document " + docID() + " has no fingerprint in its value");
    }
    long[] lanes = new long[size];
    for (int i = 0; i < size; i++) {
      lanes[i] = lane(i);
    }
    return Fingerprint.of(lanes);
  }

  @Override
  public int docID() {
    return documents.docID();
  }

  @Override
  public int nextDoc() throws IOException {
    return documents.nextDoc();
  }

  @Override
  public int advance(int target) throws IOException {
    return documents.advance(target);
  }

  @Override
  public int docIDRunEnd() throws IOException {
    return documents.docIDRunEnd();
  }

  @Override
  public long cost() {
    return documents.cost();
  }

  /** Returns the distance of the current document, or MAX_VALUE if the widths differ. */
  int distance(Fingerprint wanted) throws IOException {
    if (lanes() != wanted.lanes()) {
      return Integer.MAX_VALUE;
    }
    int distance = 0;
    for (int i = 0; i < wanted.lanes(); i++) {
      distance += Fingerprint.distance(lane(i), wanted.lane(i));
    }
    return distance;
  }

  /**
   * Computes the distances of the given documents, which ascend, are distinct and have
   * fingerprints.
   */
  void distances(int size, int[] docs, int[] distances, Fingerprint wanted) throws IOException {
    for (int i = 0; i < size; i++) {
      distances[i] = advanceExact(docs[i]) ? distance(wanted) : Integer.MAX_VALUE;
    }
  }

  private static final class OfLongs extends FingerprintValues {

    private final NumericDocValues values;
    private long[] read = {};

    OfLongs(NumericDocValues values) {
      super(values);
      this.values = values;
    }

    @Override
    public boolean advanceExact(int doc) throws IOException {
      return values.advanceExact(doc);
    }

    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public long lane(int i) throws IOException {
      return values.longValue();
    }

    @Override
    int distance(Fingerprint wanted) throws IOException {
      return wanted.lanes() == 1
          ? Fingerprint.distance(values.longValue(), wanted.lane(0))
          : Integer.MAX_VALUE;
    }

    @Override
    void distances(int size, int[] docs, int[] distances, Fingerprint wanted) throws IOException {
      read = ArrayUtil.growNoCopy(read, size);
      values.longValues(size, docs, read, 0);
      long lane = wanted.lane(0);
      for (int i = 0; i < size; i++) {
        distances[i] = Fingerprint.distance(read[i], lane);
      }
    }
  }

  private static final class OfBytes extends FingerprintValues {

    private final BinaryDocValues values;
    private final long[] lanes = new long[Fingerprint.MAX_LANES];
    private int size;
    private int read = -1; // the document whose lanes are in the buffer

    OfBytes(BinaryDocValues values) {
      super(values);
      this.values = values;
    }

    private void read() throws IOException {
      if (read != values.docID()) {
        BytesRef bytes = values.binaryValue();
        size = bytes.length / Long.BYTES;
        size = bytes.length % Long.BYTES == 0 && Fingerprint.isSize(size) ? size : -1;
        ByteBuffer in = ByteBuffer.wrap(bytes.bytes, bytes.offset, bytes.length);
        for (int i = 0; i < size; i++) {
          lanes[i] = in.getLong();
        }
        read = values.docID();
      }
    }

    @Override
    public boolean advanceExact(int doc) throws IOException {
      return values.advanceExact(doc);
    }

    @Override
    public int lanes() throws IOException {
      read();
      return size;
    }

    @Override
    public long lane(int i) throws IOException {
      read();
      return lanes[i];
    }
  }
}
