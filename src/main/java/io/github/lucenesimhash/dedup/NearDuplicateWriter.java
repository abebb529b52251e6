package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.simhash.SimHash;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.document.Document;
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
 * <p><b>The guarantee.</b> With any number of threads, after all calls have returned: no two
 * documents that were accepted under {@link DuplicatePolicy#keepFirst} are within the distance, and
 * every offered document is in the index or was skipped because of one that was in the index then.
 * Where texts are verified, "within the distance" means: and their texts resemble each other. The
 * same holds under {@link DuplicatePolicy#keepNewest} and {@link DuplicatePolicy#keepBetter} where
 * replaced documents are concerned. All calls have effect in some one order; with one thread it is
 * that of the calls. A document without a fingerprint is near nothing and always added.
 *
 * <p><b>Ids.</b> A document whose id exists is an update: it is compared with all others but its
 * older version, which disappears in the same step, also if the new one is skipped. A document that
 * is deleted, replaced or updated is compared with no more. The index must hold each id once.
 *
 * <p><b>The index writer</b> is the caller's, to configure, commit and close. After a crash the
 * index is what the last commit was; offering the same documents again, each id once and in the
 * same order, gives the same result. After an error that the index writer survives, go on with the
 * same writer. If the index writer fails for good (Lucene closes it when it cannot flush or merge,
 * on a full disk for one), so does every call here: open a new one, and offer again what was not
 * committed. Changes that are made directly to the index writer are seen after the next {@link
 * #refresh}.
 */
public final class NearDuplicateWriter implements Closeable, Accountable {

  private final IndexWriter indexWriter;
  private final Settings settings;
  private final SearcherManager searchers;
  private final PendingDocuments pending;
  private final Admission admission;
  private final ReentrantLock refreshing = new ReentrantLock();

  private NearDuplicateWriter(IndexWriter indexWriter, Settings settings) throws IOException {
    this.indexWriter = indexWriter;
    this.settings = settings;
    searchers = new SearcherManager(indexWriter, new Uncached());
    pending = new PendingDocuments(settings.maxPendingBytes());
    NeighbourSearch search = new NeighbourSearch(settings, pending, searchers);
    admission = new Admission(indexWriter, settings, pending, search, this::refresh);
  }

  /** A hundred thousand different queries would only fill the cache. */
  private static final class Uncached extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      return searcher;
    }
  }

  /** A builder with the defaults that its methods name. */
  public static Builder builder(IndexWriter indexWriter) {
    return new Builder(indexWriter);
  }

  /**
   * Offers a document.
   *
   * @param document has its id as one indexed term, stored or as a sorted doc value, and a
   *     fingerprint or none
   * @throws IllegalArgumentException if the document has no id, or more than one fingerprint, or no
   *     stored text although texts are verified
   * @throws IOException if the index cannot be read or written. Whether the document was added is
   *     not known then: offer it again. The next call looks at the index first
   * @throws AlreadyClosedException if the index writer failed for good; its cause says how
   */
  public Outcome add(Document document) throws IOException {
    Offer offer = Offer.of(document, settings);
    TextCheck check = settings.textCheck();
    Pending added =
        new Pending(
            offer.id(),
            false,
            offer.fingerprint().orElse(0),
            settings.policy().quality(document),
            check == null || offer.fingerprint().isEmpty() ? null : check.offered(document));
    return held(added, () -> admission.admit(offer, added));
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  /** Runs a call with room in the table for what it changes. */
  private <T> T held(Pending changed, Call<T> call) throws IOException {
    try {
      long bytes = reserve(changed);
      try {
        return call.run();
      } finally {
        pending.release(bytes);
      }
    } catch (IllegalStateException e) {
      Throwable tragedy = indexWriter.getTragicException(); // Lucene does not always name it
      if (tragedy == null) {
        throw e;
      }
      throw new AlreadyClosedException("the index writer failed for good and is closed", tragedy);
    }
  }

  private long reserve(Pending document) throws IOException {
    long bytes = PendingDocuments.bytes(document);
    if (pending.isHalfFull() && refreshing.tryLock()) {
      try {
        refresh();
      } finally {
        refreshing.unlock();
      }
    }
    for (long evictions = pending.evictions(); !pending.reserve(bytes); ) {
      refreshing.lock();
      try {
        if (evictions == pending.evictions()) {
          refresh();
        }
        evictions = pending.evictions();
      } finally {
        refreshing.unlock();
      }
    }
    return bytes;
  }

  /**
   * Offers many documents, in no certain order.
   *
   * @param items read by one thread at a time
   * @param toDocument makes a document of an item: the place for analysis, since all threads call
   *     it
   * @param threads at least 1
   * @param outcomes takes each outcome, one at a time
   * @throws IOException as {@link #add}; no further document is begun then, and all that were added
   *     have been reported
   */
  public <T> void addAll(
      Iterable<T> items,
      Function<? super T, Document> toDocument,
      int threads,
      Consumer<? super Outcome> outcomes)
      throws IOException {
    new BulkAdd<>(this, items.iterator(), toDocument, outcomes).run(threads);
  }

  /**
   * Deletes a document, so that no other is a near-duplicate of it.
   *
   * @return the sequence number
   */
  public long delete(String id) throws IOException {
    Pending deleted = Pending.deleted(new BytesRef(id).utf8ToString());
    return held(deleted, () -> admission.delete(deleted.id()));
  }

  /**
   * Makes all changes whose calls have returned visible in {@link #searchers}. Happens by itself
   * when half of the memory for changes that are not visible is used.
   */
  public void refresh() throws IOException {
    long stamp = pending.lastStamp();
    searchers.maybeRefreshBlocking();
    pending.evict(stamp);
  }

  /** Searchers that show all documents up to the last {@link #refresh}. */
  public SearcherManager searchers() {
    return searchers;
  }

  /** Changes that searchers may not show yet. */
  public int pendingChanges() {
    return pending.size();
  }

  /** Calls that decide at the moment, or wait for others that do. */
  int claims() {
    return admission.claims();
  }

  /** Memory held for changes that searchers may not show yet, in bytes. */
  @Override
  public long ramBytesUsed() {
    return pending.ramBytesUsed();
  }

  /** Closes the searchers, not the index writer. No other call may be under way. */
  @Override
  public void close() throws IOException {
    searchers.close();
  }

  /** Settings of a writer; every method checks its value at once. */
  public static final class Builder {

    private final IndexWriter indexWriter;
    private String idField = "id";
    private String field = "near";
    private String schemeId;
    private int maxDistance = 10;
    private DuplicatePolicy policy = DuplicatePolicy.keepFirst();
    private int maxReplaced = 10;
    private TextCheck textCheck;
    private long maxPendingBytes = 4 << 20;

    private Builder(IndexWriter indexWriter) {
      this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
    }

    /** The field of a document's id; "id" by default. */
    public Builder idField(String name) {
      idField = Objects.requireNonNull(name, "name");
      return this;
    }

    /** The field of the fingerprint; "near" by default. */
    public Builder field(String name) {
      field = Objects.requireNonNull(name, "name");
      return this;
    }

    /** The scheme of the fingerprints; an index with another scheme's is refused then. */
    public Builder schemeId(String id) {
      schemeId = Objects.requireNonNull(id, "id");
      return this;
    }

    /**
     * Bits in which near-duplicates differ at most, 0 to 64; 10 by default. Unrelated texts meet by
     * chance: among a million, one has 0.010 such neighbours within 10 bits, and 0.23 within 12.
     */
    public Builder maxDistance(int bits) {
      maxDistance = check("max distance", bits, 0, SimHash.BITS);
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
      maxReplaced = check("max replaced", documents, 1, Integer.MAX_VALUE);
      return this;
    }

    /**
     * Compares texts before a document is called a near-duplicate: those of documents within the
     * distance must resemble each other too. Without it, fingerprints alone decide.
     *
     * @param textField a stored field; every document with a fingerprint needs it
     * @param minJaccard of the texts' features, 0 to 1
     */
    public Builder verify(TextVerifier verifier, String textField, double minJaccard) {
      if (!(minJaccard >= 0 && minJaccard <= 1)) {
        throw new IllegalArgumentException("min Jaccard is " + minJaccard + ", expected 0 to 1");
      }
      textCheck =
          new TextCheck(
              Objects.requireNonNull(verifier, "verifier"),
              Objects.requireNonNull(textField, "textField"),
              minJaccard);
      return this;
    }

    /**
     * Memory for changes that searchers do not show yet, about 300 bytes each; 4 MiB by default. It
     * is exceeded by no more than what calls under way replace.
     */
    public Builder maxPendingBytes(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            "max pending bytes is " + bytes + ", expected 1 or more");
      }
      maxPendingBytes = bytes;
      return this;
    }

    /** Opens a searcher on the index writer. */
    public NearDuplicateWriter build() throws IOException {
      return new NearDuplicateWriter(
          indexWriter,
          new Settings(
              idField,
              field,
              schemeId,
              maxDistance,
              policy,
              maxReplaced,
              textCheck,
              maxPendingBytes));
    }

    private static int check(String what, int value, int min, int max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            what + " is " + value + ", expected " + min + " to " + max);
      }
      return value;
    }
  }
}
