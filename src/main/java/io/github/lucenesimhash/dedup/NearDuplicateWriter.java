package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Settings.TextCheck;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

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
    searchers = new SearcherManager(indexWriter, null);
    admission = new Admission(indexWriter, settings, searchers);
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
   * @throws org.apache.lucene.util.ThreadInterruptedException if interrupted before, or while it
   *     waits for another call or for memory; the document is not added
   */
  public Outcome add(Iterable<? extends IndexableField> document) throws IOException {
    return offer(List.of(document)).addNext();
  }

  /**
   * Looks up documents together, which is much faster, and adds none yet. One thread may look up
   * while another adds what was looked up before: those that are added by one thread in the order
   * of their documents have the outcomes that {@link #add} would give one after another.
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
   * Offers many documents, in no certain order. They are looked up in groups, which is much faster:
   * those that a thread makes in a quarter of a second, at most 2,048. An iterator that waits holds
   * up the group that it stopped in, and the end.
   *
   * <p>The first exception, or an interrupt of the caller, ends it when all threads have ended;
   * later exceptions are suppressed ones of it. No further item is taken then. Every document that
   * was added has been given to {@code outcomes} before; any other item may be offered again. With
   * one thread, all items before the one that failed to be made have been added.
   *
   * @param <T> what a document is made of
   * @param items read by one thread at a time, none null
   * @param toDocument makes a new document of new fields; all threads call it
   * @param threads at least 1
   * @param outcomes takes each outcome, one at a time
   * @throws IOException if the index cannot be read or written
   */
  public <T> void addAll(
      Iterable<T> items,
      Function<? super T, ? extends Iterable<? extends IndexableField>> toDocument,
      int threads,
      Consumer<? super Outcome> outcomes)
      throws IOException {
    new BulkAdd<>(admission, items.iterator(), toDocument, outcomes).run(threads);
  }

  /**
   * Deletes a document, so that no other is a near-duplicate of it.
   *
   * @param id of the document; one that is not there is no error
   * @return the sequence number
   * @throws IllegalArgumentException if ids are numbers, and this is not the digits of one
   * @throws IOException if the index cannot be written
   */
  public long delete(String id) throws IOException {
    return delete(new BytesRef(id));
  }

  /**
   * As {@link #delete(String)}, of a number.
   *
   * @param id of the document
   * @return the sequence number
   * @throws IOException if the index cannot be written
   */
  public long delete(long id) throws IOException {
    return delete(Long.toString(id));
  }

  /**
   * As {@link #delete(String)}, of an id of any bytes.
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
   * Other calls wait meanwhile. Segments of which nothing is left are dropped as they are: {@link
   * DateMergePolicy} makes them.
   *
   * @param before the first time that stays, in milliseconds as dates are
   * @return the sequence number
   * @throws IllegalStateException if this was built without a window, which names the dates
   * @throws IOException if the index cannot be read or written
   */
  public long expire(Instant before) throws IOException {
    boolean isDate = before.isBefore(Instant.ofEpochMilli(Long.MAX_VALUE));
    boolean isAfterSome = before.isAfter(Instant.ofEpochMilli(Long.MIN_VALUE));
    long least = isAfterSome ? Long.MAX_VALUE : Long.MIN_VALUE;
    return admission.expire(isDate && isAfterSome ? before.toEpochMilli() : least);
  }

  /**
   * Makes all changes whose calls have returned visible, as the writer does where memory ends.
   *
   * @throws IOException if the index cannot be read or written
   */
  public void refresh() throws IOException {
    admission.pending.refresh();
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
    return admission.pending.size();
  }

  /** {@return memory held for changes that searchers may not show yet, in bytes} */
  @Override
  public long ramBytesUsed() {
    return admission.pending.ramBytesUsed();
  }

  /** Closes the searchers, not the index writer; calls that wait for memory end, too. */
  @Override
  public void close() throws IOException {
    IOUtils.close(admission.pending, searchers);
  }

  /** Settings of a {@link NearDuplicateWriter}; every method checks its value at once. */
  public static final class Builder {

    private static final Duration MAX_WINDOW = Duration.ofMillis(Long.MAX_VALUE);

    private final IndexWriter indexWriter;
    private final Settings settings = new Settings();

    private Builder(IndexWriter indexWriter) {
      this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
    }

    /**
     * {@return this, with the field of the id; "id" by default}
     *
     * @param name as {@link NearDuplicateWriter#add} takes it
     */
    public Builder idField(String name) {
      settings.idField = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * {@return this, with the field of the fingerprint; "near" by default}
     *
     * @param name of a {@code SimHashField}
     */
    public Builder field(String name) {
      settings.field = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * {@return this, with the scheme of the fingerprints} By default that of the index, or of the
     * first document that names one. An index or a document with another scheme's is refused.
     *
     * @param id as {@code FingerprintScheme.id}, not null
     */
    public Builder schemeId(String id) {
      settings.schemeId = Objects.requireNonNull(id, "id");
      return this;
    }

    /**
     * {@return this, with the distance of near-duplicates} Unrelated texts meet by chance: among a
     * million, one has 0.010 such neighbours within 10 bits, and 0.23 within 12.
     *
     * @param bits 0 to 64; 10 by default
     */
    public Builder maxDistance(int bits) {
      Settings.check(bits >= 0 && bits <= 64, "max distance is " + bits, "0 to 64");
      settings.maxDistance = bits;
      return this;
    }

    /**
     * {@return this, with what to do with a near-duplicate}
     *
     * @param policy {@link DuplicatePolicy#keepFirst} by default
     */
    public Builder policy(DuplicatePolicy policy) {
      settings.policy = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /**
     * {@return this, with the most documents that one may replace, its own older version not
     * counted} A document that would replace more is {@link Outcome.Action#REFUSED}.
     *
     * @param documents at least 1; 10 by default
     */
    public Builder maxReplaced(int documents) {
      Settings.check(documents >= 1, "max replaced is " + documents, "1 to 2147483647");
      settings.maxReplaced = documents;
      return this;
    }

    /**
     * {@return this, with the most near-duplicates that an {@link Outcome} lists, the nearest of
     * all} {@link Outcome#totalNeighbours} tells how many there are, as a lower bound where the
     * others were not looked at. A document that replaces others lists them all.
     *
     * @param documents at least 1; 100 by default
     */
    public Builder maxNeighbours(int documents) {
      Settings.check(documents >= 1, "max neighbours is " + documents, "1 to 2147483647");
      settings.maxNeighbours = documents;
      return this;
    }

    /**
     * {@return this, verifying by the standard features, 0.8 at least}
     *
     * @param textField as in {@link #verify(TextVerifier, String, double)}
     */
    public Builder verify(String textField) {
      return verify(TextVerifier.standard(), textField, 0.8);
    }

    /**
     * {@return this, where near-duplicates are only those whose texts resemble each other too}
     * Without it, fingerprints alone decide, and {@link Outcome#comparison} says so. The texts that
     * were compared last are kept with their features, 8 MiB of them.
     *
     * @param verifier makes the features that are compared
     * @param textField stored, in every document with a fingerprint, offered or in the index;
     *     several values count as one text with line ends between them
     * @param minJaccard of the texts' features, 0 to 1
     */
    public Builder verify(TextVerifier verifier, String textField, double minJaccard) {
      Settings.check(minJaccard >= 0 && minJaccard <= 1, "min Jaccard is " + minJaccard, "0 to 1");
      Objects.requireNonNull(verifier, "verifier");
      Objects.requireNonNull(textField, "textField");
      settings.textCheck = new TextCheck(verifier, textField, minJaccard);
      return this;
    }

    /**
     * {@return this, where near-duplicates are only those documents whose date is no farther than
     * the window from that of the offered one, earlier or later, both ends included} By the dates
     * alone: no clock is asked. {@link DuplicatePolicy#mark} makes stories of groups then.
     *
     * @param dateField in every document, offered or in the index: one whole number of milliseconds
     *     since 1970 as a doc value, as {@code LongField} and {@code NumericDocValuesField} have
     *     it. A {@code LongField} is faster: segments that are out of the window are left out
     * @param window not negative; parts of milliseconds do not count
     */
    public Builder within(String dateField, Duration window) {
      Objects.requireNonNull(dateField, "dateField");
      Settings.check(!window.isNegative(), "window is " + window, "a duration not below 0");
      long millis = window.compareTo(MAX_WINDOW) < 0 ? window.toMillis() : Long.MAX_VALUE;
      settings.scope = new Scope(dateField, millis, settings.scope.tenantField());
      return this;
    }

    /**
     * {@return this, where near-duplicates are only documents of the offered one's tenant} Ids are
     * not: an id is of one document, whatever its tenant.
     *
     * @param tenantField in every document, offered or in the index: one value as a doc value, as
     *     {@code KeywordField} and {@code SortedDocValuesField} have it
     */
    public Builder per(String tenantField) {
      Objects.requireNonNull(tenantField, "tenantField");
      Scope scope = settings.scope;
      settings.scope = new Scope(scope.dateField(), scope.windowMillis(), tenantField);
      return this;
    }

    /**
     * {@return this, with memory for changes that searchers do not show yet, about 300 bytes each,
     * and their texts where texts are verified} At half of it the writer refreshes; it is exceeded
     * by no more than what calls under way replace.
     *
     * @param bytes at least 1; 4 MiB by default
     */
    public Builder maxPendingBytes(long bytes) {
      Settings.check(bytes >= 1, "max pending bytes is " + bytes, "1 or more");
      settings.maxPendingBytes = bytes;
      return this;
    }

    /**
     * {@return a writer with a searcher of its own; closing it leaves the index writer open}
     *
     * @throws IllegalArgumentException if the policy marks in a field that is in use; or if the
     *     index has fingerprints of another scheme, or in other fields only, or something else in
     *     their field, or in the first document of a segment without an id
     * @throws IOException if the index cannot be read
     */
    public NearDuplicateWriter build() throws IOException {
      Settings built = settings.clone();
      String textField = built.textCheck == null ? "" : built.textCheck.field();
      Scope scope = built.scope;
      for (String used :
          Arrays.asList(
              built.idField, built.field, textField, scope.dateField(), scope.tenantField())) {
        String problem = "the policy marks in field '" + used + "'";
        Settings.check(!built.policy.adds(used), problem, "a field that nothing else is in");
      }
      try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
        built.schemeId = DocumentReader.checkIndex(reader, built);
      }
      return new NearDuplicateWriter(indexWriter, built);
    }
  }
}
