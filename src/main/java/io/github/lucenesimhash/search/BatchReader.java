package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.ByteVectorValues;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.LeafMetaData;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.TermVectors;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.KnnCollector;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.Version;

/** A batch as IndexWriter reads another index's segment. */
final class BatchReader extends LeafReader {

  private final BatchFields fields;
  private final long[] fingerprints;
  private final int size;
  private final BatchPostings blocks;
  private final BytesRefHash ids;
  private final BatchPostings idPostings;

  /**
   * @param ids in the order of the documents, or null
   */
  BatchReader(
      BatchFields fields,
      long[] fingerprints,
      int size,
      BatchPostings blocks,
      BytesRefHash ids,
      BatchPostings idPostings) {
    this.fields = fields;
    this.fingerprints = fingerprints;
    this.size = size;
    this.blocks = blocks;
    this.ids = ids;
    this.idPostings = idPostings;
  }

  @Override
  public Terms terms(String field) {
    if (field.equals(fields.near().name)) {
      return new BatchTerms(blocks);
    }
    return fields.id() != null && field.equals(fields.id().name)
        ? new BatchTerms(idPostings)
        : null;
  }

  @Override
  public NumericDocValues getNumericDocValues(String field) {
    return field.equals(fields.near().name) ? new Fingerprints() : null;
  }

  private final class Fingerprints extends NumericDocValues {

    private int doc = -1;

    @Override
    public long longValue() {
      return fingerprints[doc];
    }

    @Override
    public boolean advanceExact(int target) {
      doc = target;
      return true;
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
      doc = target < size ? target : NO_MORE_DOCS;
      return doc;
    }

    @Override
    public long cost() {
      return size;
    }
  }

  @Override
  public StoredFields storedFields() {
    BytesRef id = new BytesRef();
    return new StoredFields() {
      @Override
      public void document(int doc, StoredFieldVisitor visitor) throws IOException {
        if (ids != null && visitor.needsField(fields.id()) == StoredFieldVisitor.Status.YES) {
          visitor.stringField(fields.id(), ids.get(doc, id).utf8ToString());
        }
      }
    };
  }

  @Override
  public FieldInfos getFieldInfos() {
    return fields.infos();
  }

  @Override
  public int numDocs() {
    return size;
  }

  @Override
  public int maxDoc() {
    return size;
  }

  @Override
  public LeafMetaData getMetaData() {
    return new LeafMetaData(Version.LATEST.major, Version.LATEST, null, false);
  }

  @Override
  public void checkIntegrity() {}

  @Override
  protected void doClose() {}

  @Override
  public Bits getLiveDocs() {
    return null;
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return null;
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return null;
  }

  @Override
  public TermVectors termVectors() {
    return TermVectors.EMPTY;
  }

  @Override
  public BinaryDocValues getBinaryDocValues(String field) {
    return null;
  }

  @Override
  public SortedDocValues getSortedDocValues(String field) {
    return null;
  }

  @Override
  public SortedNumericDocValues getSortedNumericDocValues(String field) {
    return null;
  }

  @Override
  public SortedSetDocValues getSortedSetDocValues(String field) {
    return null;
  }

  @Override
  public NumericDocValues getNormValues(String field) {
    return null;
  }

  @Override
  public DocValuesSkipper getDocValuesSkipper(String field) {
    return null;
  }

  @Override
  public FloatVectorValues getFloatVectorValues(String field) {
    return null;
  }

  @Override
  public ByteVectorValues getByteVectorValues(String field) {
    return null;
  }

  @Override
  public void searchNearestVectors(
      String field, float[] target, KnnCollector knnCollector, AcceptDocs acceptDocs) {}

  @Override
  public void searchNearestVectors(
      String field, byte[] target, KnnCollector knnCollector, AcceptDocs acceptDocs) {}

  @Override
  public PointValues getPointValues(String field) {
    return null;
  }
}
