package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Long searches end early and report that they did. */
public class TestTimeout extends LuceneTestCase {

  private static final int DOCUMENTS = 20_000;
  private static final int SEGMENTS = 2;

  /** The distance within which half of all documents are; within 20, one in 400 is. */
  private static final int HALF = 31;

  private final Directory directory = new ByteBuffersDirectory();
  private DirectoryReader reader;

  private void open(Codec codec) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(DOCUMENTS / SEGMENTS)
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new SimHashField("near", random().nextLong()));
        writer.addDocument(document);
      }
    }
    reader = DirectoryReader.open(directory);
    assertEquals(SEGMENTS, reader.leaves().size());
  }

  @Override
  public void tearDown() throws Exception {
    if (reader != null) {
      reader.close();
    }
    directory.close();
    super.tearDown();
  }

  private static QueryTimeout after(int calls) {
    AtomicInteger left = new AtomicInteger(calls);
    return () -> left.getAndDecrement() <= 0;
  }

  private static IndexSearcher searcher(DirectoryReader reader, QueryTimeout timeout) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    searcher.setTimeout(timeout);
    return searcher;
  }

  private static int count(IndexSearcher searcher, Query query) throws IOException {
    return searcher.search(query, new TotalHitCountCollectorManager(searcher.getSlices()));
  }

  public void testScanEndsEarly() throws IOException {
    open(random().nextBoolean() ? TestUtil.getDefaultCodec() : new SimHashCodec("near"));
    for (int maxDistance : new int[] {HALF, 40, 64}) {
      Query query =
          SimHashField.newDistanceQuery("near", Fingerprint.of(random().nextLong()), maxDistance);
      int all = count(searcher(reader, null), query);
      int before = 0;
      for (int calls : new int[] {0, 1, 3, 5}) {
        IndexSearcher searcher = searcher(reader, after(calls));
        int found = count(searcher, query);
        assertTrue(searcher.timedOut());
        assertTrue(found + " after " + calls + " calls", found >= before && found < all / 4);
        before = found;
      }
      IndexSearcher patient = searcher(reader, after(1000));
      assertEquals(all, count(patient, query));
      assertFalse(patient.timedOut());
    }
  }

  public void testScanForFewHitsReadsNoFurtherThanItsTime() throws IOException {
    open(TestUtil.getDefaultCodec());
    CountingReader counting = new CountingReader(DirectoryReader.open(directory));
    IndexSearcher searcher = searcher(counting, after(2));
    assertEquals(
        0, count(searcher, SimHashField.newSlowDistanceQuery("near", Fingerprint.of(0), 5)));
    assertTrue(searcher.timedOut());
    // The first two windows have 100 and 150 documents.
    assertEquals(250, counting.takeReads());
    counting.close();
  }

  public void testNothingIsGatheredOnceTimeIsUp() throws IOException {
    open(new SimHashCodec("near"));
    CountingReader counting = new CountingReader(DirectoryReader.open(directory));
    for (int maxDistance : new int[] {12, 20}) {
      Query query =
          SimHashField.newDistanceQuery("near", Fingerprint.of(random().nextLong()), maxDistance);
      assertTrue(count(searcher(counting, null), query) <= counting.takeReads());
      IndexSearcher searcher = searcher(counting, after(0));
      assertEquals(0, count(searcher, query));
      assertTrue(searcher.timedOut());
      assertEquals(0, counting.takeReads());
    }
    counting.close();
  }

  /** Nearest searches are complete or time out, whenever time is up, also between two rounds. */
  public void testNearestAreAllOrTimedOut() throws IOException {
    open(random().nextBoolean() ? TestUtil.getDefaultCodec() : new SimHashCodec("near"));
    long fingerprint = random().nextLong();
    int n = 1 + random().nextInt(20);
    List<Float> expected =
        scores(
            SimHashField.nearest(
                searcher(reader, null), "near", Fingerprint.of(fingerprint), n, null));
    Query query = SimHashField.newNearestQuery("near", Fingerprint.of(fingerprint), n, null);
    for (boolean isQuery : new boolean[] {false, true}) {
      boolean timedOut = true;
      for (int calls = 0; timedOut; calls++) {
        IndexSearcher searcher = searcher(reader, after(calls));
        List<Float> found =
            scores(
                isQuery
                    ? searcher.search(query, n)
                    : SimHashField.nearest(searcher, "near", Fingerprint.of(fingerprint), n, null));
        timedOut = searcher.timedOut();
        assertTrue("after " + calls + " calls: " + found, timedOut || expected.equals(found));
      }
    }
  }

  private static List<Float> scores(TopDocs hits) {
    return Arrays.stream(hits.scoreDocs).map(hit -> hit.score).toList();
  }

  public void testExitableReader() throws IOException {
    open(random().nextBoolean() ? TestUtil.getDefaultCodec() : new SimHashCodec("near"));
    for (int maxDistance : new int[] {3, 7, 12, 40}) {
      Query query =
          SimHashField.newDistanceQuery("near", Fingerprint.of(random().nextLong()), maxDistance);
      int expected = searcher(reader, null).count(query);
      DirectoryReader patient = ExitableDirectoryReader.wrap(reader, after(1_000_000));
      assertEquals(expected, searcher(patient, null).count(query));
      DirectoryReader impatient = ExitableDirectoryReader.wrap(reader, after(1));
      expectThrows(
          ExitableDirectoryReader.ExitingReaderException.class,
          () -> searcher(impatient, null).count(query));
    }
  }
}
