package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DuplicatePolicy.Mark;
import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * The documents that an offered one is compared with: the hits that the last searcher showed, and
 * what was found out by reading texts, which may take long. That stays right, because a document of
 * an index never changes, nor does a pending state. For one thread.
 */
final class Lookup {

  private static final int MOST_AHEAD = 16; // hits that are read ahead

  /** A search for the nearest, ties in index order; the total is exact. */
  interface Near {
    TopDocs in(IndexSearcher searcher, int most) throws IOException;
  }

  /** Where a document is, whichever searcher shows it. */
  private record Place(CacheKey core, int leafDoc) {}

  /** What the texts say of one that is near. */
  private enum Likeness {
    ALIKE,
    OTHER,
    HELD_BACK
  }

  /** What is needed of a document's stored fields, read together at the first need. */
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
        Set<String> needed = new HashSet<>(Set.of(settings.idField));
        if (settings.textCheck != null) {
          needed.add(settings.textCheck.field());
        }
        fields = reader.storedFields().document(doc, needed);
      }
      return fields;
    }
  }

  /** A document of the index; found if it is alike. The same whenever it is read. */
  private record Seen(BytesRef id, Likeness likeness, Found found) {}

  final State offered;
  private final Settings settings;
  private final Near near;
  private final Map<Place, Seen> seen = new HashMap<>();
  private final IdentityHashMap<State, Likeness> pending = new IdentityHashMap<>();
  private FeatureSet features; // of the offered text, while it is compared
  private boolean mayCompare = true;
  private boolean isIncomplete;
  private int heldBack;
  private IndexSearcher searcher;
  private TopDocs hits;

  Lookup(State offered, Settings settings, Near near) {
    this.offered = offered;
    this.settings = settings;
    this.near = near;
  }

  TopDocs in(IndexSearcher asked, int most) throws IOException {
    if (!asked.equals(searcher) || !has(most)) {
      hits = near.in(asked, most);
      searcher = asked;
    }
    return hits;
  }

  private boolean has(int most) {
    return hits.scoreDocs.length >= Math.min(most, hits.totalHits.value());
  }

  /** Reads the nearest hits, so that the decision need not. What fails here fails there again. */
  void seeAhead() throws IOException {
    try {
      for (ScoreDoc hit : hits.scoreDocs) {
        if (seen.size() == MOST_AHEAD) {
          break;
        }
        IndexReader reader = searcher.getIndexReader();
        Place place = place(reader, hit.doc);
        if (place != null) {
          Stored stored = new Stored(reader, hit.doc);
          seen.put(place, see(reader, hit, id(stored), stored));
        }
      }
    } catch (IOException | RuntimeException e) {
      if (isInterrupt(e)) {
        throw e;
      } // else whether it matters is known when it is the document's turn
    } finally {
      features = null; // many are looked up before one is decided on
    }
  }

  /**
   * Begins to look at documents, each once.
   *
   * @param mayCompare false if texts that were not compared before make it {@linkplain
   *     #isIncomplete incomplete}
   */
  void begin(boolean mayCompare) {
    this.mayCompare = mayCompare;
    isIncomplete = false;
    heldBack = 0;
  }

  boolean isIncomplete() {
    return isIncomplete;
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

  /** A hit of a searcher's; null if a table knows a later state of it, or it is not alike. */
  Found found(IndexReader reader, ScoreDoc hit, Table table) throws IOException {
    Place place = place(reader, hit.doc);
    Seen it = seen.get(place);
    if (it == null) {
      Stored stored = new Stored(reader, hit.doc);
      BytesRef id = id(stored);
      if (table.get(id) != null) {
        return null;
      }
      it = see(reader, hit, id, stored);
      if (settings.textCheck != null && !isIncomplete && place != null) {
        seen.put(place, it);
      }
    }
    return table.get(it.id) == null && isAlike(it.likeness) ? it.found : null;
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

  private Seen see(IndexReader reader, ScoreDoc hit, BytesRef id, Stored stored)
      throws IOException {
    Likeness likeness =
        id.equals(offered.id())
            ? Likeness.OTHER
            : likeness(() -> settings.textCheck.text(stored.get(), hit.doc));
    if (likeness != Likeness.ALIKE) {
      return new Seen(id, likeness, null);
    }
    DuplicatePolicy policy = settings.policy;
    double quality =
        policy.comparesQuality() ? policy.quality(reader.storedFields().document(hit.doc)) : 0;
    Origin origin = settings.hasStories() ? origin(reader, hit.doc) : Origin.NONE;
    Fingerprint its =
        SimHashField.fingerprint(reader, settings.comparedField(), hit.doc).orElseThrow();
    String group = null;
    if (policy.groupField != null) {
      BytesRef name = IdField.id(reader, policy.groupField, hit.doc);
      group = name == null ? Mark.name(id, its) : name.utf8ToString();
    }
    State state = new State(id, false, its, quality, null, origin, group);
    return new Seen(id, likeness, new Found(state, distance(hit)));
  }

  /** Whether a pending document that is near is a near-duplicate. */
  boolean resembles(State other) throws IOException {
    Likeness known = pending.get(other);
    if (known == null) {
      known = likeness(other::text);
      if (!isIncomplete) {
        pending.put(other, known);
      }
    }
    return isAlike(known);
  }

  private boolean isAlike(Likeness likeness) {
    heldBack += likeness == Likeness.HELD_BACK ? 1 : 0;
    return likeness == Likeness.ALIKE;
  }

  private Likeness likeness(IOSupplier<String> text) throws IOException {
    Comparison comparison = settings.comparison;
    if (!comparison.comparesTexts()) {
      return Likeness.ALIKE;
    }
    isIncomplete |= !mayCompare;
    if (isIncomplete) {
      return Likeness.OTHER;
    }
    if (features == null) {
      features = settings.textCheck.features(offered.text());
    }
    FeatureSet other = settings.textCheck.features(text.get());
    if (!features.resembles(other, comparison.verification())) {
      return Likeness.OTHER;
    }
    return features.isHeldBack(other) ? Likeness.HELD_BACK : Likeness.ALIKE;
  }

  /** The distance of a hit, which scores 1 - d/b. */
  int distance(ScoreDoc hit) {
    return Math.round((1 - hit.score) * offered.fingerprint().bits());
  }

  /** How many texts the guard kept apart, since it began to look. */
  int heldBack() {
    return heldBack;
  }

  private Origin origin(IndexReader reader, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    return new Origin(settings.scope.date(leaf, doc - leaf.docBase), offered.origin().tenant());
  }
}
