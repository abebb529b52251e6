package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Lookup.Found;
import io.github.lucenesimhash.dedup.Lookup.Neighbours;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.search.DistanceBatch;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/** Decides on one document after another, and makes the resulting changes in the index. */
final class Admission {

  /*
   * Why the guarantee holds. A call holds one lock while it compares a document and makes the resulting
   * change. It compares the document with all documents accepted before: with the recent changes, and with
   * the hits of the newest searcher that have no recent change. A change is added to the recent changes when
   * the index writer has made it, and removed when a refresh that began later has succeeded. If the index
   * writer throws an exception, the change may or may not have been made, so nothing is decided until a
   * later refresh has shown what the index holds.
   */

  private interface Look<T> {
    T see(IndexSearcher searcher, Recent recent) throws IOException;
  }

  private static final long NO_CHANGE = -1;

  private static final Map<IndexWriter, Lock> IN_USE =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final IndexWriter indexWriter;
  private final Settings settings;
  private final Lock lock = new ReentrantLock();
  private final Lock refreshingAhead = new ReentrantLock();
  private boolean isClosed;
  final SearcherManager searchers;
  volatile Recent recent;
  final DocumentReader reader;

  Admission(IndexWriter indexWriter, Settings settings) throws IOException {
    this.indexWriter = indexWriter;
    this.settings = settings;
    recent = new Recent(settings.maxPendingBytes);
    reader = new DocumentReader(settings);
    searchers = new SearcherManager(indexWriter, null);
    if (IN_USE.putIfAbsent(indexWriter, lock) != null) {
      searchers.close();
      throw new IllegalStateException(
          "the index writer has a near-duplicate writer, expected none: two would not see each"
              + " other's documents; share it, or close it first");
    }
  }

  /** Looks up documents together, without the lock. */
  List<Lookup> lookUp(List<? extends Iterable<? extends IndexableField>> documents)
      throws IOException {
    List<Offer> offers = new ArrayList<>();
    documents.forEach(document -> offers.add(reader.offer(document)));
    DistanceBatch batch =
        new DistanceBatch(
            settings.field,
            offers.stream().map(offer -> Optional.ofNullable(offer.state().fingerprint())).toList(),
            settings.comparison.maxDistance());
    List<Lookup> lookups = new ArrayList<>();
    for (Offer offer : offers) {
      lookups.add(new Lookup(offer, reader, batch, lookups.size()));
    }
    lookAhead(lookups);
    return lookups;
  }

  private void lookAhead(List<Lookup> lookups) throws IOException {
    look(
        (searcher, seen) -> {
          for (Lookup lookup : lookups) {
            lookup.ahead(searcher, seen);
          }
          return null;
        });
  }

  /** Calls a function with the recent changes and a searcher that shows all earlier changes. */
  private <T> T look(Look<T> look) throws IOException {
    Recent seen = recent; // read before the searcher, so that one of the two has each change
    IndexSearcher searcher = searchers.acquire();
    try {
      return look.see(searcher, seen);
    } finally {
      searchers.release(searcher);
    }
  }

  /** Decides on a document, and makes the change unless the call is only a check. */
  Outcome decide(Lookup lookup, boolean makes) throws IOException {
    if (settings.verifier != null) { // compares texts without the lock, so that no thread waits
      lookAhead(List.of(lookup));
    }
    return change(lookup.offer.state(), () -> decideNow(lookup, makes));
  }

  private Outcome decideNow(Lookup lookup, boolean makes) throws IOException {
    Offer offer = lookup.offer;
    reader.checkScheme(offer.document(), makes);
    Neighbours found = look(lookup::find);
    boolean isForeign =
        settings.scope.tenantField() != null
            && look((searcher, seen) -> isOfAnotherTenant(offer.state(), searcher, seen));
    Action action = isForeign ? Action.REFUSED : action(offer, found.nearest());
    List<Found> nearest = isForeign ? found.nearest() : because(action, offer, found.nearest());
    long sequenceNumber = makes ? make(action, offer, nearest) : NO_CHANGE;
    ensureOpen(); // no document may be skipped because of one that a closed index writer has lost
    Relation relation = found.isAll() ? Relation.EQUAL_TO : Relation.GREATER_THAN_OR_EQUAL_TO;
    TotalHits total = new TotalHits(nearest.size(), relation);
    BytesRef id = offer.state().id();
    return new Outcome(id, action, listed(nearest), total, found.heldBack(), sequenceNumber);
  }

  boolean contains(BytesRef id) throws IOException {
    return look(
        (searcher, seen) -> {
          State known = seen.get(id);
          return known == null ? searcher.count(new TermQuery(term(id))) > 0 : !known.isDeleted();
        });
  }

  /** Returns true if a document of another tenant has the offered document's id. */
  private boolean isOfAnotherTenant(State offered, IndexSearcher searcher, Recent seen)
      throws IOException {
    State known = seen.get(offered.id());
    if (known != null) {
      return !known.isDeleted() && !known.origin().tenant().equals(offered.origin().tenant());
    }
    Query owner = new ConstantScoreQuery(new TermQuery(term(offered.id())));
    for (ScoreDoc one : searcher.search(owner, 1).scoreDocs) {
      String field = settings.scope.tenantField();
      BytesRef tenant = DocumentReader.docValue(searcher.getIndexReader(), field, one.doc);
      return tenant != null && !tenant.equals(offered.origin().tenant());
    }
    return false;
  }

  private List<Neighbour> listed(List<Found> nearest) {
    return nearest.stream()
        .limit(settings.mostListed())
        .map(near -> new Neighbour(near.id(), near.distance(), near.likeness()))
        .toList();
  }

