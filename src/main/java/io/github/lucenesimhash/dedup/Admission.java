package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Claims.Claim;
import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.DuplicatePolicy.Mark;
import io.github.lucenesimhash.dedup.NeighbourSearch.Neighbours;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.By;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/** Looks, decides and writes, one document after another wherever the order matters. */
final class Admission {

  /*
   * Why the guarantee holds. (1) A call claims its id and all that is near it (Claims), so among
   * calls that could influence each other one decides and writes at a time. (2) Under its claim it
   * sees every document that was accepted before and is near it, visible to a searcher or not
   * (NeighbourSearch). (3) A write is one operation of the index writer: the new document in place of
   * its own older version and of those it replaces (several operations where it soft-deletes:
   * IndexChanges). Only when that has returned is the change put into the table, and only then is the
   * claim left. (4) If it throws, it is not known whether the change was made: the index writer may
   * fail after it, in a flush that the change set off. Then no call decides before a refresh has
   * succeeded, which shows what the index holds and empties the table up to there. A call that
   * replaces documents claims their ids too: it does not know them before it has looked, so it leaves
   * the claim, claims all of them at once and looks again, until it has claimed what it finds.
   *
   * Texts are compared without a claim and without room set aside, so that no call waits for another's:
   * where under its claim a call finds some that it has not compared, it leaves the claim, compares
   * them and comes back, to find only what has changed meanwhile. What it has found out by then makes
   * that quick, so it may do the rest under its claim when it has not come to an end in so many rounds.
   */

  private static final int MOST_ROUNDS = 8;
  private static final long NO_CHANGE = -1;

  private final IndexWriter indexWriter;
  private final Settings settings;
  private final DuplicatePolicy policy;
  private final IndexChanges changes;
  private final SearcherManager searchers;
  final PendingDocuments pending;
  final DocumentReader reader;
  final NeighbourSearch search;
  final Claims claims;
  private volatile IdField idField; // of documents that are in the index; null if none is known
  private boolean isUnsettled; // a change threw that no refresh has settled since

  Admission(IndexWriter indexWriter, Settings settings, SearcherManager searchers) {
    this.indexWriter = indexWriter;
    this.settings = settings;
    this.searchers = searchers;
    policy = settings.policy;
    changes = new IndexChanges(indexWriter, settings.softDeletesField);
    pending = new PendingDocuments(searchers, settings.maxPendingBytes);
    reader = new DocumentReader(settings);
    search = new NeighbourSearch(settings, pending, searchers);
    claims = new Claims(settings);
  }

  Outcome add(Offer offer, Lookup near) throws IOException {
    Outcome outcome = change(offer.state(), () -> admit(offer, near, false));
    for (int round = 1; outcome == null; round++) {
      search.find(near, true);
      boolean isLast = round == MOST_ROUNDS;
      outcome = change(offer.state(), () -> admit(offer, near, isLast));
    }
    return outcome;
  }

  private <T> T change(State changed, IOSupplier<T> call) throws IOException {
    try {
      return pending.withRoom(changed, call);
    } catch (IllegalStateException e) {
      Throwable tragedy = indexWriter.getTragicException(); // Lucene does not always name it
      if (tragedy == null) {
        throw e;
      }
      throw new AlreadyClosedException("the index writer failed for good and is closed", tragedy);
    }
  }

  /** Returns null if texts must be compared first, and may not be compared under the claim. */
  private Outcome admit(Offer offer, Lookup near, boolean mayCompare) throws IOException {
    reader.decideSchemes(offer);
    Set<BytesRef> ids = Set.of(offer.id());
    while (true) {
      Claim claim = claims.enter(ids, offer.state());
      try {
        settle();
        Neighbours found = near == null ? Neighbours.NONE : search.find(near, mayCompare);
        if (found == null) {
          return null;
        }
        Set<BytesRef> needed = new HashSet<>(Set.of(offer.id()));
        if (policy.mayReplace && found.nearest().size() <= settings.maxReplaced) {
          found.nearest().forEach(other -> needed.add(other.state().id()));
        }
        if (ids.containsAll(needed)) {
          return decide(offer, found);
        }
        ids = needed;
      } finally {
        claims.leave(claim);
      }
    }
  }

  private synchronized void settle() throws IOException {
    if (isUnsettled) {
      pending.refresh();
      isUnsettled = false;
    }
  }

  private long write(IOSupplier<Long> change, State after) throws IOException {
    try {
      long sequenceNumber = change.get();
      pending.put(after);
      return sequenceNumber;
    } catch (Throwable e) {
      unsettle();
      throw e;
    }
  }

  private synchronized void unsettle() {
    isUnsettled = true;
  }

  /** What {@link #add} would decide now; nothing is claimed, because nothing is changed. */
  Outcome check(Offer offer, Lookup near) throws IOException {
    settle();
    Neighbours found = near == null ? Neighbours.NONE : search.find(near, true);
    return outcome(offer, found, action(offer, found.nearest(), listed(found)), NO_CHANGE);
  }

