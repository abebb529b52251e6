package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Lookup.Found;
import io.github.lucenesimhash.dedup.Lookup.Neighbours;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.By;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.dedup.Recent.Table;
import io.github.lucenesimhash.search.DistanceBatch;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/** Decides on one document after another, and makes the changes. */
final class Admission {

  /*
   * Why the guarantee holds. One lock is held from a look to the change that follows from it. Under it
   * a document is compared with all that were accepted before: with recent changes, and with the hits
   * of the newest searcher that have no recent change. A change gets into recent when the index writer
   * has made it, and out when a refresh that began later has succeeded. If the index writer throws, the
   * change may have been made: nothing is decided before such a refresh shows what the index holds.
   */

  private static final long NO_CHANGE = -1;

  private final IndexWriter indexWriter;
  private final Settings settings;
  private final DuplicatePolicy policy;
  private final IndexChanges changes;
  private final SearcherManager searchers;
  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantLock refreshingAhead = new ReentrantLock();
  private boolean isClosed;
  private Runnable afterLast; // null when it has run
  final Recent recent;
  final DocumentReader reader;

  /**
   * Creates an admission of documents.
   *
   * @param afterLast runs when this is closed and no call is left that may make a change
   */
  Admission(
      IndexWriter indexWriter, Settings settings, SearcherManager searchers, Runnable afterLast) {
    this.indexWriter = indexWriter;
    this.settings = settings;
    this.searchers = searchers;
    this.afterLast = afterLast;
    policy = settings.policy;
    changes = new IndexChanges(indexWriter, settings.idField, settings.softDeletesField);
    recent = new Recent(settings.maxPendingBytes);
    reader = new DocumentReader(settings);
  }

  /** Looks documents up together, without the lock. */
  List<Lookup> lookUp(List<Offer> offers) throws IOException {
    DistanceBatch batch =
        new DistanceBatch(
            settings.field,
            offers.stream().map(Offer::fingerprint).toList(),
            settings.comparison.maxDistance());
    List<Lookup> lookups = new ArrayList<>();
    for (Offer offer : offers) {
      lookups.add(new Lookup(offer, settings, batch, lookups.size()));
    }
    lookAhead(lookups);
    return lookups;
  }

  private void lookAhead(List<Lookup> lookups) throws IOException {
    Table table = recent.table();
    IndexSearcher searcher = searchers.acquire();
    try {
      for (Lookup lookup : lookups) {
        lookup.ahead(searcher, table);
      }
    } finally {
      searchers.release(searcher);
    }
  }

  Outcome add(Lookup lookup) throws IOException {
    return decide(lookup, true);
  }

  /** Says what {@link #add} would do now. */
  Outcome check(Lookup lookup) throws IOException {
    return decide(lookup, false);
  }

  private Outcome decide(Lookup lookup, boolean makes) throws IOException {
    Offer offer = lookup.offer;
    if (settings.textCheck != null) {
      lookAhead(List.of(lookup)); // other calls would wait while texts are compared under the lock
    }
    return change(
        offer.state(),
        () -> {
          if (makes) {
            reader.decideSchemes(offer);
          }
          Table table = recent.table();
          IndexSearcher searcher = searchers.acquire();
          Neighbours found;
          boolean isForeign;
          try {
            found = lookup.find(searcher, table);
            isForeign = isOfAnotherTenant(offer.state(), searcher, table);
          } finally {
            searchers.release(searcher);
          }
          List<Neighbour> listed = listed(found);
          Action action = isForeign ? Action.REFUSED : action(offer, found.nearest(), listed);
          long sequenceNumber = makes ? make(action, offer, found.nearest()) : NO_CHANGE;
          if (sequenceNumber == NO_CHANGE
              && !indexWriter.isOpen()) { // it lost what it had not committed
            throw new AlreadyClosedException("the index writer is closed");
          }
          Relation relation = found.isAll() ? Relation.EQUAL_TO : Relation.GREATER_THAN_OR_EQUAL_TO;
          TotalHits total = new TotalHits(found.nearest().size(), relation);
          return new Outcome(
              offer.id(), action, by(offer), listed, total, found.heldBack(), sequenceNumber);
        });
  }

  /** Makes a change under the lock, when all changes before it are known and there is room. */
  private <T> T change(State change, IOSupplier<T> call) throws IOException {
    try {
      refreshAhead();
      return locked(
          () -> {
            if (isClosed) {
              throw new AlreadyClosedException("the near-duplicate writer is closed");
            }
            if (!recent.isReadyFor(change)) {
              refresh();
            }
            return call.get();
          });
    } catch (IllegalStateException e) {
      Throwable tragedy = indexWriter.getTragicException(); // Lucene does not always name it
      if (tragedy == null) {
        throw e;
      }
      throw new AlreadyClosedException("the index writer failed for good and is closed", tragedy);
    }
  }

