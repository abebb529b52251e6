package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.NeighbourSearch.Found;
import io.github.lucenesimhash.dedup.Outcome.Action;
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
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;

/** Looks, decides and writes, one document after another wherever the order matters. */
final class Admission {

  /*
   * Why the guarantee holds. (1) A call claims its id and the Hamming ball around its fingerprint
   * (Claims), so among calls that could influence each other one decides and writes at a time. (2)
   * Under its claim it sees every document that was accepted before within the distance, visible to
   * a searcher or not (NeighbourSearch). (3) What it writes, the new document in place of its own
   * older version and of those it replaces, is one operation of the index writer; only when that
   * has returned is the change put into the table, and only then is the claim left. (4) If it throws,
   * nobody knows whether the change was made: the index writer may fail after it, in a flush that the
   * change set off. Then no call decides before a refresh has succeeded, which shows what the index
   * holds and empties the table up to there. A call that replaces documents claims their ids too: it
   * does not know them before it has looked, so it leaves the claim, claims all of them at once and
   * looks again, until it has claimed what it finds.
   */

  private final IndexWriter indexWriter;
  private final Settings settings;
  private final PendingDocuments pending;
  private final NeighbourSearch search;
  private final Claims claims;
  private final Refresher refresher;

  /** Changes that threw, and how many of them a refresh has settled. */
  private final AtomicLong failures = new AtomicLong();

  private volatile long settledFailures;

  private interface Change {
    long make() throws IOException;
  }

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
    claims = new Claims(settings.maxDistance());
  }

  /**
   * @param near the documents to compare it with; null if it has no fingerprint
   */
  Outcome admit(Offer offer, Lookup near) throws IOException {
    Set<String> ids = Set.of(offer.id());
    while (true) {
      Claims.Claim claim = claims.enter(ids, offer.fingerprint());
      try {
        settle();
        List<Found> found = near == null ? List.of() : search.find(offer.pending(), near);
        if (!settings.policy().mayReplace() || found.isEmpty()) {
          return decide(offer, found);
        }
        Set<String> foundIds = new HashSet<>(ids);
        found.forEach(neighbour -> foundIds.add(neighbour.neighbour().id()));
        if (ids.containsAll(foundIds)) {
          return decide(offer, found);
        }
        ids = foundIds;
      } finally {
        claims.leave(claim);
      }
    }
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

  private long write(Change change) throws IOException {
    boolean made = false;
    try {
      long sequenceNumber = change.make();
      made = true;
      return sequenceNumber;
    } finally {
      if (!made) {
        failures.incrementAndGet();
      }
    }
  }

  private Outcome decide(Offer offer, List<Found> found) throws IOException {
    List<Neighbour> neighbours = found.stream().map(Found::neighbour).toList();
    Decision decision = Decision.ADD;
    if (!neighbours.isEmpty()) {
      decision =
          settings.policy().comparesQuality()
                  && found.stream().anyMatch(other -> other.quality() >= offer.pending().quality())
              ? Decision.SKIP
              : settings.policy().decide(offer.document(), neighbours);
    }
    return switch (decision) {
      case SKIP -> skip(offer, neighbours);
      case REPLACE -> replace(offer, neighbours);
      case ADD -> add(offer, neighbours);
    };
  }

  private Outcome skip(Offer offer, List<Neighbour> neighbours) throws IOException {
    long sequenceNumber = -1;
    if (search.exists(offer.id())) {
      sequenceNumber = deleteDocument(offer.id());
    }
    if (!indexWriter.isOpen()) { // it lost what it had not committed
      throw new AlreadyClosedException(
          "the index writer is closed", indexWriter.getTragicException());
    }
    return new Outcome(offer.id(), Action.SKIPPED, neighbours, sequenceNumber);
  }

  private Outcome replace(Offer offer, List<Neighbour> neighbours) throws IOException {
    if (neighbours.size() > settings.maxReplaced()) {
      return new Outcome(offer.id(), Action.REFUSED, neighbours, -1);
    }
    List<BytesRef> ids = new ArrayList<>(List.of(new BytesRef(offer.id())));
    neighbours.forEach(neighbour -> ids.add(new BytesRef(neighbour.id())));
    long sequenceNumber =
        write(
            () ->
                indexWriter.updateDocuments(
                    new TermInSetQuery(settings.idField(), ids), List.of(offer.document())));
    neighbours.forEach(neighbour -> pending.put(Pending.deleted(neighbour.id()), false));
    pending.put(offer.pending(), true);
    return new Outcome(offer.id(), Action.REPLACED, neighbours, sequenceNumber);
  }

  private Outcome add(Offer offer, List<Neighbour> neighbours) throws IOException {
    boolean joins = settings.policy().groupField() != null && !neighbours.isEmpty();
    long sequenceNumber =
        write(
            () ->
                indexWriter.updateDocument(
                    new Term(settings.idField(), offer.id()), marked(offer, neighbours)));
    pending.put(offer.pending(), offer.fingerprint().isPresent() && !joins);
    return new Outcome(
        offer.id(), joins ? Action.MARKED : Action.ADDED, neighbours, sequenceNumber);
  }

  private Iterable<IndexableField> marked(Offer offer, List<Neighbour> neighbours) {
    DuplicatePolicy policy = settings.policy();
    if (policy.groupField() == null) {
      return offer.document();
    }
    List<IndexableField> fields = new ArrayList<>(offer.document().getFields());
    String group = neighbours.isEmpty() ? offer.id() : neighbours.get(0).id();
    fields.add(new KeywordField(policy.groupField(), group, Field.Store.YES));
    if (!neighbours.isEmpty()) {
      int distance = neighbours.get(0).distance();
      fields.add(new NumericDocValuesField(policy.groupDistanceField(), distance));
    }
    return fields;
  }

  long delete(String id) throws IOException {
    Claims.Claim claim = claims.enter(Set.of(id), OptionalLong.empty());
    try {
      return deleteDocument(id);
    } finally {
      claims.leave(claim);
    }
  }

  private long deleteDocument(String id) throws IOException {
    long sequenceNumber =
        write(() -> indexWriter.deleteDocuments(new Term(settings.idField(), id)));
    pending.put(Pending.deleted(id), false);
    return sequenceNumber;
  }
}
