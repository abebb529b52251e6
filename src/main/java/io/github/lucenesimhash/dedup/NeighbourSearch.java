package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.BytesRef;
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
   * Near-duplicates, nearest first, ties by id.
   *
   * @param isAll false if there may be more that were not looked at
   */
  record Neighbours(List<Found> nearest, boolean isAll) {}

  /** Within the distance; {@code look} gives null if it is out of date or of another text. */
  private record Candidate(int distance, IOSupplier<Found> look) {}

  /**
   * The documents that an offered one is compared with, and what the last searcher showed of them:
   * right whenever that is asked again, for it never changes. For one thread.
   */
  static final class Lookup {

    private final Query near;
    private IndexSearcher searcher;
    private TopDocs hits;

    Lookup(Query near) {
      this.near = near;
    }

    /** The nearest, ties in index order; the total is exact. */
    TopDocs in(IndexSearcher asked, int most) throws IOException {
      if (!asked.equals(searcher)
          || hits.scoreDocs.length < Math.min(most, hits.totalHits.value())) {
        hits = asked.search(near, new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE));
        searcher = asked;
      }
      return hits;
    }
  }

  /** For each offer the documents to compare it with; null if it has no fingerprint. */
  List<Lookup> lookUp(List<Offer> offers) throws IOException {
    long[] fingerprints =
        offers.stream().flatMapToLong(offer -> offer.fingerprint().stream()).toArray();
    DistanceBatch batch = new DistanceBatch(settings.field, fingerprints, settings.maxDistance);
    List<Lookup> lookups = new ArrayList<>();
    int next = 0;
    IndexSearcher searcher = searchers.acquire();
    try {
      for (Offer offer : offers) {
        Lookup lookup = null;
        if (offer.fingerprint().isPresent()) {
          lookup = new Lookup(near(batch.query(next++)));
          lookup.in(searcher, settings.firstHits());
        }
        lookups.add(lookup);
      }
    } finally {
      searchers.release(searcher);
    }
    return lookups;
  }

  /** The field of the ids, as the last searcher shows it, or null if it shows none. */
  IdField idField() throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return IdField.of(
          FieldInfos.getMergedFieldInfos(searcher.getIndexReader()).fieldInfo(settings.idField));
    } finally {
      searchers.release(searcher);
    }
  }

  private Query near(Query within) {
    String scheme = settings.schemeId;
    Query near =
        scheme == null ? within : SimHashField.requireScheme(within, settings.field, scheme);
    if (settings.policy.groupField == null) {
      return near;
    }
    Query marked = new FieldExistsQuery(settings.policy.groupDistanceField());
    return new BooleanQuery.Builder().add(near, Occur.MUST).add(marked, Occur.MUST_NOT).build();
  }

  /** Near-duplicates but the older version: all, or the nearest where settings need no more. */
  Neighbours find(State offered, Lookup near) throws IOException {
    Table table = pending.table();
    List<Candidate> held = new ArrayList<>();
    for (Found other : table.within(offered.fingerprint().getAsLong(), settings.maxDistance)) {
      State state = other.state();
      if (!state.id().equals(offered.id())) {
        IOSupplier<Found> look = () -> settings.resembles(offered, state::features) ? other : null;
        held.add(new Candidate(other.distance(), look));
      }
    }
    IndexSearcher searcher = searchers.acquire();
    try {
      TopDocs hits = near.in(searcher, settings.firstHits());
      while (true) {
        long total = hits.totalHits.value();
        List<Candidate> candidates = new ArrayList<>();
        for (ScoreDoc hit : hits.scoreDocs) {
          // the score is 1 - distance/64, a float without error
          int distance = Math.round((1 - hit.score) * Fingerprint.BITS);
          IOSupplier<Found> look = () -> visible(offered, table, searcher, hit.doc, distance);
          candidates.add(new Candidate(distance, look));
        }
        boolean isAll = candidates.size() == total;
        // candidates are the nearest: none is left out that is as near as one of them
        int last = isAll ? Fingerprint.BITS : candidates.getLast().distance;
        held.stream().filter(candidate -> candidate.distance <= last).forEach(candidates::add);
        candidates.sort(Comparator.comparingInt(Candidate::distance));
        Neighbours found = look(offered, candidates, isAll);
        if (found != null) {
          return found;
        }
        hits = near.in(searcher, (int) Math.min(total, 8L * hits.scoreDocs.length));
      }
    } finally {
      searchers.release(searcher);
    }
  }

  /** Returns null if more candidates could make a difference. */
  private Neighbours look(State offered, List<Candidate> candidates, boolean isAll)
      throws IOException {
    List<Found> found = new ArrayList<>();
    boolean isEnough = false;
    boolean isAsGood = false;
    int looked = 0;
    while (looked < candidates.size() && !isEnough) {
      Found near = candidates.get(looked++).look.get();
      if (near != null) {
        found.add(near);
        isAsGood |= near.state().isAsGoodAs(offered);
        isEnough = isAsGood && found.size() >= settings.mostNeighbours();
      }
    }
    found.sort(Comparator.comparingInt(Found::distance).thenComparing(near -> near.state().id()));
    return isAll || isEnough ? new Neighbours(found, isAll && looked == candidates.size()) : null;
  }

  private Found visible(State offered, Table table, IndexSearcher searcher, int doc, int distance)
      throws IOException {
    IndexReader reader = searcher.getIndexReader();
    BytesRef id = IdField.id(reader, settings.idField, doc);
    if (id == null) {
      String problem = "document " + doc + " has no value in field '" + settings.idField + "'";
      throw new IllegalStateException(
          problem + ", expected an id that is stored or has a doc value");
    }
    StoredFields stored = searcher.storedFields();
    if (id.equals(offered.id())
        || table.get(id) != null
        || !settings.resembles(offered, () -> settings.textCheck.features(stored, doc))) {
      return null;
    }
    DuplicatePolicy policy = settings.policy;
    OptionalLong fingerprint = SimHashField.fingerprint(reader, settings.field, doc);
    double quality = policy.comparesQuality() ? policy.quality(stored.document(doc)) : 0;
    return new Found(new State(id, false, fingerprint, quality, null), distance);
  }

  /** Whether there is a document of an offer's id. The id must be claimed. */
  boolean exists(Offer offer) throws IOException {
    State held = pending.table().get(offer.id());
    if (held != null) {
      return !held.isDeleted();
    }
    IndexSearcher searcher = searchers.acquire();
    try {
      return searcher.count(offer.idField().query(List.of(offer.id()))) > 0;
    } finally {
      searchers.release(searcher);
    }
  }
}
