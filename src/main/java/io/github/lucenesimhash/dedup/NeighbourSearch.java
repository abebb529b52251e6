package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
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
import org.apache.lucene.util.ThreadInterruptedException;

/** Finds near-duplicates among all documents that were accepted, visible to a searcher or not. */
record NeighbourSearch(Settings settings, PendingDocuments pending, SearcherManager searchers) {

  private static final int MOST_AHEAD = 16; // hits of a document that are read ahead

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

  /** A search for the nearest, ties in index order; the total is exact. */
  interface Near {
    TopDocs in(IndexSearcher searcher, int most) throws IOException;
  }

  /** Where a document is, whichever searcher shows it. */
  private record Place(CacheKey core, int leafDoc) {}

  /** A document of the index; not found if its text is another. The same whenever it is read. */
  private record Seen(BytesRef id, Found found) {}

  /**
   * The documents that an offered one is compared with, what the last searcher showed of them, and
   * what was read of the first of them: right whenever that is asked again, for it never changes.
   * For one thread.
   */
  static final class Lookup {

    private final Near near;
    private final Map<Place, Seen> ahead = new HashMap<>();
    private IndexSearcher searcher;
    private TopDocs hits;

    Lookup(Near near) {
      this.near = near;
    }

    TopDocs in(IndexSearcher asked, int most) throws IOException {
      if (!asked.equals(searcher)
          || hits.scoreDocs.length < Math.min(most, hits.totalHits.value())) {
        hits = near.in(asked, most);
        searcher = asked;
      }
      return hits;
    }
  }

  /** For each offer the documents to compare it with; null if it has no fingerprint. */
  List<Lookup> lookUp(List<Offer> offers) throws IOException {
    long[] fingerprints =
        offers.stream().flatMapToLong(offer -> offer.fingerprint().stream()).toArray();
    DistanceBatch batch =
        new DistanceBatch(settings.comparedField(), fingerprints, settings.maxDistance);
    List<Lookup> lookups = new ArrayList<>();
    int next = 0;
    IndexSearcher searcher = searchers.acquire();
    try {
      for (Offer offer : offers) {
        Lookup lookup = null;
        if (offer.fingerprint().isPresent()) {
          int index = next++;
          Origin origin = offer.state().origin();
          boolean isAlone = fingerprints.length == 1;
          lookup = new Lookup((in, most) -> near(batch, index, isAlone, origin, in, most));
          lookup.in(searcher, settings.firstHits());
          seeAhead(offer.state(), lookup);
        }
        lookups.add(lookup);
      }
    } finally {
      searchers.release(searcher);
    }
    return lookups;
  }

  /** Reads the nearest hits, so that the decision need not. What fails here fails there again. */
  private void seeAhead(State offered, Lookup lookup) throws IOException {
    try {
      for (ScoreDoc hit : lookup.hits.scoreDocs) {
        if (lookup.ahead.size() == MOST_AHEAD) {
          break;
        }
        IndexReader reader = lookup.searcher.getIndexReader();
        Place place = place(reader, hit.doc);
        if (place != null) {
          lookup.ahead.put(place, see(offered, reader, hit));
        }
      }
    } catch (IOException | RuntimeException e) {
      if (isInterrupt(e)) {
        throw e;
      } // else whether it matters is known when it is the document's turn
    }
  }

  /** Also within what a verifier's analyzer threw. */
  private static boolean isInterrupt(Throwable e) {
    return e instanceof ThreadInterruptedException
        || e instanceof InterruptedIOException
        || e instanceof ClosedByInterruptException
        || (e != null && isInterrupt(e.getCause()));
  }

  /** Null if other searchers do not know the segment. */
  private static Place place(IndexReader reader, int doc) {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    CacheHelper core = leaf.reader().getCoreCacheHelper();
    return core == null ? null : new Place(core.getKey(), doc - leaf.docBase);
  }

  /** The field of the ids, as the last searcher shows it, or null if it shows none. */
  IdField idField() throws IOException {
    return IdField.of(info(settings.idField));
  }

  /** The documents with a date before another, as the last searcher knows the field. */
  Query before(long date) throws IOException {
    return settings.scope.before(date, info(settings.scope.dateField()));
  }