  /** One thread refreshes before the memory is full, the others go on meanwhile. */
  private void refreshAhead() throws IOException {
    if (recent.isHalfFull() && refreshingAhead.tryLock()) {
      try {
        refresh();
      } finally {
        refreshingAhead.unlock();
      }
    }
  }

  /** Makes all changes visible that were made before, and forgets them. */
  void refresh() throws IOException {
    long before = locked(recent::last);
    searchers.maybeRefreshBlocking();
    locked(
        () -> {
          recent.forget(before);
          return null;
        });
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
      unlock();
    }
  }

  private void unlock() {
    if (isClosed && afterLast != null && lock.getHoldCount() == 1) {
      afterLast.run();
      afterLast = null;
    }
    lock.unlock();
  }

  /** Closes the searchers, after the call that has the lock. */
  void close() throws IOException {
    lock.lock();
    try {
      isClosed = true;
      searchers.close();
    } finally {
      unlock();
    }
  }

  private boolean isOfAnotherTenant(State offered, IndexSearcher searcher, Table table)
      throws IOException {
    if (!settings.scope.hasTenants()) {
      return false;
    }
    State known = table.get(offered.id());
    BytesRef tenant =
        known == null
            ? settings.scope.tenant(searcher.getIndexReader(), changes.term(offered.id()))
            : known.origin().tenant();
    return tenant != null && !tenant.equals(offered.origin().tenant());
  }

  private List<Neighbour> listed(Neighbours found) {
    return found.nearest().stream()
        .limit(settings.mostListed())
        .map(near -> new Neighbour(near.id(), near.distance()))
        .toList();
  }

  private By by(Offer offer) {
    By by = settings.textCheck == null ? By.FINGERPRINTS : By.TEXTS;
    return offer.fingerprint().isEmpty() ? By.NOTHING : by;
  }

  private Action action(Offer offer, List<Found> nearest, List<Neighbour> listed) {
    if (nearest.isEmpty()) {
      return Action.ADDED;
    }
    double quality = offer.state().quality();
    boolean keepsOther =
        policy.comparesQuality()
            && nearest.stream().anyMatch(near -> !(quality > near.quality())); // also a NaN
    Decision decision =
        keepsOther ? Decision.SKIP : policy.decision.apply(offer.document(), listed);
    return switch (Objects.requireNonNull(decision, "the callback's decision")) {
      case SKIP -> Action.SKIPPED;
      case REPLACE -> nearest.size() > settings.maxReplaced ? Action.REFUSED : Action.REPLACED;
      case ADD -> policy.groupField == null ? Action.ADDED : Action.MARKED;
    };
  }

  private long make(Action action, Offer offer, List<Found> nearest) throws IOException {
    State state = offer.state();
    switch (action) {
      case SKIPPED, REFUSED -> {
        return NO_CHANGE;
      }
      case REPLACED -> {
        List<BytesRef> ids = nearest.stream().map(Found::id).toList();
        List<State> after = new ArrayList<>(List.of(state));
        ids.forEach(id -> after.add(State.deleted(id)));
        return write(() -> changes.replace(offer.id(), ids, offer.document()), after);
      }
      case ADDED, MARKED -> {
        Found joined = action == Action.MARKED ? nearest.getFirst() : null;
        Iterable<IndexableField> fields =
            policy.groupField == null
                ? offer.document()
                : policy.marked(offer.document(), state.group(), joined);
        State after = joined == null ? state : state.apart();
        return write(() -> changes.update(offer.id(), fields), List.of(after));
      }
    }
    throw new AssertionError(action);
  }

  private long write(IOSupplier<Long> change, List<State> after) throws IOException {
    try {
      long sequenceNumber = change.get();
      after.forEach(recent::put);
      return sequenceNumber;
    } catch (Throwable e) {
      recent.setUnsure();
      throw e;
    }
  }

  long delete(BytesRef id) throws IOException {
    State after = State.deleted(id);
    return change(after, () -> write(() -> changes.delete(id), List.of(after)));
  }

  long expire(Instant before) throws IOException {
    if (!settings.scope.hasWindow()) {
      throw new IllegalStateException("the writer has no window, expected one, with dates");
    }
    return change(
        State.deleted(new BytesRef()),
        () ->
            write(
                () -> {
                  refresh();
                  long sequenceNumber = changes.expire(settings.scope, before, searchers);
                  refresh();
                  return sequenceNumber;
                },
                List.of()));
  }
}
