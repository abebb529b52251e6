package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.Lookup.Near;
import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.IOSupplier;

/** Finds near-duplicates among all documents that were accepted, visible to a searcher or not. */
record NeighbourSearch(Settings settings, PendingDocuments pending, SearcherManager searchers) {

  /*
   * The newest state of a document is in the table of pending documents until a refresh that began
   * after its change has succeeded. Take the table first and the searcher second: what this table
   * does not hold was forgotten before it was taken, so the searcher shows it. A table never forgets,
   * its successor does, so what it holds is read from it alone, and a hit that it knows is left out.
   */

  /**
   * Near-duplicates, in the order of {@link Found#NEAREST_FIRST}.
   *
   * @param isAll false if there may be more that were not looked at
   * @param heldBack how many that resemble the offered document the guard kept apart
   */
  record Neighbours(List<Found> nearest, boolean isAll, int heldBack) {
    static final Neighbours NONE = new Neighbours(List.of(), true, 0);
  }

  /** A near document; {@code look} gives null if it is out of date or of another text. */
  private record Candidate(int distance, IOSupplier<Found> look) {}

  /** For each offer the documents to compare it with; null if it is compared with none. */
  List<Lookup> lookUp(List<Offer> offers) throws IOException {
    DistanceBatch batch =
        new DistanceBatch(
            settings.comparedField(),
            offers.stream().map(Offer::fingerprint).toList(),
            settings.comparison.maxDistance());
    List<Lookup> lookups = new ArrayList<>();
    AtomicReference<IndexSearcher> checked = new AtomicReference<>();
    IndexSearcher searcher = searchers.acquire();
    try {
      for (Offer offer : offers) {
        Lookup lookup = null;
        if (offer.fingerprint().isPresent()) {
          int index = lookups.size();
          Near near =
              (in, most) -> {
                checkSchemes(in, checked);
                return near(batch, index, offer.state(), in, most);
              };
          lookup = new Lookup(offer.state(), settings, near);
          lookup.in(searcher, settings.firstHits());
          lookup.seeAhead();
        }
        lookups.add(lookup);
      }
    } finally {
      searchers.release(searcher);
    }
    return lookups;
  }

  /** Each searcher once, whatever is looked up in it. */
  private void checkSchemes(IndexSearcher searcher, AtomicReference<IndexSearcher> checked) {
    if (!searcher.equals(checked.get())) {
      if (settings.schemeId != null) {
        IndexReader reader = searcher.getIndexReader();
        SimHashField.requireScheme(reader, settings.comparedField(), settings.schemeId);
      }
      checked.set(searcher);
    }
  }

  /** The documents within the distance that an offered one is compared with. */
  private TopDocs near(
      DistanceBatch batch, int index, State offered, IndexSearcher searcher, int most)
      throws IOException {
    Scope scope = settings.scope;
    Query within = batch.query(index);
    Query compared = settings.compared(within);
    ComparedHits hits = new ComparedHits(scope, offered.origin());
    if (!batch.isOfOne() || scope.isAll()) { // one alone may leave out segments of other times
      TopDocs all = batch.search(index, searcher, most);
      long total = all.totalHits.value();
      boolean areCompared = compared.equals(within);
      if (total == 0 || (scope.isAll() && areCompared)) {
        return all;
      }
      if (total == all.scoreDocs.length && areCompared) {
        return hits.of(searcher.getIndexReader(), all.scoreDocs);
      }
    }
    return hits.nearest(compared, searcher, most);
  }

  /** The field of the ids, as the last searcher shows it, or null if it shows none. */
  IdField idField() throws IOException {
    return IdField.of(info(settings.idField));
  }

  /** The documents with a date before a time, as the last searcher knows the field. */
  Query before(Instant time) throws IOException {
    return settings.scope.before(time, info(settings.scope.dateField()));
  }

  private FieldInfo info(String field) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return FieldInfos.getMergedFieldInfos(searcher.getIndexReader()).fieldInfo(field);
    } finally {
      searchers.release(searcher);
    }
  }

  /**
   * Near-duplicates but the older version: all, or the nearest where settings need no more.
   *
   * @param mayCompare whether texts may be compared, which may take long
   * @return null if there are texts that would have to be compared, and may not
   */
  Neighbours find(Lookup lookup, boolean mayCompare) throws IOException {
    Table table = pending.table();
    List<Candidate> held = held(lookup, table.near(lookup.offered, settings));
    IndexSearcher searcher = searchers.acquire();
    try {
      TopDocs hits = lookup.in(searcher, settings.firstHits());
      while (true) {
        lookup.begin(mayCompare);
        long total = hits.totalHits.value();
        List<Candidate> candidates = new ArrayList<>();
        for (ScoreDoc hit : hits.scoreDocs) {
          IOSupplier<Found> look = () -> lookup.found(searcher.getIndexReader(), hit, table);
          candidates.add(new Candidate(lookup.distance(hit), look));
        }
        boolean isAll = candidates.size() == total;
        // candidates are the nearest: none is left out that is as near as one of them
        int last = isAll ? Integer.MAX_VALUE : candidates.getLast().distance;
        held.stream().filter(candidate -> candidate.distance <= last).forEach(candidates::add);
        candidates.sort(Comparator.comparingInt(Candidate::distance));
        Neighbours found = look(lookup, candidates, isAll);
        if (lookup.isIncomplete()) {
          return null;
        }
        if (found != null) {
          return found;
        }
        hits = lookup.in(searcher, (int) Math.min(total, 8L * hits.scoreDocs.length));
      }
    } finally {
      searchers.release(searcher);
    }
  }

  private static List<Candidate> held(Lookup lookup, List<Found> near) {
    List<Candidate> held = new ArrayList<>();
    for (Found other : near) {
      IOSupplier<Found> look = () -> lookup.resembles(other.state()) ? other : null;
      held.add(new Candidate(other.distance(), look));
    }
    return held;
  }

  /** Returns null if more candidates could make a difference, or the lookup is incomplete. */
  private Neighbours look(Lookup lookup, List<Candidate> candidates, boolean isAll)
      throws IOException {
    List<Found> found = new ArrayList<>();
    boolean isEnough = false;
    boolean isAsGood = false;
    int looked = 0;
    while (looked < candidates.size() && !isEnough) {
      Found near = candidates.get(looked++).look.get();
      if (lookup.isIncomplete()) {
        return null;
      }
      if (near != null) {
        found.add(near);
        isAsGood |= near.state().isAsGoodAs(lookup.offered);
        isEnough = isAsGood && found.size() >= settings.mostNeighbours();
      }
    }
    found.sort(Found.NEAREST_FIRST);
    boolean areAllLooked = isAll && looked == candidates.size();
    return isAll || isEnough ? new Neighbours(found, areAllLooked, lookup.heldBack()) : null;
  }

  /** Whether there is a document of an offer's id. The id must be claimed. */
  boolean exists(Offer offer) throws IOException {
    State held = pending.table().get(offer.id());
    if (held != null) {
      return !held.isDeleted();
    }
    IndexSearcher searcher = searchers.acquire();
    try {
      IndexSearcher once = new IndexSearcher(searcher.getIndexReader());
      once.setQueryCache(null); // each id is asked for once
      return once.count(offer.idField().query(List.of(offer.id()))) > 0;
    } finally {
      searchers.release(searcher);
    }
  }
}
