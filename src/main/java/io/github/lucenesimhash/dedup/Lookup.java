package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/**
 * Finds the near-duplicates of one offered document. Caches the hits of the last searcher and the
 * results of reading documents and comparing texts, which stay valid because the documents of a
 * segment never change. So looking ahead without the lock leaves little to do under the lock. For
 * use by one thread at a time.
 */
final class Lookup {

  private static final int MOST_AHEAD = 16; // the number of documents read and compared ahead

  /**
   * Holds a document within the distance. The likeness indicates whether it is a near-duplicate.
   *
   * @param likeness the likeness of the offered text, as the first, and the text of this document
   */
  record Found(BytesRef id, int distance, Likeness likeness, double quality, String group) {

    /** Returns true unless the given quality is higher; true if either quality is NaN. */
    boolean isAsGoodAs(double other) {
      return !(other > quality);
    }
  }

  /** Holds near-duplicates, nearest first. {@code isAll} is false if more may exist. */
  record Neighbours(List<Found> nearest, boolean isAll, int heldBack) {}

  /** Identifies a document by segment and number, which are the same in every searcher. */
  private record Place(CacheKey core, int leafDoc) {}

  /**
   * Holds a document within the distance that is not read yet. {@code look} reads the document, and
   * returns null if it is outdated.
   */
  private record Candidate(int distance, IOSupplier<Found> look) {}

  final Offer offer;
  private final State offered;
  private final DocumentReader documents;
  private final Settings settings;
  private final DistanceBatch batch;
  private final int index;
  private final Map<Object, Found> seen = new HashMap<>(); // by Place, or by State if recent
  private FeatureSet features; // the features of the offered text while it is compared
  private IndexSearcher searcher; // the searcher of the last search
  TopDocs hits; // for tests

  /** Creates a look-up for one document of a batch. Nothing is searched yet. */
  Lookup(Offer offer, DocumentReader documents, DistanceBatch batch, int index) {
    this.offer = offer;
    this.documents = documents;
    settings = documents.settings;
    this.batch = batch;
    this.index = index;
    offered = offer.state();
  }

  /** Reads and compares the nearest documents before the decision. */
  void ahead(IndexSearcher in, Recent recent) throws IOException {
    if (offered.fingerprint() == null) {
      return;
    }
    search(in, settings.firstHits());
    try {
      look(candidates(recent), MOST_AHEAD);
    } catch (IllegalStateException e) { // find() throws the exception again if it still matters
    }
    features = null; // frees memory, since many documents are looked up before one is decided on
  }

  /** Finds all near-duplicates, or only the nearest if these are enough for the settings. */
  Neighbours find(IndexSearcher in, Recent recent) throws IOException {
    if (offered.fingerprint() == null) {
      return new Neighbours(List.of(), true, 0);
    }
    int most = settings.firstHits();
    while (true) {
      search(in, most);
      Neighbours found = look(candidates(recent), Integer.MAX_VALUE);
      if (found != null) {
        return found;
      }
      most = (int) Math.min(hits.totalHits.value(), 8L * most);
    }
  }

  private boolean areAllHits() {
    return hits.scoreDocs.length == hits.totalHits.value();
  }

  /**
   * Searches for the nearest documents in the index, ties by document number, unless the last hits
   * are from this searcher and enough.
   */
  private void search(IndexSearcher in, int most) throws IOException {
    boolean isNew = !in.equals(searcher);
    if (!isNew && (areAllHits() || hits.scoreDocs.length >= most)) {
      return;
    }
    if (isNew && settings.schemeId != null) {
      SimHashField.requireScheme(in.getIndexReader(), settings.field, settings.schemeId);
    }
    hits =
        settings.comparesAll()
            ? batch.search(index, in, most)
            : in.search(
                settings.compared(batch.query(index), offered.origin(), in.getIndexReader()),
                new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE));
    searcher = in;
  }

  /**
   * Returns the hits and the near recent documents, nearest first. Unless all hits are known,
   * recent documents farther than the last hit are left out.
   */
  private List<Candidate> candidates(Recent recent) {
    IndexReader reader = searcher.getIndexReader();
    List<Candidate> candidates = new ArrayList<>();
    int last = Integer.MAX_VALUE;
    for (ScoreDoc hit : hits.scoreDocs) {
      last = Math.round((1 - hit.score) * offered.fingerprint().bits()); // from the score 1 - d/b
      int distance = last;
      candidates.add(new Candidate(distance, () -> see(reader, hit.doc, distance, recent)));
    }
    int farthest = areAllHits() ? Integer.MAX_VALUE : last;
    recent.forEachNear(
        offered,
        settings,
        (other, distance) -> {
          if (distance <= farthest) {
            candidates.add(new Candidate(distance, () -> see(other, other, distance)));
          }
        });
    candidates.sort(Comparator.comparingInt(Candidate::distance));
    return candidates;
  }

  /** Reads candidates until enough are near-duplicates. Returns null if more hits are needed. */
  private Neighbours look(List<Candidate> candidates, int most) throws IOException {
    List<Found> alike = new ArrayList<>();
    int heldBack = 0;
    boolean isEnough = false;
    long decisive = 0;
    int looked = 0;
    while (looked < Math.min(most, candidates.size()) && !isEnough) {
      Found found = candidates.get(looked++).look.get();
      if (found != null && found.likeness.isNear()) {
        alike.add(found);
        decisive += settings.isDecisive(found, offered) ? 1 : 0;
        isEnough = decisive >= settings.mostDecisive() && alike.size() >= settings.mostListed();
      }
      heldBack += found != null && found.likeness.isHeldBack() ? 1 : 0;
    }
    alike.sort(Comparator.comparingInt(Found::distance).thenComparing(Found::id));
    boolean areAllLooked = areAllHits() && looked == candidates.size();
    return areAllHits() || isEnough ? new Neighbours(alike, areAllLooked, heldBack) : null;
  }

  private Found see(Object place, State other, int distance) throws IOException {
    Found known = seen.get(place);
    if (known == null) {
      known = found(other, distance);
      seen.put(place, known);
    }
    return known;
  }

  private Found see(IndexReader reader, int doc, int distance, Recent recent) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    Place place = new Place(leaf.reader().getCoreCacheHelper().getKey(), doc - leaf.docBase);
    Found known = seen.get(place);
    if (known == null) {
      State other = documents.read(reader, doc);
      return recent.get(other.id()) == null ? see(place, other, distance) : null;
    }
    return recent.get(known.id) == null ? known : null;
  }

  private Found found(State other, int distance) throws IOException {
    boolean isOlder = other.id().equals(offered.id());
    Likeness likeness = isOlder ? Likeness.UNLIKE : likeness(other);
    return new Found(other.id(), distance, likeness, other.quality(), other.group());
  }

  private Likeness likeness(State other) throws IOException {
    if (settings.verifier == null) {
      return Likeness.UNVERIFIED;
    }
    if (features == null) {
      features = documents.features(offered);
    }
    return settings.comparison.likeness(features, documents.features(other));
  }
}
