package io.github.lucenesimhash.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/**
 * Looks for near-duplicates of a document before it adds it. Safe for use by several threads.
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
 * <p>The guarantee, what an id is, and how errors of the index writer end: see {@link
 * io.github.lucenesimhash.dedup}.
 */
public final class NearDuplicateWriter implements Closeable, Accountable {

  private static final Set<IndexWriter> IN_USE =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  final SearcherManager searchers;
  final Admission admission;

  NearDuplicateWriter(IndexWriter indexWriter, Settings settings) throws IOException {
    searchers = new SearcherManager(indexWriter, null);
    if (!IN_USE.add(indexWriter)) {
      searchers.close();
      throw new IllegalStateException(
          "the index writer has a near-duplicate writer, expected none: two would not see each"
              + " other's documents; share it, or close it first");
    }
    admission = new Admission(indexWriter, settings, searchers, () -> IN_USE.remove(indexWriter));
  }

  /**
   * {@return a builder; its methods name the defaults}
   *
   * @param indexWriter stays the caller's to commit and close
   */
  public static Builder builder(IndexWriter indexWriter) {
    return new Builder(indexWriter);
  }

  /**
   * Offers a document.
   *
   * @param document its fields, read once: an id, as {@link io.github.lucenesimhash.dedup} says
   *     what can be one, and a fingerprint or none
   * @return what became of it
   * @throws IllegalArgumentException if the document has no such id, or more than one fingerprint,
   *     or one of another scheme or in another field only, or no text to verify; it is not added
   * @throws IOException if the index cannot be read or written; whether the document was added is
   *     not known then: offer it again
   * @throws AlreadyClosedException if this was closed, or the index writer failed for good
   * @throws org.apache.lucene.util.ThreadInterruptedException if interrupted, before or while it
   *     waits for another call or for a merge of the index writer; whether the document was added
   *     is not known then: offer it again
   */
  public Outcome add(Iterable<? extends IndexableField> document) throws IOException {
    return offer(List.of(Objects.requireNonNull(document, "document"))).addNext();
  }

  /**
   * Looks up documents together, which is much faster, and adds none yet. It takes no lock: any
   * number of threads may look up while others add. Documents that one thread adds in their order
   * have the outcomes that {@link #add} would give one after another.
   *
   * @param documents as {@link #add} takes them, each of new fields, not to be changed until it is
   *     added; some thousand at a time are enough
   * @return to be added
   * @throws IllegalArgumentException as {@link #add} throws it, for any of the documents; none of
   *     them is added
   * @throws IOException if the index cannot be read
   */
  public Offers offer(List<? extends Iterable<? extends IndexableField>> documents)
      throws IOException {
    return new Offers(admission, admission.reader.readAll(documents));
  }

  /**
   * Deletes a document, so that no other is a near-duplicate of it.
   *
   * @param id of the document; one that is not there is no error
   * @return the sequence number
   * @throws IOException if the index cannot be written; whether the document was deleted is not
   *     known then: delete it again
   * @throws org.apache.lucene.util.ThreadInterruptedException if interrupted; not known then either
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
   * Deletes all documents that are older than a time, so that no other is a near-duplicate of them.
   * Other calls wait meanwhile.
   *
   * @param before the first time that stays, in milliseconds as dates are
   * @return the sequence number
   * @throws IllegalStateException if this was built without a window, which names the dates
   * @throws IOException if the index cannot be read or written; which of the documents were deleted
   *     is not known then: call it again
   * @throws org.apache.lucene.util.ThreadInterruptedException if interrupted; not known then either
   */
  public long expire(Instant before) throws IOException {
    return admission.expire(Objects.requireNonNull(before, "before"));
  }

  /**
   * Makes all changes whose calls have returned visible, as the writer does where memory ends.
   *
   * @throws IOException if the index cannot be read or written; searchers show what they showed
   * @throws org.apache.lucene.util.ThreadInterruptedException if interrupted; searchers show what
   *     they showed
   */
  public void refresh() throws IOException {
    admission.refresh();
  }

  /**
   * {@return a searcher of all changes up to the last {@link #refresh}, to be released}
   *
   * @throws IOException if the index cannot be read
   */
  public IndexSearcher acquire() throws IOException {
    return searchers.acquire();
  }

  /**
   * Ends the use of a searcher.
   *
   * @param searcher from {@link #acquire}
   * @throws IOException if the index cannot be closed
   */
  public void release(IndexSearcher searcher) throws IOException {
    searchers.release(searcher);
  }

  /** {@return the number of changes that searchers may not show yet} */
  public int pendingChanges() {
    return admission.recent.table().size();
  }

  /** {@return memory held for changes that searchers may not show yet, in bytes} */
  @Override
  public long ramBytesUsed() {
    return admission.recent.table().bytes();
  }

  /**
   * Closes the searchers, not the index writer, after the call that decides at the moment. Calls
   * that wait for it, and later ones, fail.
   */
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
     * {@return a writer with a searcher of its own; closing it leaves the index writer open}
     *
     * @throws IllegalArgumentException if the policy marks in a field that is in use; if the
     *     comparison verifies texts and {@link #texts} was not called, or the other way round; or
     *     if the index has fingerprints of another scheme, or in other fields only, or something
     *     else in their field, or in the first document of a segment without an id
     * @throws IllegalStateException if the index writer has one that is not closed, or that has
     *     calls under way: they would not see each other's documents
     * @throws IOException if the index cannot be read
     */
    public NearDuplicateWriter build() throws IOException {
      return new NearDuplicateWriter(indexWriter, SettingsCheck.checked(this, indexWriter));
    }
  }
}
