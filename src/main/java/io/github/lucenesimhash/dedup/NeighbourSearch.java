package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;

/** Finds near-duplicates among all documents that were accepted, visible to a searcher or not. */
final class NeighbourSearch {

  /*
   * The newest state of a document is in the table of pending documents until a refresh that began
   * after its change has succeeded. Take the table first and the searcher second: what this table
   * does not hold was forgotten before it was taken, so the searcher shows it. A table never forgets,
   * its successor does, so what it holds is read from it alone, and a hit that it knows is left out.
   */

  /**
   * A near-duplicate.
   *
   * @param fingerprint under a policy that marks, or if it is pending; else 0
   */
  record Found(BytesRef id, int distance, long fingerprint, double quality) {

    /** Whether the offered document is no better; true if a quality is not a number. */
    boolean isAsGoodAs(Pending offered) {
      return !(offered.quality() > quality);
    }
  }

  /**
   * Near-duplicates, nearest first, ties by id.
   *
   * @param isAll false if there may be more that were not looked at
   */
  record Neighbours(List<Found> nearest, boolean isAll) {
    static final Neighbours NONE = new Neighbours(List.of(), true);
  }

  /**
   * What is within the distance.
   *
   * @param held null for a document of the searcher
   */
  private record Candidate(int distance, Pending held, int doc) {}

  private static final Comparator<Found> NEAREST_FIRST =
      Comparator.comparingInt(Found::distance).thenComparing(Found::id);

  private final Settings settings;
  private final PendingDocuments pending;
  private final SearcherManager searchers;

  NeighbourSearch(Settings settings, PendingDocuments pending, SearcherManager searchers) {
    this.settings = settings;
    this.pending = pending;
    this.searchers = searchers;
  }

  /**
   * Near-duplicates, without the document of its own id: all, or the nearest where the settings
   * need no more.
   *
   * @param near the documents within the distance
   */
  Neighbours find(Pending offered, Lookup near) throws IOException {
    Table table = pending.table();
    List<Candidate> held = new ArrayList<>();
    table.within(
        offered.fingerprint(),
        settings.maxDistance(),
        other -> {
          if (!other.id().equals(offered.id())) {
            int distance = Fingerprint.distance(other.fingerprint(), offered.fingerprint());
            held.add(new Candidate(distance, other, -1));
          }
        });
    IndexSearcher searcher = searchers.acquire();
    try {
      TopDocs hits = near.in(searcher, settings.firstHits());
      while (true) {
        long total = hits.totalHits.value();
        boolean isAll = hits.scoreDocs.length == total;
        List<Candidate> candidates = candidates(held, hits, isAll);
        Neighbours found = look(offered, table, searcher, candidates, isAll);
        if (found != null) {
          return found;
        }
        hits = near.in(searcher, (int) Math.min(total, 8L * hits.scoreDocs.length));
      }
    } finally {
      searchers.release(searcher);
    }
  }

  /** The nearest: none is left out that is as near as one of them. */
  private static List<Candidate> candidates(List<Candidate> held, TopDocs hits, boolean isAll) {
    List<Candidate> candidates = new ArrayList<>();
    for (ScoreDoc hit : hits.scoreDocs) {
      // the score is 1 - distance/64, a float without error
      int distance = Math.round((1 - hit.score) * Fingerprint.BITS);
      candidates.add(new Candidate(distance, null, hit.doc));
    }
    int last = isAll ? Fingerprint.BITS : candidates.get(candidates.size() - 1).distance;
    held.stream().filter(candidate -> candidate.distance <= last).forEach(candidates::add);
    candidates.sort(Comparator.comparingInt(Candidate::distance));
    return candidates;
  }

  /** Returns null if more candidates could make a difference. */
  private Neighbours look(
      Pending offered, Table table, IndexSearcher searcher, List<Candidate> candidates, boolean all)
      throws IOException {
    List<Found> found = new ArrayList<>();
    boolean isEnough = false;
    boolean isAsGood = false;
    int looked = 0;
    while (looked < candidates.size() && !isEnough) {
      Candidate candidate = candidates.get(looked++);
      Found near =
          candidate.held == null
              ? visible(offered, table, searcher, candidate)
              : held(offered, candidate);
      if (near != null) {
        found.add(near);
        isAsGood |= near.isAsGoodAs(offered);
        isEnough = isAsGood && found.size() >= settings.mostNeighbours();
      }
    }
    found.sort(NEAREST_FIRST);
    return all || isEnough ? new Neighbours(found, all && looked == candidates.size()) : null;
  }

  private Found held(Pending offered, Candidate candidate) {
    Pending held = candidate.held;
    return settings.textCheck() == null
            || settings.textCheck().resembles(offered.features(), held.features())
        ? new Found(held.id(), candidate.distance, held.fingerprint(), held.quality())
        : null;
  }

  private Found visible(Pending offered, Table table, IndexSearcher searcher, Candidate candidate)
      throws IOException {
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(candidate.doc, leaves));
    int doc = candidate.doc - leaf.docBase;
    BytesRef id = IdReader.id(leaf.reader(), settings.idField(), doc);
    if (id == null) {
      throw new IllegalStateException(
          "document "
              + candidate.doc
              + " has no value in field '"
              + settings.idField()
              + "', expected an id that is stored or has a sorted doc value");
    }
    if (id.equals(offered.id())
        || table.contains(id)
        || (settings.textCheck() != null
            && !settings
                .textCheck()
                .resembles(offered.features(), searcher.storedFields(), candidate.doc))) {
      return null;
    }
    DuplicatePolicy policy = settings.policy();
    return new Found(
        id,
        candidate.distance,
        policy.groupField() == null ? 0 : fingerprint(leaf, doc),
        policy.comparesQuality()
            ? policy.quality(searcher.storedFields().document(candidate.doc))
            : 0);
  }

  private long fingerprint(LeafReaderContext leaf, int doc) throws IOException {
    NumericDocValues fingerprints = DocValues.getNumeric(leaf.reader(), settings.field());
    if (!fingerprints.advanceExact(doc)) {
      throw new AssertionError("a hit without a fingerprint");
    }
    return fingerprints.longValue();
  }

  /** Whether there is a document of that id. Its id must be claimed. */
  boolean exists(BytesRef id) throws IOException {
    Pending held = pending.table().get(id);
    if (held != null) {
      return !held.isDeleted();
    }
    IndexSearcher searcher = searchers.acquire();
    try {
      return searcher.count(new TermQuery(new Term(settings.idField(), id))) > 0;
    } finally {
      searchers.release(searcher);
    }
  }
}
