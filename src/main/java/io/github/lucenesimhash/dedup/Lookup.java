package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * The documents of the index that an offered one is compared with: the hits that the last searcher
 * showed, and what was read of the first of them. That stays right, because a document of an index
 * never changes. For one thread.
 */
final class Lookup {

  private static final int MOST_AHEAD = 16; // hits that are read ahead

  /** A search for the nearest, scored as Found is, ties in index order; the total is exact. */
  interface Near {
    TopDocs in(IndexSearcher searcher, int most) throws IOException;
  }

  /** Where a document is, whichever searcher shows it. */
  private record Place(CacheKey core, int leafDoc) {}

  /** A document of the index; not found if its text is another. The same whenever it is read. */
  record Seen(BytesRef id, Found found) {}

  final State offered;
  private final Settings settings;
  private final Near near;
  private final Map<Place, Seen> ahead = new HashMap<>();
  private IndexSearcher searcher;
  private TopDocs hits;

  Lookup(State offered, Settings settings, Near near) {
    this.offered = offered;
    this.settings = settings;
    this.near = near;
  }

  TopDocs in(IndexSearcher asked, int most) throws IOException {
    if (!asked.equals(searcher) || hits.scoreDocs.length < Math.min(most, hits.totalHits.value())) {
      hits = near.in(asked, most);
      searcher = asked;
    }
    return hits;
  }

  /** Reads the nearest hits, so that the decision need not. What fails here fails there again. */
  void seeAhead() throws IOException {
    try {
      for (ScoreDoc hit : hits.scoreDocs) {
        if (ahead.size() == MOST_AHEAD) {
          break;
        }
        IndexReader reader = searcher.getIndexReader();
        Place place = place(reader, hit.doc);
        if (place != null) {
          ahead.put(place, see(reader, hit));
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

  /** A hit of a searcher's, as it is now or was when it was read ahead. */
  Seen seen(IndexReader reader, ScoreDoc hit) throws IOException {
    Seen seen = ahead.get(place(reader, hit.doc));
    return seen == null ? see(reader, hit) : seen;
  }

  private Seen see(IndexReader reader, ScoreDoc hit) throws IOException {
    BytesRef id = IdField.id(reader, settings.idField, hit.doc);
    if (id == null) {
      String problem = "document " + hit.doc + " has no value in field '" + settings.idField + "'";
      throw new IllegalStateException(
          problem + ", expected an id that is stored or has a doc value");
    }
    StoredFields stored = reader.storedFields();
    IOSupplier<BytesRef> words =
        () ->
            settings.shortTexts == null
                ? null
                : ResemblanceField.docValue(reader, settings.wordsField(), hit.doc);
    if (id.equals(offered.id())
        || !settings.resembles(offered, words, () -> settings.textCheck.text(stored, hit.doc))) {
      return new Seen(id, null);
    }
    DuplicatePolicy policy = settings.policy;
    OptionalLong fingerprint = SimHashField.fingerprint(reader, settings.comparedField(), hit.doc);
    double quality = policy.comparesQuality() ? policy.quality(stored.document(hit.doc)) : 0;
    Origin origin = settings.hasStories() ? origin(reader, hit.doc) : Origin.NONE;
    String group = null;
    if (policy.groupField != null) {
      BytesRef name = IdField.id(reader, policy.groupField, hit.doc);
      group = name == null ? unmarked(id, fingerprint, words) : name.utf8ToString();
    }
    State state = new State(id, false, fingerprint, quality, null, null, origin, group);
    return new Seen(id, new Found(state, state.distance(offered), hit.score));
  }

  /** The name of what is in no group yet: the same whether the writer compares words or not. */
  private static String unmarked(BytesRef id, OptionalLong fingerprint, IOSupplier<BytesRef> words)
      throws IOException {
    return Mark.name(id, fingerprint, fingerprint.isPresent() ? null : words.get());
  }

  private Origin origin(IndexReader reader, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    return new Origin(settings.scope.date(leaf, doc - leaf.docBase), offered.origin().tenant());
  }
}
