package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;

/** Finds near-duplicates among all documents that were accepted, visible to a searcher or not. */
final class NeighbourSearch {

  /*
   * The newest state of a document is in the table of pending documents until a refresh that began
   * after its change has succeeded, and in every searcher acquired after that; the entry is evicted
   * then, not before. Read the table first and acquire the searcher second: what was not in the
   * table any more is in the searcher, as long as nothing was evicted in between. If something was,
   * the searcher may be older than the eviction and the table younger, so all is read again. A hit
   * of the searcher that the table knows too is out of date and left out.
   */

  /** A near-duplicate and its quality. */
  record Found(Neighbour neighbour, double quality) {}

  private static final Comparator<Found> NEAREST_FIRST =
      Comparator.comparingInt((Found found) -> found.neighbour.distance())
          .thenComparing(found -> found.neighbour.id());

  private final Settings settings;
  private final PendingDocuments pending;
  private final SearcherManager searchers;

  NeighbourSearch(Settings settings, PendingDocuments pending, SearcherManager searchers) {
    this.settings = settings;
    this.pending = pending;
    this.searchers = searchers;
  }

  /**
   * All near-duplicates, nearest first, without the document of its own id.
   *
   * @param near the documents within the distance
   */
  List<Found> find(Pending offered, Lookup near) throws IOException {
    String ownId = offered.id();
    long fingerprint = offered.fingerprint();
    List<Found> found = new ArrayList<>();
    long evictions;
    do {
      found.clear();
      evictions = pending.evictions();
      pending.within(
          fingerprint,
          settings.maxDistance(),
          document -> {
            if (!document.id().equals(ownId) && resembles(offered, document)) {
              int distance = SimHash.distance(document.fingerprint(), fingerprint);
              found.add(new Found(new Neighbour(document.id(), distance), document.quality()));
            }
          });
      IndexSearcher searcher = searchers.acquire();
      try {
        search(searcher, offered, near, found);
      } finally {
        searchers.release(searcher);
      }
    } while (evictions != pending.evictions());
    found.sort(NEAREST_FIRST);
    return found;
  }

  private boolean resembles(Pending offered, Pending other) {
    return settings.textCheck() == null
        || settings.textCheck().resembles(offered.features(), other.features());
  }

  private boolean resembles(Pending offered, IndexSearcher searcher, int doc) throws IOException {
    return settings.textCheck() == null
        || settings.textCheck().resembles(offered.features(), searcher.storedFields(), doc);
  }

  private void search(IndexSearcher searcher, Pending offered, Lookup near, List<Found> found)
      throws IOException {
    for (Hit hit : near.in(searcher)) {
      Document stored =
          settings.policy().comparesQuality() ? searcher.storedFields().document(hit.doc()) : null;
      String id = id(searcher, hit.doc());
      if (!id.equals(offered.id())
          && !pending.contains(id)
          && resembles(offered, searcher, hit.doc())) {
        double quality = stored == null ? 0 : settings.policy().quality(stored);
        found.add(new Found(new Neighbour(id, hit.distance()), quality));
      }
    }
  }

  private String id(IndexSearcher searcher, int doc) throws IOException {
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    LeafReader reader = leaf.reader();
    FieldInfo field = reader.getFieldInfos().fieldInfo(settings.idField());
    String id = null;
    if (field != null && isSorted(field.getDocValuesType())) {
      SortedSetDocValues values = DocValues.getSortedSet(reader, settings.idField());
      if (values.advanceExact(doc - leaf.docBase)) {
        id = values.lookupOrd(values.nextOrd()).utf8ToString();
      }
    } else {
      StoredFields stored = reader.storedFields();
      id = stored.document(doc - leaf.docBase, Set.of(settings.idField())).get(settings.idField());
    }
    if (id == null) {
      throw new IllegalStateException(
          "document "
              + doc
              + " has no value in field '"
              + settings.idField()
              + "', expected an id that is stored or a doc value");
    }
    return id;
  }

  private static boolean isSorted(DocValuesType type) {
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  /** Whether there is a document of that id. Its id must be claimed. */
  boolean exists(String id) throws IOException {
    boolean exists;
    long evictions;
    do {
      evictions = pending.evictions();
      Pending held = pending.get(id);
      if (held != null) {
        exists = !held.isDeleted();
      } else {
        IndexSearcher searcher = searchers.acquire();
        try {
          exists = searcher.count(new TermQuery(new Term(settings.idField(), id))) > 0;
        } finally {
          searchers.release(searcher);
        }
      }
    } while (evictions != pending.evictions());
    return exists;
  }
}
