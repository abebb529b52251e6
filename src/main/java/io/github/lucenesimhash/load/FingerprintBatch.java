package io.github.lucenesimhash.load;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HeapFingerprints;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/**
 * Many ready fingerprints that go into an index at once, faster than document by document. The
 * fields are those of {@link SimHashField} and of a stored {@code StringField}.
 *
 * <pre>{@code
 * FingerprintBatch batch = FingerprintBatch.withIds("id", "near", scheme.id());
 * batch.add(new BytesRef("a"), Fingerprint.of(0x00ff00ff00ff00ffL));
 * batch.addTo(indexWriter); // and fill it again
 * }</pre>
 *
 * <p>Each batch becomes a segment, so make it large: a million documents take 24 MB for each word
 * of a fingerprint, ids another 50 bytes each and their letters. Not for use by several threads;
 * each may have a batch of its own.
 */
public final class FingerprintBatch {

  /*
   * IndexWriter.addDocument looks up every block term in a hash table, and collects the documents of
   * each in slices that the flush reads back. All documents of a batch are known: counting sort by
   * block value makes the same postings in two passes over an array, and IndexWriter.addIndexes gives
   * them to the codec as it would another index: all of the batch becomes visible, or nothing.
   */

  private final String idField;
  private final String field;
  private final String schemeId;
  private long[] fingerprints = new long[1024];
  private int words; // of each fingerprint; 0 before the first
  private int size;
  private BytesRefHash ids;

  /** Null until the ids are complete. */
  private BatchTerms idTerms;

  private FingerprintBatch(String idField, String field, String schemeId) {
    this.idField = idField;
    this.field = field;
    this.schemeId = schemeId;
    clear();
  }

  /**
   * {@return an empty batch of documents that have a fingerprint only}
   *
   * @param field of the fingerprint
   * @param schemeId that made the fingerprints; null if it is not known
   */
  public static FingerprintBatch withoutIds(String field, String schemeId) {
    return new FingerprintBatch(null, field, schemeId);
  }

  /**
   * {@return an empty batch of documents that have an id, indexed as one term and stored, and a
   * fingerprint}
   *
   * @param idField another than {@code field}
   * @param field of the fingerprint
   * @param schemeId as in {@link #withoutIds}
   */
  public static FingerprintBatch withIds(String idField, String field, String schemeId) {
    return new FingerprintBatch(Objects.requireNonNull(idField, "idField"), field, schemeId);
  }

  /**
   * Appends a document to a batch without ids.
   *
   * @param fingerprint of as many bits as the first
   */
  public void add(Fingerprint fingerprint) {
    if (ids != null) {
      throw new IllegalArgumentException("the document has no id, expected one");
    }
    checkBits(fingerprint);
    append(fingerprint);
  }

  /**
   * Appends a document to a batch with ids.
   *
   * @param id UTF-8, at most {@link IndexWriter#MAX_TERM_LENGTH} bytes, not in the batch already
   * @param fingerprint of as many bits as the first
   */
  public void add(BytesRef id, Fingerprint fingerprint) {
    if (ids == null) {
      throw new IllegalArgumentException("the document has an id, expected none");
    }
    if (id.length > IndexWriter.MAX_TERM_LENGTH) {
      throw new IllegalArgumentException(
          "the id has " + id.length + " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH);
    }
    if (idTerms != null) {
      throw new IllegalStateException("the batch was closed by addTo, expected clear() first");
    }
    checkBits(fingerprint);
    if (ids.add(id) < 0) {
      throw new IllegalArgumentException(
          "id '" + id.utf8ToString() + "' is in the batch already, expected different ids");
    }
    append(fingerprint);
  }

  private void checkBits(Fingerprint fingerprint) {
    if (words == 0) {
      words = fingerprint.words();
    } else if (words != fingerprint.words()) {
      throw new IllegalArgumentException(
          "fingerprint "
              + fingerprint
              + " has "
              + fingerprint.bits()
              + " bits, expected "
              + words * Fingerprint.WORD_BITS
              + " as the first");
    }
  }

  private void append(Fingerprint fingerprint) {
    fingerprints = ArrayUtil.grow(fingerprints, Math.multiplyExact(size + 1, words));
    for (int i = 0; i < words; i++) {
      fingerprints[size * words + i] = fingerprint.word(i);
    }
    size++;
  }

  /** {@return the number of documents in the batch} */
  public int size() {
    return size;
  }

  /** Empties the batch. */
  public void clear() {
    size = 0;
    idTerms = null;
    ids = idField == null ? null : new BytesRefHash();
  }

  /**
   * Adds all documents in their order and empties the batch. If it fails, none was added and the
   * batch is what it was, so that it can be tried again. Documents that were added to the writer
   * before are flushed first.
   *
   * @param writer whose commit makes them durable
   * @throws IllegalArgumentException if the index has one of the fields in another form, or a sort:
   *     Lucene takes no unsorted segments into a sorted index
   * @throws IOException if the index cannot be written
   */
  public void addTo(IndexWriter writer) throws IOException {
    Sort sort = writer.getConfig().getIndexSort();
    if (sort != null) {
      throw new IllegalArgumentException(
          "the writer sorts its index by "
              + sort
              + ", expected one without index sort: add documents with a SimHashField instead");
    }
    if (size == 0) {
      return;
    }
    if (ids != null && idTerms == null) {
      idTerms = BatchTerms.ofIds(ids);
    }
    try (Directory directory = new ByteBuffersDirectory();
        DirectoryReader sample = sample(directory)) {
      Segment segment = new Segment(sample.leaves().get(0).reader());
      writer.addIndexes(SlowCodecReaderWrapper.wrap(segment));
    }
    clear();
  }

  /** One document as all of the batch, which tells how its fields are indexed. */
  private DirectoryReader sample(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Fingerprint any = Fingerprint.of(Arrays.copyOf(fingerprints, words));
      List<Field> document =
          new ArrayList<>(
              List.of(new SimHashField(field, any, SimHashField.fieldType(schemeId, any.bits()))));
      if (idField != null) {
        document.add(new StringField(idField, "", Field.Store.YES));
      }
      writer.addDocument(document);
    }
    return DirectoryReader.open(directory);
  }

  /** The batch as IndexWriter reads another index's segment. */
  private final class Segment extends FilterLeafReader {

    private final BatchTerms blocks = BatchTerms.ofBlocks(fingerprints, words, size);

    Segment(LeafReader sample) {
      super(sample);
    }

    @Override
    public Terms terms(String name) {
      if (name.equals(field)) {
        return blocks;
      }
      return name.equals(idField) ? idTerms : null;
    }

    @Override
    public NumericDocValues getNumericDocValues(String name) {
      return name.equals(field) && words == 1 ? values().numeric() : null;
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String name) {
      return name.equals(field) && words > 1 ? values().binary() : null;
    }

    private HeapFingerprints values() {
      return new HeapFingerprints(fingerprints, words, null, size);
    }

    @Override
    public StoredFields storedFields() {
      BytesRef bytes = new BytesRef();
      FieldInfo id = ids == null ? null : getFieldInfos().fieldInfo(idField);
      return new StoredFields() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          if (id != null && visitor.needsField(id) == StoredFieldVisitor.Status.YES) {
            visitor.stringField(id, ids.get(doc, bytes).utf8ToString());
          }
        }
      };
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
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
