package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.NamedThreadFactory;

/** Searches are exact for their snapshot while other threads index, delete and merge. */
public class TestSnapshots extends LuceneTestCase {

  private static final int WRITERS = 2;
  private static final int UPDATES = 600;
  private static final int IDS = 400;

  private ExecutorService threads;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    threads = Executors.newFixedThreadPool(6, new NamedThreadFactory("snapshots"));
  }

  @Override
  public void tearDown() throws Exception {
    TestUtil.shutdownExecutorService(threads);
    super.tearDown();
  }

  public void testOurCodec() throws Exception {
    searchWhileWriting(new SimHashCodec("near"));
  }

  public void testDefaultCodec() throws Exception {
    searchWhileWriting(TestUtil.getDefaultCodec());
  }

  private void searchWhileWriting(Codec codec) throws Exception {
    IndexWriterConfig config = newIndexWriterConfig().setCodec(codec).setMaxBufferedDocs(50);
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, config);
        SearcherManager manager = new SearcherManager(writer, null)) {
      AtomicInteger writing = new AtomicInteger(WRITERS);
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Random random = new Random(random().nextLong());
        tasks.add(
            () -> {
              try {
                return write(writer, random);
              } finally {
                writing.decrementAndGet();
              }
            });
      }
      Random managed = new Random(random().nextLong());
      tasks.add(
          () -> {
            int snapshots = 0;
            do {
              manager.maybeRefreshBlocking();
              IndexSearcher searcher = manager.acquire();
              try {
                assertSnapshot(searcher, managed);
              } finally {
                manager.release(searcher);
              }
              snapshots++;
            } while (writing.get() > 0);
            return snapshots;
          });
      Random reopened = new Random(random().nextLong());
      tasks.add(
          () -> {
            int snapshots = 0;
            DirectoryReader reader = DirectoryReader.open(writer);
            try {
              do {
                DirectoryReader newer = DirectoryReader.openIfChanged(reader);
                if (newer != null) {
                  reader.close();
                  reader = newer;
                }
                assertSnapshot(new IndexSearcher(reader, threads), reopened);
                snapshots++;
              } while (writing.get() > 0);
            } finally {
              reader.close();
            }
            return snapshots;
          });
      for (Future<Integer> done : threads.invokeAll(tasks)) {
        assertTrue(done.get() > 0);
      }
    }
  }

  private static int write(IndexWriter writer, Random random) throws IOException {
    RandomFingerprints fingerprints = new RandomFingerprints(random, Shape.NEAR_DUPLICATES);
    for (int i = 0; i < UPDATES * RANDOM_MULTIPLIER; i++) {
      int id = random.nextInt(IDS);
      Term term = new Term("id", Integer.toString(id));
      int action = random.nextInt(300);
      if (action == 0) {
        writer.forceMerge(1 + random.nextInt(3), random.nextBoolean());
      } else if (action == 1) {
        writer.commit();
      } else if (action < 50) {
        writer.deleteDocuments(term);
      } else {
        writer.updateDocument(term, document(id, random, fingerprints));
      }
    }
    return UPDATES;
  }

  private static Document document(int id, Random random, RandomFingerprints fingerprints) {
    Document document = Answers.document(id);
    document.add(new StringField("id", Integer.toString(id), Field.Store.NO));
    if (random.nextInt(9) > 0) {
      long fingerprint = fingerprints.next();
      document.add(new SimHashField("near", fingerprint));
      document.add(new NumericDocValuesField("copy", fingerprint));
    }
    return document;
  }

  private static void assertSnapshot(IndexSearcher searcher, Random random) throws IOException {
    List<Long> stored = new ArrayList<>();
    BruteForce oracle = contents(searcher.getIndexReader(), stored);
    for (int i = 0; i < 10; i++) {
      int maxDistance = random.nextInt(12);
      long near = stored.isEmpty() ? 0 : stored.get(random.nextInt(stored.size()));
      long query = random.nextInt(4) == 0 ? random.nextLong() : near ^ (1L << maxDistance) - 1;
      Answers.assertRight(searcher, oracle, "near", query, maxDistance);
    }
  }

  private static BruteForce contents(IndexReader reader, List<Long> stored) throws IOException {
    BruteForce oracle = new BruteForce();
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues copies = leaf.reader().getNumericDocValues("copy");
      if (copies == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = copies.nextDoc();
          doc != NumericDocValues.NO_MORE_DOCS;
          doc = copies.nextDoc()) {
        if (live == null || live.get(doc)) {
          oracle.put(Answers.id(leaf.reader(), doc), copies.longValue());
          stored.add(copies.longValue());
        }
      }
    }
    return oracle;
  }

  public void testSharedQueryAndSearcher() throws Exception {
    for (Codec codec : List.of(new SimHashCodec("near"), TestUtil.getDefaultCodec())) {
      IndexWriterConfig config = newIndexWriterConfig().setCodec(codec).setMaxBufferedDocs(200);
      try (Directory directory = Directories.random(random());
          IndexWriter writer = new IndexWriter(directory, config)) {
        write(writer, random());
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          List<Long> stored = new ArrayList<>();
          BruteForce oracle = contents(reader, stored);
          IndexSearcher searcher = new IndexSearcher(reader, threads);
          for (int i = 0; i < 50; i++) {
            long fingerprint = stored.get(random().nextInt(stored.size()));
            int maxDistance = random().nextInt(12);
            Query query =
                SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance);
            Callable<Map<Integer, Integer>> search = () -> Answers.of(searcher, query);
            for (var answer : threads.invokeAll(List.of(search, search))) {
              assertEquals(oracle.within(fingerprint, maxDistance), answer.get());
            }
          }
        }
      }
    }
  }
}
