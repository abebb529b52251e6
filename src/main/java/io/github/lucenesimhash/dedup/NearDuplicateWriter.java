package io.github.lucenesimhash.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
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
 * replaced documents are concerned; what {@link DuplicatePolicy#mark} promises, it says. All calls
 * have effect in some one order; with one thread it is that of the calls. A document without a
 * fingerprint is near nothing and always added: {@link Outcome#comparison} says what a document was
 * compared by.
 *
 * <p><b>Ids</b> are bytes; a string is its UTF-8. A document whose id exists is an update: it is
 * compared with all others but its older version, which disappears in the same step, also if the
 * new one is skipped. A document that is deleted, replaced or updated is compared with no more. The
 * index must hold each id once.
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
  private final OfferReader reader;
  private final PendingDocuments pending;
  private final Refresher refresher;
  private final Admission admission;

  private NearDuplicateWriter(
      IndexWriter indexWriter, SearcherManager searchers, Settings settings) {
    this.indexWriter = indexWriter;
    this.searchers = searchers;
    this.settings = settings;
    reader = new OfferReader(settings);
    pending = new PendingDocuments();
    refresher = new Refresher(searchers, pending, settings.maxPendingBytes());
    NeighbourSearch search = new NeighbourSearch(settings, pending, searchers);
    admission = new Admission(indexWriter, settings, pending, search, refresher);
  }

  static NearDuplicateWriter open(IndexWriter indexWriter, Settings settings) throws IOException {
    SearcherManager searchers = new SearcherManager(indexWriter, new Uncached());
    boolean fits = false;
    IndexSearcher searcher = searchers.acquire();
    try {
      Settings checked = IndexCheck.check(searcher.getIndexReader(), settings);
      fits = true;
      return new NearDuplicateWriter(indexWriter, searchers, checked);
    } finally {
      searchers.release(searcher);
      if (!fits) {
        searchers.close();
      }
    }
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
  public static WriterBuilder builder(IndexWriter indexWriter) {
    return new WriterBuilder(indexWriter);
  }

  /**
   * Offers a document.
   *
   * @param document has its id as one indexed term of characters or bytes, stored or as a sorted
   *     doc value, and a fingerprint or none
   * @throws IllegalArgumentException if the document has no such id, or more than one fingerprint,
   *     or one of another scheme or in another field only, or no stored text although texts are
   *     verified; the document is not added
   * @throws IOException if the index cannot be read or written. Whether the document was added is
   *     not known then: offer it again. The next call looks at the index first
   * @throws AlreadyClosedException if this was closed, or the index writer failed for good; its
   *     cause says how
   * @throws org.apache.lucene.util.ThreadInterruptedException if the thread is interrupted while it
   *     waits for another call or for memory; the document is not added
   */
  public Outcome add(Document document) throws IOException {
    Offer offer = offer(document);
    return add(offer, near(List.of(offer)).get(0));
  }

  Offer offer(Document document) {
    return reader.read(document);
  }

  /** For each offer the documents to compare it with, to be looked up together; or null. */
  List<Lookup> near(List<Offer> offers) {
    long[] fingerprints =
        offers.stream()
            .filter(offer -> offer.fingerprint().isPresent())
            .mapToLong(offer -> offer.fingerprint().getAsLong())
            .toArray();
    Iterator<Query> near = settings.near(fingerprints).iterator();
    List<Lookup> all = new ArrayList<>();
    for (Offer offer : offers) {
      all.add(offer.fingerprint().isPresent() ? new Lookup(near.next()) : null);
    }
    return all;
  }

  /** Looks up one after the other, with nothing else in between: that is faster. */
  void lookAhead(List<Lookup> lookups) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      for (Lookup lookup : lookups) {
        if (lookup != null) {
          lookup.in(searcher, settings.firstHits());
        }
      }
    } finally {
      searchers.release(searcher);
    }
  }

  Outcome add(Offer offer, Lookup near) throws IOException {
    return held(offer.pending(), () -> admission.admit(offer, near));
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  /** Runs a call with room in the table for what it changes. */
  private <T> T held(Pending changed, Call<T> call) throws IOException {
    try {
      long bytes = refresher.reserve(changed);
      try {
        return call.run();
      } finally {
        refresher.release(bytes);
      }
    } catch (IllegalStateException e) {
      Throwable tragedy = indexWriter.getTragicException(); // Lucene does not always name it
      if (tragedy == null) {
        throw e;
      }
      throw new AlreadyClosedException("the index writer failed for good and is closed", tragedy);
    }
  }

  /**
   * Offers many documents, in no certain order. They are looked up in groups, which is much faster:
   * those that a thread makes in a quarter of a second, at most 2,048. An iterator that waits for
   * more holds up the group that it stopped in, and the end.
   *
   * <p>The first exception of all, from wherever, ends it, when all threads have ended; those that
   * came after it are suppressed ones of it. No further item is taken then. Every document that was
   * added has been given to {@code outcomes} before. Any other item, taken or not, may be offered
   * again. With one thread, all items before the one that an iterator or {@code toDocument} failed
   * at have been added. Interrupting the caller ends it in the same way.
   *
   * @param items read by one thread at a time, none null
   * @param toDocument makes a document of an item: the place for analysis, since all threads call
   *     it. A new one each time, of new fields: a group of them is held
   * @param threads at least 1
   * @param outcomes takes each outcome, one at a time
   * @throws IOException as {@link #add}
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
    return delete(new BytesRef(id));
  }

  /** As {@link #delete(String)}, of an id of any bytes. */
  public long delete(BytesRef id) throws IOException {
    Pending deleted = Pending.deleted(BytesRef.deepCopyOf(id));
    return held(deleted, () -> admission.delete(deleted.id()));
  }

  /**
   * Makes all changes whose calls have returned visible to {@link #acquire}. Happens by itself when
   * half of the memory for changes that are not visible is used.
   */
  public void refresh() throws IOException {
    refresher.refresh();
  }

  /**
   * A searcher that shows all changes up to the last {@link #refresh}, as {@code
   * SearcherManager.acquire}; {@link #release} must follow.
   */
  public IndexSearcher acquire() throws IOException {
    return searchers.acquire();
  }

  /** Gives a searcher back. */
  public void release(IndexSearcher searcher) throws IOException {
    searchers.release(searcher);
  }

  SearcherManager searchers() {
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

  /**
   * Closes the searchers, not the index writer. Calls that wait for memory end with an
   * AlreadyClosedException, and so do later ones.
   */
  @Override
  public void close() throws IOException {
    refresher.close();
    searchers.close();
  }
}