  private FieldInfo info(String field) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return FieldInfos.getMergedFieldInfos(searcher.getIndexReader()).fieldInfo(field);
    } finally {
      searchers.release(searcher);
    }
  }

  private TopDocs near(
      DistanceBatch batch,
      int index,
      boolean isAlone,
      Origin origin,
      IndexSearcher searcher,
      int most)
      throws IOException {
    IndexReader reader = searcher.getIndexReader();
    if (settings.schemeId != null) {
      SimHashField.requireScheme(reader, settings.comparedField(), settings.schemeId);
    }
    Scope scope = settings.scope;
    boolean isOfLeaders = settings.policy.groupField != null && !settings.hasStories();
    Query query = batch.query(index);
    if (!isAlone || scope.isAll()) { // one alone may leave out segments of other times
      TopDocs near = batch.search(index, searcher, most);
      if (near.totalHits.value() == 0 || (scope.isAll() && !isOfLeaders)) {
        return near;
      }
      if (near.totalHits.value() == near.scoreDocs.length && !isOfLeaders) {
        return scope.of(origin, reader, near.scoreDocs);
      }
    }
    if (isOfLeaders) {
      Query marked = new FieldExistsQuery(settings.policy.groupDistanceField());
      query = new BooleanQuery.Builder().add(query, Occur.MUST).add(marked, Occur.MUST_NOT).build();
    }
    var nearest = new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE);
    return searcher.search(query, scope.of(origin, nearest));
  }

  /** Near-duplicates but the older version: all, or the nearest where settings need no more. */
  Neighbours find(State offered, Lookup near) throws IOException {
    Table table = pending.table();
    List<Candidate> held = new ArrayList<>();
    for (Found other : table.within(offered.fingerprint().getAsLong(), settings.maxDistance)) {
      State state = other.state();
      if (!state.id().equals(offered.id())
          && settings.scope.isCompared(state.origin(), offered.origin())) {
        IOSupplier<Found> look = () -> settings.resembles(offered, state::text) ? other : null;
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
          IOSupplier<Found> look = () -> visible(offered, near, table, searcher, hit);
          candidates.add(new Candidate(distance(hit), look));
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

  /** The score is 1 - distance/64, a float without error. */
  private static int distance(ScoreDoc hit) {
    return Math.round((1 - hit.score) * Fingerprint.BITS);
  }

  private Found visible(
      State offered, Lookup near, Table table, IndexSearcher searcher, ScoreDoc hit)
      throws IOException {
    IndexReader reader = searcher.getIndexReader();
    Seen seen = near.ahead.get(place(reader, hit.doc));
    if (seen == null) {
      seen = see(offered, reader, hit);
    }
    boolean isOther = !seen.id.equals(offered.id()) && table.get(seen.id) == null;
    return isOther ? seen.found : null;
  }

  private Seen see(State offered, IndexReader reader, ScoreDoc hit) throws IOException {
    BytesRef id = IdField.id(reader, settings.idField, hit.doc);
    if (id == null) {
      String problem = "document " + hit.doc + " has no value in field '" + settings.idField + "'";
      throw new IllegalStateException(
          problem + ", expected an id that is stored or has a doc value");
    }
    StoredFields stored = reader.storedFields();
    if (id.equals(offered.id())
        || !settings.resembles(offered, () -> settings.textCheck.text(stored, hit.doc))) {
      return new Seen(id, null);
    }
    DuplicatePolicy policy = settings.policy;
    OptionalLong fingerprint = SimHashField.fingerprint(reader, settings.comparedField(), hit.doc);
    double quality = policy.comparesQuality() ? policy.quality(stored.document(hit.doc)) : 0;
    State state =
        settings.hasStories()
            ? new State(
                id,
                false,
                fingerprint,
                0,
                null,
                origin(offered, reader, hit.doc),
                story(reader, hit.doc))
            : new State(id, false, fingerprint, quality, null);
    return new Seen(id, new Found(state, distance(hit)));
  }

  private Origin origin(State offered, IndexReader reader, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    return new Origin(settings.scope.date(leaf, doc - leaf.docBase), offered.origin().tenant());
  }

  private String story(IndexReader reader, int doc) throws IOException {
    return IdField.id(reader, settings.policy.groupField, doc).utf8ToString();
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
