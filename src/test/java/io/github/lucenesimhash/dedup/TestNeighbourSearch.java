package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
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
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** A refresh in the middle of a search, at the moment that hurts. */
public class TestNeighbourSearch extends LuceneTestCase {

  private final AtomicInteger searches = new AtomicInteger();
  private SearcherManager searchers;
  private Settings settings;
  private PendingDocuments pending;

  private void open(IndexWriter writer, SearcherFactory factory) throws IOException {
    searchers = new SearcherManager(writer, factory);
    pending = new PendingDocuments(searchers, 1 << 20);
    settings =
        NearDuplicateWriter.builder(writer).comparison(Comparison.within(3)).maxNeighbours(1000);
  }

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
            pending.refresh();
          }
          return result;
        }
      };
    }
  }

  public void testADeleteThatBecomesVisibleIsNotForgotten() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.addDocument(OfferStream.document("kept", 5));
      writer.addDocument(OfferStream.document("deleted", 5));
      open(writer, new Refreshing());
      writer.deleteDocuments(new Term("id", "deleted"));
      pending.put(State.deleted(new BytesRef("deleted")));
      assertEquals(List.of("kept"), find());
      searchers.close();
    }
  }

  public void testADocumentThatBecomesVisibleIsFoundOnce() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      open(writer, new Refreshing());
      writer.addDocument(OfferStream.document("new", 5));
      pending.put(new State(new BytesRef("new"), false, Fingerprint.of(5), 0, null));
      assertEquals(List.of("new"), find());
      searchers.close();
    }
  }

  /** All are visible and pending, and one look after another meets a moment of the eviction. */
  public void testNoneIsFoundTwiceWhileTheTableIsEmptied() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (int i = 0; i < 200; i++) {
        writer.addDocument(OfferStream.document("" + i, 5));
      }
      open(writer, null);
      for (int round = atLeast(20); round > 0; round--) {
        for (int i = 0; i < 20_000; i++) {
          long fingerprint = i % 100 == 0 ? 5 : -1;
          String id = "" + (i % 100 == 0 ? i / 100 : i + 1000);
          pending.put(new State(new BytesRef(id), false, Fingerprint.of(fingerprint), 0, null));
        }
        FutureTask<Void> refresh =
            new FutureTask<>(
                () -> {
                  pending.refresh();
                  return null;
                });
        new Thread(refresh).start();
        do {
          List<String> found = find();
          assertEquals(Set.copyOf(found).size(), found.size());
          assertEquals(200, found.size());
        } while (!refresh.isDone());
        refresh.get();
      }
      searchers.close();
    }
  }

  private List<String> find() throws IOException {
    return new NeighbourSearch(settings, pending, searchers)
            .find(
                new Lookup(
                    new State(new BytesRef("other"), false, Fingerprint.of(5), 0, null),
                    settings,
                    (searcher, most) ->
                        searcher.search(
                            SimHashField.newDistanceQuery("near", Fingerprint.of(5), 3),
                            new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE))),
                true)
            .nearest()
            .stream()
            .map(found -> found.state().id().utf8ToString())
            .toList();
  }
}
