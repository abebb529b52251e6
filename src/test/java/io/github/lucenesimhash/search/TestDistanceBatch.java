package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compares searches of batches of fingerprints with brute force. */
public class TestDistanceBatch extends LuceneTestCase {

  private BruteForce oracle = new BruteForce();
  private RandomFingerprints fingerprints;
  private int words = 1;

  private RandomIndexWriter fill(Directory directory, Shape shape, int documents)
      throws IOException {
    return fill(directory, shape, documents, newIndexWriterConfig());
  }

  private RandomIndexWriter fill(
      Directory directory, Shape shape, int documents, IndexWriterConfig config)
      throws IOException {
    fingerprints = new RandomFingerprints(random(), shape, words);
    config.setCodec(new SimHashCodec("near"));
    RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config);
    for (int id = 0; id < documents; id++) {
      Document document = Answers.document(id);
      document.add(new IntPoint("number", id));
      document.add(new NumericDocValuesField("order", random().nextLong()));
      if (random().nextInt(10) > 0) {
        Fingerprint fingerprint = fingerprints.make();
        oracle.put(id, fingerprint);
        document.add(new SimHashField("near", fingerprint.toArray()));
      }
      writer.addDocument(document);
    }
    int deleted = random().nextInt(documents);
    writer.deleteDocuments(IntPoint.newRangeQuery("number", deleted, deleted + 20));
    for (int id = deleted; id <= deleted + 20; id++) {
      oracle.remove(id);
    }
    return writer;
  }

  private Fingerprint[] members(int n, int maxDistance) {
    Fingerprint[] members = new Fingerprint[n];
    Arrays.setAll(members, i -> fingerprints.near(maxDistance));
    return members;
  }

  /** Returns whether the fingerprints of a batch are searched together. */
  private static boolean isTogether(DistanceBatch batch, DirectoryReader reader)
      throws IOException {
    HammingDistanceQuery query = (HammingDistanceQuery) batch.query(0);
    return query.batch != null && query.batch.apply(getOnlyLeafReader(reader).getContext()) != null;
  }

  private boolean isTogether(int members, int maxDistance, DirectoryReader reader)
      throws IOException {
    return isTogether(
        new DistanceBatch("near", members(members, maxDistance), maxDistance), reader);
  }

  public void testAgainstBruteForce() throws IOException {
    for (int i = 0; i < Rounds.of(6, 12); i++) {
      oracle = new BruteForce();
      words = 1 << i % 3;
      Shape shape = RandomPicks.randomFrom(random(), Shape.values());
      try (Directory directory = Directories.random(random());
          RandomIndexWriter writer =
              fill(directory, shape, TestUtil.nextInt(random(), 1, random().nextInt(3000) + 1));
          DirectoryReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (int j = 0; j < 10; j++) {
          int maxDistance =
              random().nextInt(random().nextInt(4) == 0 ? 64 * words + 1 : 20 * words + 1);
          int most = random().nextInt(4) == 0 ? 200 : 50;
          Fingerprint[] members = members(TestUtil.nextInt(random(), 1, most), maxDistance);
          DistanceBatch batch = new DistanceBatch("near", members, maxDistance);
          DistanceBatch ofBatch = new DistanceBatch("near", members, maxDistance);
          for (int member = 0; member < members.length; member++) {
            Map<Integer, Integer> expected = oracle.within(members[member], maxDistance);
            Query query = batch.query(member);
            assertEquals(query.toString(), expected, Answers.of(searcher, query));
            int hits = TestUtil.nextInt(random(), 1, 20);
            var nearest = new TopScoreDocCollectorManager(hits, null, Integer.MAX_VALUE);
            assertSame(searcher.search(query, nearest), ofBatch.search(member, searcher, hits));
          }
        }
      }
    }
  }

  private static void assertSame(TopDocs expected, TopDocs found) {
    assertEquals(expected.totalHits, found.totalHits);
    assertEquals(expected.scoreDocs.length, found.scoreDocs.length);
    for (int i = 0; i < expected.scoreDocs.length; i++) {
      assertEquals(expected.scoreDocs[i].doc, found.scoreDocs[i].doc);
      assertEquals(expected.scoreDocs[i].score, found.scoreDocs[i].score, 0);
    }
  }

  public void testByManyThreadsAndTwice() throws Exception {
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = fill(directory, Shape.NEAR_DUPLICATES, 3000);
        DirectoryReader reader = writer.getReader();
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Fingerprint[] members = members(60, 10);
      DistanceBatch batch = new DistanceBatch("near", members, 10);
      for (int round = 0; round < 2; round++) {
        List<Callable<Map<Integer, Integer>>> tasks = new ArrayList<>();
        for (int i = 0; i < members.length; i++) {
          Query query = batch.query(i);
          tasks.add(() -> Answers.of(searcher, query));
        }
        int member = 0;
        for (Future<Map<Integer, Integer>> found : threads.invokeAll(tasks)) {
          assertEquals(oracle.within(members[member++], 10), found.get());
        }
      }
    }
  }

  /** Threads that search at the same time wait for one search of the whole batch. */
  public void testManyThreadsReadOnce() throws Exception {
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = fill(directory, Shape.NEAR_DUPLICATES, 5000);
        CountingReader reader = new CountingReader(writer.getReader());
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Fingerprint[] members = members(60, 10);
      DistanceBatch one = new DistanceBatch("near", members, 10);
      for (int i = 0; i < members.length; i++) {
        one.search(i, searcher, 5);
      }
      long reads = reader.takeReads();
      DistanceBatch batch = new DistanceBatch("near", members, 10);
      CountDownLatch ready = new CountDownLatch(4);
      List<Callable<TopDocs>> tasks = new ArrayList<>();
      for (int i = 0; i < members.length; i++) {
        int member = i;
        tasks.add(
            () -> {
              ready.countDown();
              ready.await();
              return batch.search(member, searcher, 5);
            });
      }
      for (Future<TopDocs> found : threads.invokeAll(tasks)) {
        assertNotNull(found.get());
      }
      assertEquals(reads, reader.takeReads());
    }
  }

  /** The first query reads for the whole batch; the other queries stand alone and read nothing. */
  public void testOneSearchForAll() throws IOException {
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = fill(directory, Shape.NEAR_DUPLICATES, 20_000);
        CountingReader reader = new CountingReader(writer.getReader())) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      Fingerprint[] members = members(50, 4);
      DistanceBatch batch = new DistanceBatch("near", members, 4);
      int hits = 0;
      for (int member = 0; member < members.length; member++) {
        reader.takeReads();
        Query query = batch.query(member);
        hits += searcher.search(query, new TotalHitCountCollectorManager(searcher.getSlices()));
        if (member > 0) {
          assertEquals(query.toString(), 0, reader.takeReads());
        }
      }
      assertTrue(hits > 0);
    }
  }

  public void testTogetherWhereThatIsFaster() throws IOException {
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer =
            fill(directory, Shape.UNIFORM, 30_000, new IndexWriterConfig())) {
      writer.forceMerge(1);
      try (DirectoryReader reader = writer.getReader()) {
        assertTrue(isTogether(1024, 10, reader));
        assertFalse("few", isTogether(2, 10, reader));
        assertFalse("far", isTogether(1024, 21, reader));
      }
    }
  }

  public void testTooManyHitsAreNotHeld() throws IOException {
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = fill(directory, Shape.ALL_EQUAL, 3000)) {
      writer.forceMerge(1);
      try (DirectoryReader reader = writer.getReader()) {
        Fingerprint[] members = members(2000, 0);
        DistanceBatch batch = new DistanceBatch("near", members, 10);
        assertFalse(isTogether(batch, reader));
        assertEquals(
            oracle.within(members[1], 10), Answers.of(new IndexSearcher(reader), batch.query(1)));
      }
    }
  }

  /** Returns the number of bytes that this thread has allocated. */
  private static long allocatedBytes() throws JMException {
    return (Long)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                "getThreadAllocatedBytes",
                new Object[] {Thread.currentThread().threadId()},
                new String[] {"long"});
  }

  /** Crowded buckets allocate little: 15,000 copies and 4,096 queries would be 60M candidates. */
  public void testCrowdedBucketsAllocateLittle() throws IOException, JMException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig().setCodec(new SimHashCodec("near")))) {
        SimHashField field = new SimHashField("near", 0);
        Document document = new Document();
        document.add(field);
        for (int i = 0; i < 60_000; i++) {
          field.setLongValue(i % 4 == 0 ? 0 : random().nextLong());
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        DistanceBatch batch = new DistanceBatch("near", RandomFingerprints.all(new long[4096]), 8);
        long before = allocatedBytes();
        assertFalse(isTogether(batch, reader));
        long allocated = allocatedBytes() - before;
        assertTrue("allocated " + allocated, allocated < 100_000_000);
      }
    }
  }

  public void testQueriesAreNotCached() throws IOException {
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = fill(directory, Shape.UNIFORM, 100);
        DirectoryReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      LeafReaderContext leaf = reader.leaves().get(0);
      Query alone = SimHashField.newDistanceQuery("near", Fingerprint.of(1), 10);
      Query member = new DistanceBatch("near", RandomFingerprints.all(new long[2]), 10).query(0);
      assertTrue(searcher.createWeight(alone, ScoreMode.COMPLETE, 1).isCacheable(leaf));
      assertFalse(
          "the cache would hold the hits of the whole batch",
          searcher.createWeight(member, ScoreMode.COMPLETE, 1).isCacheable(leaf));
    }
  }

  public void testManyFingerprints() throws IOException {
    DistanceBatch batch = new DistanceBatch("near", RandomFingerprints.all(new long[10_000]), 10);
    assertEquals(SimHashField.newDistanceQuery("near", Fingerprint.of(0), 10), batch.query(9_999));
    expectThrows(
        IllegalArgumentException.class,
        () -> new DistanceBatch("near", RandomFingerprints.all(new long[1]), 65));
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = fill(directory, Shape.UNIFORM, 100);
        DirectoryReader reader = writer.getReader()) {
      Fingerprint[] members = members(5000, 5);
      IndexSearcher searcher = newSearcher(reader);
      DistanceBatch many = new DistanceBatch("near", members, 5);
      for (int member : new int[] {0, 4095, 4096, 4999}) {
        assertEquals(oracle.within(members[member], 5), Answers.of(searcher, many.query(member)));
      }
    }
  }
}
