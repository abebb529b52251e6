package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.search.Sort;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/**
 * Many ready fingerprints that go into an index at once, several times faster than document by
 * document. The fields are those of {@link SimHashField} and of a stored {@code StringField}.
 *
 * <pre>{@code
 * FingerprintBatch batch = FingerprintBatch.withIds("id", "near", null);
 * batch.add(new BytesRef("a"), 0x00ff00ff00ff00ffL);
 * batch.addTo(indexWriter); // and fill it again
 * }</pre>
 *
 * <p>Each batch becomes a segment, so make it large: a million documents take 24 MB, ids another 50
 * bytes each and their letters. Not for use by several threads; each may have a batch of its own.
 */
public final class FingerprintBatch {

  /*
   * IndexWriter.addDocument looks every block term up in a hash table, four random accesses a
   * document, and collects the documents of each term in slices that are read back at the flush. All
   * documents of a batch are known, so counting sort by block value makes the same postings in two
   * passes over an array, and IndexWriter.addIndexes gives them to the codec as it would another
   * index: all of the batch becomes visible, or nothing.
   */

  private final String idField;
  private final String field;
  private final String schemeId;
  private long[] fingerprints = new long[1024];
  private int size;
  private BytesRefHash ids;

  /** Of a batch that is complete. */
  private BatchPostings idPostings;

  private FingerprintBatch(String idField, String field, String schemeId) {
    this.idField = idField;
    this.field = Objects.requireNonNull(field, "field");
    this.schemeId = schemeId;
    clear();
  }

  /**
   * A batch of documents that have a fingerprint only.
   *
   * @param schemeId stamped into the index as {@link SimHashField} does it, or null if no scheme is
   *     known
   */
  public static FingerprintBatch withoutIds(String field, String schemeId) {
    return new FingerprintBatch(null, field, schemeId);
  }

  /**
   * A batch of documents that have an id, indexed as one term and stored, and a fingerprint.
   *
   * @param schemeId as in {@link #withoutIds}
   */
  public static FingerprintBatch withIds(String idField, String field, String schemeId) {
    return new FingerprintBatch(Objects.requireNonNull(idField, "idField"), field, schemeId);
  }

  /** Appends a document to a batch without ids. */
  public void add(long fingerprint) {
    if (ids != null) {
      throw new IllegalArgumentException("the document has no id, expected one");
    }
    append(fingerprint);
  }

  /**
   * Appends a document to a batch with ids.
   *
   * @param id UTF-8, at most {@link IndexWriter#MAX_TERM_LENGTH} bytes
   * @throws IllegalArgumentException if the id is too long, or in the batch already
   */
  public void add(BytesRef id, long fingerprint) {
    if (ids == null) {
      throw new IllegalArgumentException("the document has an id, expected none");
    }
    if (id.length > IndexWriter.MAX_TERM_LENGTH) {
      throw new IllegalArgumentException(
          "the id has " + id.length + " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH);
    }
    if (idPostings != null) {
      throw new IllegalStateException("the batch was closed by addTo, expected clear() first");
    }
    if (ids.add(id) < 0) {
      throw new IllegalArgumentException(
          "id '" + id.utf8ToString() + "' stands twice, expected different ids");
    }
    append(fingerprint);
  }

  private void append(long fingerprint) {
    fingerprints = ArrayUtil.grow(fingerprints, size + 1);
    fingerprints[size++] = fingerprint;
  }

  /** Documents in the batch. */
  public int size() {
    return size;
  }

  /** Empties the batch. */
  public void clear() {
    size = 0;
    idPostings = null;
    ids = idField == null ? null : new BytesRefHash();
  }

  /**
   * Adds all documents in their order and empties the batch. If it fails, none was added and the
   * batch is what it was, so that it can be tried again. Documents that were added to the writer
   * before are flushed first.
   *
   * <p>The writer must not have an index sort: Lucene takes no unsorted segments into a sorted
   * index.
   *
   * @throws IllegalArgumentException if the index has one of the fields in another form, or a sort
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
    if (ids != null && idPostings == null) {
      idPostings = BatchPostings.ofIds(ids);
    }
    BatchReader reader =
        new BatchReader(
            BatchFields.of(idField, field, schemeId),
            fingerprints,
            size,
            BatchPostings.ofBlocks(fingerprints, size),
            ids,
            idPostings);
    writer.addIndexes(SlowCodecReaderWrapper.wrap(reader));
    clear();
  }
}