  /** Returns the near-duplicates that are the reason for an action. */
  private List<Found> because(Action action, Offer offer, List<Found> nearest) {
    return switch (action) {
      case REPLACED, REFUSED -> replaced(offer, nearest);
      case SKIPPED -> nearest.stream().filter(near -> near.likeness().mayDropFirst()).toList();
      case ADDED, MARKED -> nearest;
    };
  }

  /** Returns the near-duplicates that the offered document would replace. */
  private List<Found> replaced(Offer offer, List<Found> nearest) {
    return nearest.stream()
        .filter(near -> near.likeness().mayDropSecond() && !isKept(near, offer))
        .toList();
  }

  private boolean isKept(Found near, Offer offer) {
    return settings.policy.quality != null && near.isAsGoodAs(offer.state().quality());
  }

  private Action action(Offer offer, List<Found> nearest) {
    if (nearest.isEmpty()) {
      return Action.ADDED;
    }
    List<Found> stay = nearest.stream().filter(near -> near.likeness().mayDropFirst()).toList();
    boolean keepsOther = stay.stream().anyMatch(near -> isKept(near, offer));
    Decision decision =
        keepsOther
            ? Decision.SKIP
            : settings.policy.decision.apply(offer.document(), listed(nearest));
    int replaced = replaced(offer, nearest).size();
    return switch (Objects.requireNonNull(decision, "the callback's decision")) {
      case SKIP -> stay.isEmpty() ? Action.ADDED : Action.SKIPPED;
      case REPLACE -> {
        if (replaced == 0) {
          yield stay.isEmpty() || settings.policy.quality != null ? Action.ADDED : Action.SKIPPED;
        }
        yield replaced > settings.maxReplaced ? Action.REFUSED : Action.REPLACED;
      }
      case ADD -> settings.policy.groupField == null ? Action.ADDED : Action.MARKED;
    };
  }

  private long make(Action action, Offer offer, List<Found> nearest) throws IOException {
    State state = offer.state();
    return switch (action) {
      case SKIPPED, REFUSED -> NO_CHANGE;
      case REPLACED -> {
        List<State> after = new ArrayList<>(List.of(state));
        nearest.forEach(near -> after.add(State.deleted(near.id())));
        Query all = new TermInSetQuery(settings.idField, after.stream().map(State::id).toList());
        yield write(() -> indexWriter.updateDocuments(all, List.of(offer.document())), after);
      }
      case ADDED, MARKED -> {
        Found joined = action == Action.MARKED ? nearest.getFirst() : null;
        Iterable<IndexableField> fields =
            settings.policy.groupField == null
                ? offer.document()
                : settings.policy.marked(offer.document(), state.group(), joined);
        List<State> after = List.of(joined == null ? state : state.apart());
        yield write(() -> indexWriter.updateDocument(term(state.id()), fields), after);
      }
    };
  }

  private long write(IOSupplier<Long> change, List<State> after) throws IOException {
    try {
      long sequenceNumber = change.get();
      after.forEach(state -> recent.put(state));
      return sequenceNumber;
    } catch (Throwable e) {
      recent.setUnsure();
      throw e;
    }
  }

  private Term term(BytesRef id) {
    return new Term(settings.idField, id);
  }

  long delete(BytesRef id) throws IOException {
    State after = State.deleted(id);
    return change(after, () -> write(() -> indexWriter.deleteDocuments(term(id)), List.of(after)));
  }

  long expire(Instant before) throws IOException {
    if (settings.scope.dateField() == null) {
      throw new IllegalStateException("the writer has no window, expected one with a date field");
    }
    long last = Math.decrementExact(before.toEpochMilli());
    return change(State.deleted(new BytesRef()), () -> write(() -> expireNow(last), List.of()));
  }

  private long expireNow(long last) throws IOException {
    Query expired =
        look((in, seen) -> settings.scope.dates(Long.MIN_VALUE, last, in.getIndexReader()));
    long sequenceNumber = indexWriter.deleteDocuments(expired);
    refresh();
    return sequenceNumber;
  }

  /**
   * Makes a change under the lock. Refreshes first if an earlier change is unsure or the memory is
   * full.
   */
  private <T> T change(State change, IOSupplier<T> call) throws IOException {
    if (recent.isHalfFull() && refreshingAhead.tryLock()) { // while other threads go on
      try {
        refresh();
      } finally {
        refreshingAhead.unlock();
      }
    }
    return locked(
        () -> {
          ensureOpen();
          if (!recent.isReadyFor(change)) {
            refresh();
          }
          return call.get();
        });
  }

  private void ensureOpen() {
    if (isClosed || !indexWriter.isOpen()) {
      throw new AlreadyClosedException(
          "this writer or its index writer is closed", indexWriter.getTragicException());
    }
  }

  /** Makes all earlier changes visible to the searcher, and drops them from {@link #recent}. */
  void refresh() throws IOException {
    long before = locked(() -> recent.last);
    searchers.maybeRefreshBlocking();
    locked(() -> recent = recent.since(before));
  }

  private <T> T locked(IOSupplier<T> call) throws IOException {
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    }
    try {
      return call.get();
    } finally {
      lock.unlock();
    }
  }

  /** Closes the searchers when no call holds the lock. */
  void close() throws IOException {
    lock.lock();
    try {
      isClosed = true;
      IN_USE.remove(indexWriter, lock);
      searchers.close();
    } finally {
      lock.unlock();
    }
  }
}
