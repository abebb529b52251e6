package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Claims.Claim;
import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.NeighbourSearch.Found;
import io.github.lucenesimhash.dedup.NeighbourSearch.Lookup;
import io.github.lucenesimhash.dedup.NeighbourSearch.Neighbours;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/** Looks, decides and writes, one document after another wherever the order matters. */
final class Admission {

  /*
   * Why the guarantee holds. (1) A call claims its id and the Hamming ball around its fingerprint
   * (Claims), so among calls that could influence each other one decides and writes at a time. (2)
   * Under its claim it sees every document that was accepted before within the distance, visible to
   * a searcher or not (NeighbourSearch). (3) What it writes, the new document in place of its own
   * older version and of those it replaces, is one operation of the index writer; only when that
   * has returned is the change put into the table, and only then is the claim left. (4) If it throws,
   * it is not known whether the change was made: the index writer may fail after it, in a flush that
   * the change set off. Then no call decides before a refresh has succeeded, which shows what the
   * index holds and empties the table up to there. A call that replaces documents claims their ids
   * too: it does not know them before it has looked, so it leaves the claim, claims all of them at
   * once and looks again, until it has claimed what it finds.
   */

  private static final long NO_CHANGE = -1;

  private final IndexWriter indexWriter;
  private final Settings settings;
  private final DuplicatePolicy policy;
  private final PendingDocuments pending;
  private final NeighbourSearch search;
  private final Claims claims;
  private final Refresher refresher;

  /** Changes that threw, and how many of them a refresh has settled. */
  private final AtomicLong failures = new AtomicLong();

  private volatile long settledFailures;

  Admission(
      IndexWriter indexWriter,
      Settings settings,
      PendingDocuments pending,
      NeighbourSearch search,
      Refresher refresher) {
    this.indexWriter = indexWriter;
    this.settings = settings;
    this.pending = pending;
    this.search = search;
    this.refresher = refresher;
    policy = settings.policy();
    claims = new Claims(settings.maxDistance());
  }

  /**
   * @param near the documents to compare it with; null if it has no fingerprint
   */
  Outcome admit(Offer offer, Lookup near) throws IOException {
    Set<BytesRef> ids = Set.of(offer.id());
    while (true) {
      Claim claim = claims.enter(ids, offer.fingerprint());
      try {
        settle();
        Neighbours found = near == null ? Neighbours.NONE : search.find(offer.state(), near);
        Set<BytesRef> replaced = replaceable(found);
        if (ids.containsAll(replaced)) {
          return decide(offer, found);
        }
        ids = replaced;
        ids.add(offer.id());
      } finally {
        claims.leave(claim);
      }
    }
  }

  /** Ids of what the offered document may take the place of. */
  private Set<BytesRef> replaceable(Neighbours found) {
    Set<BytesRef> ids = new HashSet<>();
    if (policy.mayReplace() && found.nearest().size() <= settings.maxReplaced()) {
      found.nearest().forEach(neighbour -> ids.add(neighbour.id()));
    }
    return ids;
  }

  int claims() {
    return claims.size();
  }

  private void settle() throws IOException {
    if (settledFailures == failures.get()) {
      return;
    }
    synchronized (failures) {
      long before = failures.get();
      if (settledFailures != before) {
        refresher.refresh();
        settledFailures = before;
      }
    }
  }

  private long write(IOSupplier<Long> change) throws IOException {
    try {
      return change.get();
    } catch (Throwable e) {
      failures.incrementAndGet();
      throw e;
    }
  }

  private Outcome decide(Offer offer, Neighbours found) throws IOException {
    List<Found> nearest = found.nearest();
    List<Neighbour> neighbours =
        nearest.stream()
            .limit(settings.mostListed())
            .map(near -> new Neighbour(near.id(), near.distance()))
            .toList();
    Action action = action(offer, nearest, neighbours);
    long sequenceNumber =
        switch (action) {
          case SKIPPED -> search.exists(offer.id()) ? deleteDocument(offer.id()) : NO_CHANGE;
          case REFUSED -> NO_CHANGE;
          case REPLACED -> replace(offer, nearest);
          case ADDED, MARKED -> add(offer, nearest, action == Action.ADDED);
        };
    if (sequenceNumber == NO_CHANGE && !indexWriter.isOpen()) { // it lost what it had not committed
      throw new AlreadyClosedException(
          "the index writer is closed", indexWriter.getTragicException());
    }
    Relation relation = found.isAll() ? Relation.EQUAL_TO : Relation.GREATER_THAN_OR_EQUAL_TO;
    TotalHits total = new TotalHits(nearest.size(), relation);
    return new Outcome(offer.id(), action, offer.comparison(), neighbours, total, sequenceNumber);
  }

  private Action action(Offer offer, List<Found> nearest, List<Neighbour> neighbours) {
    if (neighbours.isEmpty()) {
      return Action.ADDED;
    }
    boolean keepsOther =
        policy.comparesQuality()
            && nearest.stream().anyMatch(near -> near.isAsGoodAs(offer.state()));
    return switch (keepsOther ? Decision.SKIP : policy.decide(offer.document(), neighbours)) {
      case SKIP -> Action.SKIPPED;
      case REPLACE -> nearest.size() > settings.maxReplaced() ? Action.REFUSED : Action.REPLACED;
      case ADD -> policy.groupField() == null ? Action.ADDED : Action.MARKED;
    };
  }

  private long replace(Offer offer, List<Found> replaced) throws IOException {
    List<BytesRef> ids = new ArrayList<>(List.of(offer.id()));
    replaced.forEach(other -> ids.add(other.id()));
    TermInSetQuery all = new TermInSetQuery(settings.idField(), ids);
    long sequenceNumber = write(() -> indexWriter.updateDocuments(all, List.of(offer.document())));
    replaced.forEach(other -> pending.put(State.deleted(other.id()), false));
    pending.put(offer.state(), true);
    return sequenceNumber;
  }

  private long add(Offer offer, List<Found> nearest, boolean beginsGroup) throws IOException {
    Term id = new Term(settings.idField(), offer.id());
    long sequenceNumber = write(() -> indexWriter.updateDocument(id, marked(offer, nearest)));
    pending.put(offer.state(), offer.fingerprint().isPresent() && beginsGroup);
    return sequenceNumber;
  }

  private Iterable<IndexableField> marked(Offer offer, List<Found> nearest) {
    if (policy.groupField() == null) {
      return offer.document();
    }
    List<IndexableField> fields = new ArrayList<>(offer.document().getFields());
    String group = DuplicatePolicy.groupName(offer.id(), offer.fingerprint());
    if (!nearest.isEmpty()) {
      Found first = nearest.get(0);
      group = DuplicatePolicy.groupName(first.id(), OptionalLong.of(first.fingerprint()));
      fields.add(new NumericDocValuesField(policy.groupDistanceField(), first.distance()));
    }
    fields.add(new KeywordField(policy.groupField(), group, Field.Store.YES));
    return fields;
  }

  long delete(BytesRef id) throws IOException {
    Claim claim = claims.enter(Set.of(id), OptionalLong.empty());
    try {
      return deleteDocument(id);
    } finally {
      claims.leave(claim);
    }
  }

  private long deleteDocument(BytesRef id) throws IOException {
    Term term = new Term(settings.idField(), id);
    long sequenceNumber = write(() -> indexWriter.deleteDocuments(term));
    pending.put(State.deleted(id), false);
    return sequenceNumber;
  }
}
