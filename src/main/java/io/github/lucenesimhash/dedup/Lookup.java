package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.dedup.Recent.Table;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
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
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * Finds the near-duplicates of one offered document. It remembers the hits of the last searcher,
 * and what it read of documents and found out by comparing texts, which may take long. This stays
 * right, because a document of a segment never changes, nor does a recent state. So a look ahead,
 * without a lock, makes the decision quick. For one thread at a time.
 */
final class Lookup {

  private static final int MOST_AHEAD = 16; // documents that are read and compared ahead
  private static final int MORE = 8; // times as many hits, where the nearest do not decide

  /** A near-duplicate. */
  record Found(BytesRef id, int distance, double quality, String group) {

    static final Comparator<Found> NEAREST_FIRST =
        Comparator.comparingInt(Found::distance).thenComparing(Found::id);
  }

  /**
   * Near-duplicates, nearest first.
   *
   * @param isAll false if there may be more that were not looked at
   * @param heldBack how many that resemble the offered document the guard kept apart
   */
  record Neighbours(List<Found> nearest, boolean isAll, int heldBack) {
    static final Neighbours NONE = new Neighbours(List.of(), true, 0);
  }

  /** The place of a document, whichever searcher shows it. */
  private record Place(CacheKey core, int leafDoc) {}

  private enum Likeness {
    ALIKE,
    OTHER,
    HELD_BACK
  }

  /** The result of looking at a document; found is null unless it is alike. */
  private record Seen(BytesRef id, Likeness likeness, Found found) {}

  /** A near document; {@code look} gives null if it is out of date. */
  private record Candidate(int distance, IOSupplier<Seen> look) {}

  /** The stored fields that are needed of a document, read together at the first need. */
  private final class Stored implements IOSupplier<Document> {

    private final IndexReader reader;
    private final int doc;
    private Document fields;

    Stored(IndexReader reader, int doc) {
      this.reader = reader;
      this.doc = doc;
    }

    @Override
    public Document get() throws IOException {
      if (fields == null) {
        String id = settings.idField;
        String text = settings.textCheck == null ? id : settings.textCheck.field();
        Set<String> needed = id.equals(text) ? Set.of(id) : Set.of(id, text);
        fields = reader.storedFields().document(doc, needed);
      }
      return fields;
    }
  }

  final Offer offer;
  private final State offered;
  private final Settings settings;
  private final DistanceBatch batch;
  private final int index;
  private final Map<Object, Seen> seen = new HashMap<>(); // by place or state
  private FeatureSet features; // of the offered text, while it is compared
  private IndexSearcher searcher; // the last that was searched
  TopDocs hits; // for tests

  /**
   * Creates a look-up that has found nothing yet.
   *
   * @param batch of the fingerprints that are offered together
   * @param index of the document in the batch
   */
  Lookup(Offer offer, Settings settings, DistanceBatch batch, int index) {
    this.offer = offer;
    this.settings = settings;
    this.batch = batch;
    this.index = index;
    offered = offer.state();
  }

  /** Looks at the nearest documents, so that the decision need not. */
  void ahead(IndexSearcher in, Table table) throws IOException {
    if (offered.fingerprint() == null) {
      return;
    }
    search(in, settings.firstHits());
    try {
      look(candidates(table), MOST_AHEAD);
    } catch (IOException | RuntimeException e) {
      if (isInterrupt(e)) {
        throw e;
      } // else it fails again when the document is decided on, if it matters then
    } finally {
      features = null; // many are looked up before one is decided on
    }
  }

  /** Returns true also for an interrupt within an exception of a verifier's analyzer. */
  private static boolean isInterrupt(Throwable e) {
    return e instanceof ThreadInterruptedException
        || e instanceof InterruptedIOException
        || e instanceof ClosedByInterruptException
        || (e != null && isInterrupt(e.getCause()));
  }

  /**
   * Finds near-duplicates except the older version: all, or the nearest where settings need no
   * more.
   *
   * @param table taken before the searcher was acquired, so that each change is in one of them
   */
  Neighbours find(IndexSearcher in, Table table) throws IOException {
    if (offered.fingerprint() == null) {
      return Neighbours.NONE;
    }
    search(in, settings.firstHits());
    while (true) {
      Neighbours found = look(candidates(table), Integer.MAX_VALUE);
      if (found != null) {
        return found;
      }
      long total = hits.totalHits.value();
      search(in, (int) Math.min(total, (long) MORE * hits.scoreDocs.length));
    }
  }

  private boolean areAllHits() {
    return hits.scoreDocs.length == hits.totalHits.value();
  }