  private List<Neighbour> listed(Neighbours found) {
    return found.nearest().stream()
        .limit(settings.mostListed())
        .map(near -> new Neighbour(near.state().id(), near.distance()))
        .toList();
  }

  private Outcome outcome(Offer offer, Neighbours found, Action action, long sequenceNumber) {
    Relation relation = found.isAll() ? Relation.EQUAL_TO : Relation.GREATER_THAN_OR_EQUAL_TO;
    TotalHits total = new TotalHits(found.nearest().size(), relation);
    return new Outcome(
        offer.id(), action, by(offer), listed(found), total, found.heldBack(), sequenceNumber);
  }

  private Outcome decide(Offer offer, Neighbours found) throws IOException {
    List<Found> nearest = found.nearest();
    Action action = action(offer, nearest, listed(found));
    long sequenceNumber =
        switch (action) {
          case SKIPPED -> search.exists(offer) ? delete(offer.idField(), offer.id()) : NO_CHANGE;
          case REFUSED -> NO_CHANGE;
          case REPLACED -> replace(offer, nearest);
          case ADDED, MARKED ->
              policy.groupField == null
                  ? write(() -> index(offer, offer.document()), offer.state())
                  : mark(offer, Mark.of(offer.state(), nearest, settings));
        };
    if (action != Action.SKIPPED && action != Action.REFUSED) {
      idField = offer.idField();
    }
    if (sequenceNumber == NO_CHANGE && !indexWriter.isOpen()) { // it lost what it had not committed
      throw new AlreadyClosedException("the index writer is closed");
    }
    return outcome(offer, found, action, sequenceNumber);
  }

  private By by(Offer offer) {
    By by = settings.comparison.comparesTexts() ? By.TEXTS : By.FINGERPRINTS;
    return offer.fingerprint().isEmpty() ? By.NOTHING : by;
  }

  private Action action(Offer offer, List<Found> nearest, List<Neighbour> neighbours) {
    if (neighbours.isEmpty()) {
      return Action.ADDED;
    }
    boolean keepsOther =
        policy.comparesQuality()
            && nearest.stream().anyMatch(near -> near.state().isAsGoodAs(offer.state()));
    Decision decision =
        keepsOther ? Decision.SKIP : policy.decision.apply(offer.document(), neighbours);
    return switch (Objects.requireNonNull(decision, "the callback's decision")) {
      case SKIP -> Action.SKIPPED;
      case REPLACE -> nearest.size() > settings.maxReplaced ? Action.REFUSED : Action.REPLACED;
      case ADD -> policy.groupField == null ? Action.ADDED : Action.MARKED;
    };
  }

  private long replace(Offer offer, List<Found> replaced) throws IOException {
    List<BytesRef> ids = replaced.stream().map(other -> other.state().id()).toList();
    long sequenceNumber =
        write(
            () -> changes.replace(offer.idField(), offer.id(), ids, offer.document()),
            offer.state());
    ids.forEach(id -> pending.put(State.deleted(id)));
    return sequenceNumber;
  }

  private long mark(Offer offer, Mark mark) throws IOException {
    List<IndexableField> fields = new ArrayList<>(offer.document().getFields());
    mark.addTo(fields, settings, reader);
    return write(() -> index(offer, fields), mark.state(offer.state()));
  }

  private long index(Offer offer, Iterable<? extends IndexableField> fields) throws IOException {
    IdField ids = offer.idField();
    return ids.isNumber() && !search.exists(offer) // a query for a number is asked of every segment
        ? changes.add(fields)
        : changes.update(ids, offer.id(), fields);
  }

  long delete(BytesRef id) throws IOException {
    return change(
        State.deleted(id),
        () -> {
          Claim claim = claims.enter(Set.of(id));
          try {
            return delete(knownIdField(), id);
          } finally {
            claims.leave(claim);
          }
        });
  }

  /** Alone: a document that is being added might be older, and be put into the table later. */
  long expire(Instant before) throws IOException {
    if (!settings.scope.hasWindow()) {
      throw new IllegalStateException("the writer has no window, expected one, with dates");
    }
    return change(
        State.deleted(new BytesRef()),
        () -> {
          Claim claim = claims.enterAlone();
          try {
            pending.refresh();
            long sequenceNumber = changes.delete(search.before(before), searchers);
            pending.refresh();
            return sequenceNumber;
          } catch (Throwable e) {
            unsettle();
            throw e;
          } finally {
            claims.leave(claim);
          }
        });
  }

  private long delete(IdField ids, BytesRef id) throws IOException {
    return write(() -> changes.delete(ids, id), State.deleted(id));
  }

  private IdField knownIdField() throws IOException {
    if (idField == null) {
      pending.refresh(); // a term would delete no number
      idField = search.idField();
    }
    return idField == null ? new IdField(settings.idField, 0) : idField;
  }
}
