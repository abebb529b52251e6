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
 * Adds documents to an index, and applies a {@link DuplicatePolicy} to each document that has
 * near-duplicates in the index. Safe for use by several threads.
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
 * <p>See {@link io.github.lucenesimhash.dedup} for the guarantee and the definition of an id. If a
 * method throws an IOException or a {@link org.apache.lucene.util.ThreadInterruptedException}, its
 * change may or may not have been made: call the method again. Do not interrupt threads that write:
 * an interrupt while Lucene writes a file closes the index writer, with or without this class.
 */
public final class NearDuplicateWriter implements Closeable, Accountable {

  final Admission admission;

  private NearDuplicateWriter(Admission admission) {
    this.admission = admission;
  }

  /**
   * {@return a builder with the default settings}
   *
   * @param indexWriter the index writer, which the caller commits and closes
   */
  public static Builder builder(IndexWriter indexWriter) {
    return new Builder(indexWriter);
  }

  /**
   * Adds a document, or applies the policy if the document has near-duplicates.
   *
   * @param document the fields of the document, an id and at most one fingerprint among them;
   *     iterated once
   * @return the action that was taken, and the near-duplicates
   * @throws IllegalArgumentException if the document has no single id that can be read back, no
   *     date or tenant that the settings require, no text to verify, several fingerprints, or one
   *     of another scheme or width or only in another field; it is not added
   * @throws IllegalStateException if a document of the index has no id, or no text to verify
   * @throws IOException if the index cannot be read or written
   * @throws AlreadyClosedException if this writer or its index writer is closed
   */
  public Outcome add(Iterable<? extends IndexableField> document) throws IOException {
    return offer(List.of(Objects.requireNonNull(document, "document"))).addNext();
  }

  /**
   * Looks up documents together, which is much faster than one by one, without adding them yet.
   * This method takes no lock, so any number of threads may look up documents while others add
   * them. If one thread adds the documents in order, the outcomes are the same as if {@link #add}
   * were called for each.
   *
   * @param documents the documents as for {@link #add}, some thousand at a time; their fields must
   *     not be shared or changed until the documents are added
   * @return the documents, ready to be added
   * @throws IllegalArgumentException if {@link #add} would throw it for any of the documents, or if
   *     their fingerprints differ in width; none of the documents is added
   * @throws IOException if the index cannot be read
   */
  public Offers offer(List<? extends Iterable<? extends IndexableField>> documents)
      throws IOException {
    return new Offers(admission, admission.lookUp(documents));
  }

  /**
   * {@return true if a document with an id exists, so that adding another one is an update}
   *
   * @param id the id
   * @throws IOException if the index cannot be read
   */
  public boolean contains(String id) throws IOException {
    return admission.contains(new BytesRef(Objects.requireNonNull(id, "id")));
  }

  /**
   * Deletes a document. Later documents are no longer compared with it. Does nothing if no document
   * has the id.
   *
   * @param id the id of the document
   * @return the sequence number
   * @throws IOException if the index cannot be written
   */
  public long delete(String id) throws IOException {
    return delete(new BytesRef(Objects.requireNonNull(id, "id")));
  }

  /**
   * Deletes a document as {@link #delete(String)} does. The id may be any bytes.
   *
   * @param id the id of the document; copied
   * @return the sequence number
   * @throws IOException if the index cannot be written
   */
  public long delete(BytesRef id) throws IOException {
    return admission.delete(BytesRef.deepCopyOf(id));
  }

  /**
   * Deletes all documents that are dated before a time. Other changes wait for this one.
   *
   * @param before the earliest date of documents that stay, in the precision of milliseconds
   * @return the sequence number
   * @throws ArithmeticException if the time in milliseconds since 1970 does not fit into a long
   * @throws IllegalStateException if this writer has no window, which would name the field of the
   *     dates
   * @throws IOException if the index cannot be read or written
   */
  public long expire(Instant before) throws IOException {
    return admission.expire(Objects.requireNonNull(before, "before"));
  }

  /**
   * Makes all changes of the index writer visible to look-ups, and frees the memory of pending
   * changes.
   *
   * @throws IOException if the index cannot be read or written
   */
  public void refresh() throws IOException {
    admission.refresh();
  }

  /** {@return the number of documents whose last change is in memory until the next refresh} */
  public int pendingChanges() {
    return admission.recent.size();
  }

  /** {@return the memory of the pending changes in bytes} */
  @Override
  public long ramBytesUsed() {
    return admission.recent.ramBytesUsed();
  }

  /** Closes this writer, but not the index writer. Waits for the call that is deciding. */
  @Override
  public void close() throws IOException {
    admission.close();
  }

  /** Builds one writer. Every method checks its argument immediately. */
  public static final class Builder extends Settings {

    private final IndexWriter indexWriter;

    private Builder(IndexWriter indexWriter) {
      this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
    }

    /**
     * {@return a writer with these settings, which must not be changed any more}
     *
     * @throws IllegalArgumentException if the settings contradict each other or the index: it has
     *     fingerprints of several widths, of another scheme or only in other fields, or no ids,
     *     dates or tenants in their fields; or if the index writer has a soft-deletes field
     * @throws IllegalStateException if the index writer already has a near-duplicate writer that is
     *     open, because the two would not see each other's documents
     * @throws IOException if the index cannot be read
     */
    public NearDuplicateWriter build() throws IOException {
      check(indexWriter);
      return new NearDuplicateWriter(new Admission(indexWriter, this));
    }
  }
}
