package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.opensearch.common.lucene.index.SequentialStoredFieldsLeafReader;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaTypeRegistry;

/** A reader that hides some documents or a field, like the reader that a security plugin makes. */
final class GuardedDirectory extends FilterDirectoryReader {

  private final Term seen;
  private final String hidden;

  GuardedDirectory(DirectoryReader in, Term seen, String hidden) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            try {
              return new GuardedLeaf(reader, seen, hidden);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    this.seen = seen;
    this.hidden = hidden;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
    return new GuardedDirectory(in, seen, hidden);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  /** A segment that shares its core with the readers of other users. */
  private static final class GuardedLeaf extends SequentialStoredFieldsLeafReader {

    private final String hidden;
    private final FieldInfos fields;
    private final FixedBitSet live; // null if no documents are hidden
    private final int count;

    GuardedLeaf(LeafReader in, Term seen, String hidden) throws IOException {
      super(in);
      this.hidden = hidden;
      fields =
          new FieldInfos(
              StreamSupport.stream(in.getFieldInfos().spliterator(), false)
                  .filter(field -> !field.name.equals(hidden))
                  .toArray(FieldInfo[]::new));
      live = seen == null ? null : new FixedBitSet(in.maxDoc());
      if (seen != null) {
        Bits before = in.getLiveDocs();
        PostingsEnum postings = in.postings(seen, PostingsEnum.NONE);
        for (int doc = postings == null ? DocIdSetIterator.NO_MORE_DOCS : postings.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = postings.nextDoc()) {
          if (before == null || before.get(doc)) {
            live.set(doc);
          }
        }
      }
      count = live == null ? in.numDocs() : live.cardinality();
    }

    @Override
    public Bits getLiveDocs() {
      return live == null ? in.getLiveDocs() : live;
    }

    @Override
    public int numDocs() {
      return count;
    }

    @Override
    public FieldInfos getFieldInfos() {
      return fields;
    }

    private boolean shows(String field) {
      return !field.equals(hidden);
    }

    @Override
    public Terms terms(String field) throws IOException {
      return shows(field) ? in.terms(field) : null;
    }

    @Override
    public NumericDocValues getNumericDocValues(String field) throws IOException {
      return shows(field) ? in.getNumericDocValues(field) : null;
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      return shows(field) ? in.getSortedNumericDocValues(field) : null;
    }

    @Override
    public SortedDocValues getSortedDocValues(String field) throws IOException {
      return shows(field) ? in.getSortedDocValues(field) : null;
    }

    @Override
    public SortedSetDocValues getSortedSetDocValues(String field) throws IOException {
      return shows(field) ? in.getSortedSetDocValues(field) : null;
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String field) throws IOException {
      return shows(field) ? in.getBinaryDocValues(field) : null;
    }

    @Override
    public DocValuesSkipper getDocValuesSkipper(String field) throws IOException {
      return shows(field) ? in.getDocValuesSkipper(field) : null;
    }

    @Override
    public PointValues getPointValues(String field) throws IOException {
      return shows(field) ? in.getPointValues(field) : null;
    }

    @Override
    public StoredFields storedFields() throws IOException {
      StoredFields stored = in.storedFields();
      return new StoredFields() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          stored.document(doc, new SourceFilter(visitor, hidden));
        }
      };
    }

    @Override
    protected StoredFieldsReader doGetSequentialStoredFieldsReader(StoredFieldsReader stored) {
      return new StoredFieldsReader() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          stored.document(doc, new SourceFilter(visitor, hidden));
        }

        @Override
        public StoredFieldsReader clone() {
          return doGetSequentialStoredFieldsReader(stored.clone());
        }

        @Override
        public void checkIntegrity() throws IOException {
          stored.checkIntegrity();
        }

        @Override
        public void close() throws IOException {
          stored.close();
        }
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return live == null ? in.getReaderCacheHelper() : null;
    }
  }

  /** Leaves a field out of sources. */
  private static final class SourceFilter extends StoredFieldVisitor {

    private final StoredFieldVisitor in;
    private final String hidden;

    SourceFilter(StoredFieldVisitor in, String hidden) {
      this.in = in;
      this.hidden = hidden;
    }

    @Override
    public Status needsField(FieldInfo field) throws IOException {
      return in.needsField(field);
    }

    @Override
    public void binaryField(FieldInfo field, byte[] value) throws IOException {
      if (!field.name.equals("_source") || hidden == null) {
        in.binaryField(field, value);
        return;
      }
      Map<String, Object> source =
          XContentHelper.convertToMap(new BytesArray(value), true, MediaTypeRegistry.JSON).v2();
      source.remove(hidden);
      in.binaryField(
          field,
          BytesReference.toBytes(BytesReference.bytes(JsonXContent.contentBuilder().map(source))));
    }

    @Override
    public void stringField(FieldInfo field, String value) throws IOException {
      in.stringField(field, value);
    }

    @Override
    public void longField(FieldInfo field, long value) throws IOException {
      in.longField(field, value);
    }
  }
}
