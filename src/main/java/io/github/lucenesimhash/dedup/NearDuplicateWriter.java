package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Settings.TextCheck;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/**
 * Looks for near-duplicates of a document before it adds it. Safe for use by several threads.
 *
 * <pre>{@code
 * try (NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).maxDistance(10).build()) {
 *   Document document = new Document();
 *   document.add(new StringField("id", id, Store.YES));
 *   scheme.field("near", text).ifPresent(document::add);
 *   Outcome outcome = writer.add(document); // added, or skipped because of outcome.neighbours()
 * }
 * indexWriter.commit();
 * }</pre>
 *
 * <p>The guarantee, what an id is, and how errors of the index writer end: see {@link
 * io.github.lucenesimhash.dedup}.
 */
public final class NearDuplicateWriter implements Closeable, Accountable {

  final SearcherManager searchers;
  final Admission admission;

  private NearDuplicateWriter(IndexWriter indexWriter, Settings settings) throws IOException {
    searchers = new SearcherManager(indexWriter, new Uncached());
    admission = new Admission(indexWriter, settings, searchers);
  }

  /** Queries hardly ever come again: a cache of them is of no use. */
  private static final class Uncached extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      return searcher;
    }
  }

  /** A builder; its methods name the defaults. */
  public static Builder builder(IndexWriter indexWriter) {
    return new Builder(indexWriter);
  }

  /**
   * Offers a document.
   *
   * @param document has its id as one indexed term of characters or bytes, stored or as a sorted
   *     doc value, and a fingerprint or none
   * @throws IllegalArgumentException if the document has no such id, or more than one fingerprint,
   *     or one of another scheme or in another field only, or no text to verify; it is not added
   * @throws IOException if the index cannot be read or written; whether the document was added is
   *     not known then: offer it again
   * @throws AlreadyClosedException if this was closed, or the index writer failed for good
   * @throws org.apache.lucene.util.ThreadInterruptedException if interrupted while it waits for
   *     another call or for memory; the document is not added
   */
  public Outcome add(Document document) throws IOException {
    return admission.add(admission.reader.read(document));
  }

  /**
   * Offers many documents, in no certain order. They are looked up in groups, which is much faster:
   * those that a thread makes in a quarter of a second, at most 2,048. An iterator that waits holds
   * up the group that it stopped in, and the end.
   *
   * <p>The first exception, or an interrupt of the caller, ends it when all threads have ended;
   * later exceptions are suppressed ones of it. No further item is taken then. Every document that
   * was added has been given to {@code outcomes} before; any other item may be offered again. With
   * one thread, all items before the one that failed to be made have been added.
   *
   * @param items read by one thread at a time, none null
   * @param toDocument makes a new document of new fields; all threads call it
   * @param threads at least 1
   * @param outcomes takes each outcome, one at a time
   */
  public <T> void addAll(
      Iterable<T> items,
      Function<? super T, Document> toDocument,
      int threads,
      Consumer<? super Outcome> outcomes)
      throws IOException {
    new BulkAdd<>(admission, items.iterator(), toDocument, outcomes).run(threads);
  }

  /** Deletes a document, so that no other is a near-duplicate of it; the sequence number. */
  public long delete(String id) throws IOException {
    return delete(new BytesRef(id));
  }

  /** As {@link #delete(String)}, of an id of any bytes. */
  public long delete(BytesRef id) throws IOException {
    return admission.delete(BytesRef.deepCopyOf(id));
  }

  /** Makes all changes whose calls have returned visible, as the writer does where memory ends. */
  public void refresh() throws IOException {
    admission.refresher.refresh();
  }

  /** A searcher of all changes up to the last {@link #refresh}; {@link #release} must follow. */
  public IndexSearcher acquire() throws IOException {
    return searchers.acquire();
  }

  public void release(IndexSearcher searcher) throws IOException {
    searchers.release(searcher);
  }

  /** Changes that searchers may not show yet. */
  public int pendingChanges() {
    return admission.pending.size();
  }

  /** Memory held for changes that searchers may not show yet, in bytes. */
  @Override
  public long ramBytesUsed() {
    return admission.pending.ramBytesUsed();
  }

  /** Closes the searchers, not the index writer; calls that wait for memory end, too. */
  @Override
  public void close() throws IOException {
    admission.refresher.close();
    searchers.close();
  }

  /** Settings of a {@link NearDuplicateWriter}; every method checks its value at once. */
  public static final class Builder {

    private final IndexWriter indexWriter;
    private String idField = "id";
    private String field = "near";
    private String schemeId;
    private int maxDistance = 10;
    private DuplicatePolicy policy = DuplicatePolicy.keepFirst();
    private int maxReplaced = 10;
    private int maxNeighbours = 100;
    private TextCheck textCheck;
    private long maxPendingBytes = 4 << 20;

    private Builder(IndexWriter indexWriter) {
      this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
    }

    /**
     * The field of a document's id, as {@link NearDuplicateWriter#add} takes it; "id" by default.
     */
    public Builder idField(String name) {
      idField = Objects.requireNonNull(name, "name");
      return this;
    }

    /** The field of the fingerprint, a {@code SimHashField}; "near" by default. */
    public Builder field(String name) {
      field = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * The scheme of the fingerprints. By default that of the index, or of the first document that
     * names one. An index or a document with another scheme's is refused.
     */
    public Builder schemeId(String id) {
      schemeId = Objects.requireNonNull(id, "id");
      return this;
    }

    /**
     * Bits in which near-duplicates differ at most, 0 to 64; 10 by default. Unrelated texts meet by
     * chance: among a million, one has 0.010 such neighbours within 10 bits, and 0.23 within 12.
     */
    public Builder maxDistance(int bits) {
      Settings.check(bits >= 0 && bits <= 64, "max distance is " + bits, "0 to 64");
      maxDistance = bits;
      return this;
    }

    /** What to do with a near-duplicate; {@link DuplicatePolicy#keepFirst} by default. */
    public Builder policy(DuplicatePolicy policy) {
      this.policy = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /**
     * Most documents that one may replace, its own older version not counted; 10 by default. A
     * document that would replace more is {@link Outcome.Action#REFUSED}.
     */
    public Builder maxReplaced(int documents) {
      Settings.check(documents >= 1, "max replaced is " + documents, "1 to 2147483647");
      maxReplaced = documents;
      return this;
    }

    /**
     * Most near-duplicates that an {@link Outcome} lists, the nearest of all; 100 by default.
     * {@link Outcome#totalNeighbours} tells how many there are, as a lower bound where the others
     * were not looked at. A document that replaces others lists them all.
     */
    public Builder maxNeighbours(int documents) {
      Settings.check(documents >= 1, "max neighbours is " + documents, "1 to 2147483647");
      maxNeighbours = documents;
      return this;
    }

    /** As {@link #verify(TextVerifier, String, double)} by the standard features, 0.8 at least. */
    public Builder verify(String textField) {
      return verify(TextVerifier.standard(), textField, 0.8);
    }

    /**
     * Near-duplicates are only those within the distance whose texts resemble each other too.
     * Without it, fingerprints alone decide, and {@link Outcome#comparison} says so.
     *
     * @param textField stored, in every document with a fingerprint, offered or in the index;
     *     several values count as one text with line ends between them
     * @param minJaccard of the texts' features, 0 to 1
     */
    public Builder verify(TextVerifier verifier, String textField, double minJaccard) {
      Settings.check(minJaccard >= 0 && minJaccard <= 1, "min Jaccard is " + minJaccard, "0 to 1");
      Objects.requireNonNull(verifier, "verifier");
      Objects.requireNonNull(textField, "textField");
      textCheck = new TextCheck(verifier, textField, minJaccard);
      return this;
    }

    /**
     * Memory for changes that searchers do not show yet, about 300 bytes each; 4 MiB by default. At
     * half of it the writer refreshes; it is exceeded by no more than what calls under way replace.
     */
    public Builder maxPendingBytes(long bytes) {
      Settings.check(bytes >= 1, "max pending bytes is " + bytes, "1 or more");
      maxPendingBytes = bytes;
      return this;
    }

    /**
     * Opens a searcher on the index writer.
     *
     * @throws IllegalArgumentException if the policy marks in a field that is in use; or if the
     *     index has fingerprints of another scheme, or in other fields only, or something else in
     *     their field, or in the first document of a segment without an id
     */
    public NearDuplicateWriter build() throws IOException {
      for (String used : List.of(idField, field, textCheck == null ? "" : textCheck.field())) {
        String problem = "the policy marks in field '" + used + "'";
        Settings.check(!policy.adds(used), problem, "a field that nothing else is in");
      }
      String known;
      try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
        known = DocumentReader.checkIndex(reader, idField, field, schemeId);
      }
      return new NearDuplicateWriter(
          indexWriter,
          new Settings(
              idField,
              field,
              known,
              maxDistance,
              policy,
              maxReplaced,
              maxNeighbours,
              textCheck,
              maxPendingBytes));
    }
  }
}