  /** Searches for the nearest documents in the index, ties in index order, unless it has them. */
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

  /** The hits and the recent documents, nearest first; none that hits not at hand may precede. */
  private List<Candidate> candidates(Table table) {
    IndexReader reader = searcher.getIndexReader();
    List<Candidate> candidates = new ArrayList<>();
    int last = Integer.MAX_VALUE;
    for (ScoreDoc hit : hits.scoreDocs) {
      last = Math.round((1 - hit.score) * offered.fingerprint().bits()); // it scores 1 - d/b
      int distance = last;
      candidates.add(new Candidate(distance, () -> see(reader, hit.doc, distance, table)));
    }
    int farthest = areAllHits() ? Integer.MAX_VALUE : last;
    table.forEachNear(
        offered,
        settings,
        (other, distance) -> {
          if (distance <= farthest) {
            candidates.add(new Candidate(distance, () -> see(other, distance)));
          }
        });
    candidates.sort(Comparator.comparingInt(Candidate::distance));
    return candidates;
  }

  /** Looks at candidates until there are enough; null if others could make a difference. */
  private Neighbours look(List<Candidate> candidates, int most) throws IOException {
    List<Found> found = new ArrayList<>();
    int heldBack = 0;
    boolean isEnough = false;
    boolean isAsGood = false;
    int looked = 0;
    while (looked < Math.min(most, candidates.size()) && !isEnough) {
      Seen one = candidates.get(looked++).look.get();
      if (one != null && one.likeness == Likeness.ALIKE) {
        found.add(one.found);
        isAsGood |= !(offered.quality() > one.found.quality);
        isEnough = isAsGood && found.size() >= settings.mostNeighbours();
      }
      heldBack += one != null && one.likeness == Likeness.HELD_BACK ? 1 : 0;
    }
    found.sort(Found.NEAREST_FIRST);
    boolean areAllLooked = areAllHits() && looked == candidates.size();
    return areAllHits() || isEnough ? new Neighbours(found, areAllLooked, heldBack) : null;
  }

  private Seen see(IndexReader reader, int doc, int distance, Table table) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    Place place = new Place(leaf.reader().getCoreCacheHelper().getKey(), doc - leaf.docBase);
    Seen known = seen.get(place);
    if (known == null) {
      Stored stored = new Stored(reader, doc);
      BytesRef id = id(stored);
      if (table.get(id) != null) {
        return null;
      }
      known = see(stored, id, distance);
      seen.put(place, known);
    }
    return table.get(known.id) == null ? known : null;
  }

  private BytesRef id(Stored stored) throws IOException {
    BytesRef id = IdField.id(stored.reader, settings.idField, stored.doc, stored);
    if (id == null) {
      String problem =
          "document " + stored.doc + " has no value in field '" + settings.idField + "'";
      throw new IllegalStateException(
          problem + ", expected an id that is stored or has a doc value");
    }
    return id;
  }

  private Seen see(Stored stored, BytesRef id, int distance) throws IOException {
    Likeness likeness =
        id.equals(offered.id())
            ? Likeness.OTHER
            : likeness(() -> settings.textCheck.text(stored.get(), stored.doc));
    if (likeness != Likeness.ALIKE) {
      return new Seen(id, likeness, null);
    }
    DuplicatePolicy policy = settings.policy;
    IndexReader reader = stored.reader;
    double quality =
        policy.comparesQuality() ? policy.quality(reader.storedFields().document(stored.doc)) : 0;
    String group = null;
    if (policy.groupField != null) {
      BytesRef name = IdField.id(reader, policy.groupField, stored.doc);
      group =
          name == null
              ? DuplicatePolicy.groupName(
                  id, SimHashField.fingerprint(reader, settings.field, stored.doc).orElseThrow())
              : name.utf8ToString();
    }
    return new Seen(id, likeness, new Found(id, distance, quality, group));
  }

  private Seen see(State other, int distance) throws IOException {
    Seen known = seen.get(other);
    if (known == null) {
      Found found = new Found(other.id(), distance, other.quality(), other.group());
      known = new Seen(other.id(), likeness(other::text), found);
      seen.put(other, known);
    }
    return known;
  }

  private Likeness likeness(IOSupplier<String> text) throws IOException {
    if (settings.textCheck == null) {
      return Likeness.ALIKE;
    }
    if (features == null) {
      features = settings.textCheck.features(offered.text());
    }
    FeatureSet other = settings.textCheck.features(text.get());
    if (!features.resembles(other, settings.comparison.verification())) {
      return Likeness.OTHER;
    }
    return features.isHeldBack(other) ? Likeness.HELD_BACK : Likeness.ALIKE;
  }
}
