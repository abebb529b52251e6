package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A refresh in the middle of a search, at the moment that hurts. */
public class TestNeighbourSearch extends LuceneTestCase {

  private final PendingDocuments pending = new PendingDocuments(1 << 20);
  private final AtomicInteger searches = new AtomicInteger();
  private SearcherManager searchers;

  /** Refreshes when the first search has ended, before its hits are looked at. */
  private final class Refreshing extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) {
      return new IndexSearcher(reader) {
        @Override
        public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
            throws IOException {
          T result = super.search(query, manager);
          if (searches.incrementAndGet() == 1) {
            searchers.maybeRefreshBlocking();
            pending.evict(pending.lastStamp());
          }
          return result;
        }
      };
    }
  }

  public void testADeleteThatBecomesVisibleIsNotForgotten() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.addDocument(OfferStream.document("kept", 5));
      writer.addDocument(OfferStream.document("deleted", 5));
      searchers = new SearcherManager(writer, new Refreshing());
      writer.deleteDocuments(new Term("id", "deleted"));
      pending.put(Pending.deleted("deleted"), false);
      assertEquals(List.of(new Neighbour("kept", 0)), find());
      assertEquals("the first look is thrown away", 2, searches.get());
      searchers.close();
    }
  }

  public void testADocumentThatBecomesVisibleIsFoundOnce() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      searchers = new SearcherManager(writer, new Refreshing());
      writer.addDocument(OfferStream.document("new", 5));
      pending.put(new Pending("new", false, 5, 0, null), true);
      assertEquals(List.of(new Neighbour("new", 0)), find());
      assertEquals(2, searches.get());
      searchers.close();
    }
  }

  private List<Neighbour> find() throws IOException {
    Settings settings =
        new Settings("id", "near", null, 3, DuplicatePolicy.keepFirst(), 1, null, 1 << 20);
    return new NeighbourSearch(settings, pending, searchers)
        .find(new Pending("other", false, 5, 0, null), new Lookup(settings.near(5).get(0))).stream()
            .map(NeighbourSearch.Found::neighbour)
            .toList();
  }
}
