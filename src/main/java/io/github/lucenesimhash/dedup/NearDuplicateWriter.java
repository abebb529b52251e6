package io.github.lucenesimhash.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/**
 * Looks for near-duplicates of a document before it adds it. It is safe for use by several threads.
 *
 * <pre>{@code
 * try (NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
 *   Document document = new Document();
 *   document.add(new StringField("id", id, Store.YES));
 *   scheme.field("near").of(text).ifPresent(document::add);
 *   Outcome outcome = writer.add(document); // added, or skipped because of outcome.neighbours()
 * }
 * indexWriter.commit();
 * }</pre>
 *
 * <p>{@link io.github.lucenesimhash.dedup} says what is guaranteed, and what an id is. A method
 * that throws an IOException or a {@link org.apache.lucene.util.ThreadInterruptedException} may or
 * may not have made its change: call it again. An interrupt that comes while Lucene writes a file
 * closes the index writer, as it does without this class: do not interrupt threads that write.
 */
public final class NearDuplicateWriter implements Closeable, Accountable {

  final Admission admission;

  private NearDuplicateWriter(Admission admission) {
    this.admission = admission;
  }

  /**
   * {@return a builder, whose methods name the defaults}
   *
   * @param indexWriter is committed and closed by the caller
   */
  public static Builder builder(IndexWriter indexWriter) {
    return new Builder(indexWriter);
  }

  /**
   * Offers a document.
   *
   * @param document its fields, read once: an id, and a fingerprint or none
   * @return what became of it
   * @throws IllegalArgumentException if the document has no id, several fingerprints, a fingerprint
   *     of another scheme or only in another field, or no text to verify; it is not added
   * @throws IOException if the index cannot be read or written
   * @throws AlreadyClosedException if this was closed, or the index writer failed for good
   */
  public Outcome add(Iterable<? extends IndexableField> document) throws IOException {
    return offer(List.of(Objects.requireNonNull(document, "document"))).addNext();
  }

  /**
   * Looks up documents together, which is much faster, and adds none yet. This takes no lock: any
   * number of threads may look up while others add. If one thread adds the documents in order, the
   * outcomes are those of {@link #add} for one after another.
   *
   * @param documents as {@link #add} takes them, some thousand at a time; each has fields of its
   *     own, which do not change until it is added
   * @return the documents, to be added
   * @throws IllegalArgumentException as {@link #add} throws it, for any of the documents; none of
   *     them is added
   * @throws IOException if the index cannot be read
   */
  public Offers offer(List<? extends Iterable<? extends IndexableField>> documents)
      throws IOException {
    return new Offers(admission, admission.reader.readAll(documents));
  }

  /**
   * {@return true if a document has an id: adding another with this id is an update}
   *
   * @param id of the document
   * @throws IOException if the index cannot be read
   */
  public boolean contains(String id) throws IOException {
    return admission.contains(new BytesRef(Objects.requireNonNull(id, "id")));
  }

  /**
   * Deletes a document, so that no other is a near-duplicate of it.
   *
   * @param id of the document; one that is not there is no error
   * @return the sequence number
   * @throws IOException if the index cannot be written
   */
  public long delete(String id) throws IOException {
    return delete(new BytesRef(Objects.requireNonNull(id, "id")));
  }

  /**
   * Deletes the document of an id of any bytes, as {@link #delete(String)} does.
   *
   * @param id of the document; copied
   * @return the sequence number
   * @throws IOException if the index cannot be written
   */
  public long delete(BytesRef id) throws IOException {
    return admission.delete(BytesRef.deepCopyOf(id));
  }

  /**
   * Deletes all documents that are older than a time, while other calls wait.
   *
   * @param before the first time that stays, in milliseconds as dates are
   * @return the sequence number
   * @throws IllegalStateException if this was built without a window, which names the dates
   * @throws IOException if the index cannot be read or written
   */
  public long expire(Instant before) throws IOException {
    return admission.expire(Objects.requireNonNull(before, "before"));
  }

  /**
   * Makes all changes of the index writer visible to look-ups, and frees the memory that they took.
   *
   * @throws IOException if the index cannot be read or written
   */
  public void refresh() throws IOException {
    admission.refresh();
  }

  /** {@return the number of changes that are held in memory until the next refresh} */
  public int pendingChanges() {
    return admission.recent.size();
  }

  /** {@return memory of the pending changes, in bytes} */
  @Override
  public long ramBytesUsed() {
    return admission.recent.ramBytesUsed();
  }

  /** Closes this writer after the call that now decides, but not the index writer. */
  @Override
  public void close() throws IOException {
    admission.close();
  }

  /** Settings of a writer; every method checks its value at once. */
  public static final class Builder extends Settings {

    private final IndexWriter indexWriter;

    private Builder(IndexWriter indexWriter) {
      this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
    }

    /**
     * {@return a writer; closing it leaves the index writer open}
     *
     * @throws IllegalArgumentException if the settings do not fit each other, or do not fit the
     *     index: it has fingerprints of another scheme or in other fields only, or their field
     *     holds something else, or the first document with a fingerprint of a segment has no id,
     *     date or tenant
     * @throws IllegalStateException if the index writer has a near-duplicate writer that is not
     *     closed: they would not see each other's documents
     * @throws IOException if the index cannot be read
     */
    public NearDuplicateWriter build() throws IOException {
      return new NearDuplicateWriter(new Admission(indexWriter, checked(indexWriter)));
    }
  }
}
