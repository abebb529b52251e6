package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import io.github.lucenesimhash.search.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Segments that are searched together, and those that are not. */
public class TestFewBuckets extends LuceneTestCase {

  private static final int SEGMENTS = 12;

  private final BruteForce oracle = new BruteForce();
  private RandomFingerprints fingerprints;

  private Directory index(Codec codec, Shape shape, int documents) throws IOException {
    fingerprints = new RandomFingerprints(random(), shape);
    Directory directory = newDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < documents; id++) {
        Document document = Answers.document(id);
        if (random().nextInt(10) > 0 || id % (documents / SEGMENTS) == 0) {
          long fingerprint = fingerprints.next();
          oracle.put(id, fingerprint);
          document.add(new SimHashField("near", fingerprint));
        }
        writer.addDocument(document);
        if ((id + 1) % (documents / SEGMENTS) == 0) {
          writer.flush();
        }
      }
    }
    return directory;
  }

  private static FewBuckets few(IndexReader reader, long fingerprint, int maxDistance) {
    return new FewBuckets(
        query(fingerprint, maxDistance, Road.CHEAPEST), new IndexSearcher(reader).getSlices()[0]);
  }

  private static HammingDistanceQuery query(long fingerprint, int maxDistance, Road road) {
    return new HammingDistanceQuery("near", fingerprint, maxDistance, null, road);
  }

  private static Map<Integer, Integer> all(LeafReaderContext leaf, Hits hits) throws IOException {
    Map<Integer, Integer> found = new HashMap<>();
    int last = -1;
    while (hits.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      assertTrue(hits.docID() > last);
      last = hits.docID();
      found.put(Answers.id(leaf.reader(), last), hits.distance());
    }
    return found;
  }

  public void testAgainstBruteForce() throws IOException {
    Shape shape = random().nextBoolean() ? Shape.UNIFORM : Shape.NEAR_DUPLICATES;
    int documents = atLeast(2000);
    try (Directory directory = index(new SimHashCodec("near"), shape, documents);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (int i = atLeast(200); i > 0; i--) {
        int maxDistance = random().nextInt(Blocks.BLOCKS);
        long query = fingerprints.query(maxDistance);
        FewBuckets few = few(reader, query, maxDistance);
        Map<Integer, Integer> found = new HashMap<>();
        for (LeafReaderContext leaf : reader.leaves()) {
          found.putAll(all(leaf, few.take(leaf)));
          assertNull("taken twice", few.take(leaf));
        }
        assertEquals(oracle.within(query, maxDistance), found);
      }
    }
  }

  public void testEachThreadTakesItsSegments() throws Exception {
    try (Directory directory = index(new SimHashCodec("near"), Shape.NEAR_DUPLICATES, 2000);
        DirectoryReader reader = DirectoryReader.open(directory);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 50; i++) {
        long query = fingerprints.query(3);
        FewBuckets few = few(reader, query, 3);
        List<Callable<Map<Integer, Integer>>> tasks = new ArrayList<>();
        for (LeafReaderContext leaf : reader.leaves()) {
          tasks.add(() -> all(leaf, few.take(leaf)));
        }
        Map<Integer, Integer> found = new HashMap<>();
        for (Future<Map<Integer, Integer>> task : threads.invokeAll(tasks)) {
          found.putAll(task.get());
        }
        assertEquals(oracle.within(query, 3), found);
      }
    }
  }

  public void testNotWhereMoreIsToDo() throws IOException {
    try (Directory directory = index(new SimHashCodec("near"), Shape.UNIFORM, 100);
        DirectoryReader reader = DirectoryReader.open(directory);
        DirectoryReader other = DirectoryReader.open(directory)) {
      LeafReaderContext leaf = reader.leaves().get(0);
      assertNotNull(few(reader, 0, 3).take(leaf));
      assertTrue(FewBuckets.areEnough(query(0, 3, Road.CHEAPEST)));
      assertFalse("4 bits", FewBuckets.areEnough(query(0, 4, Road.CHEAPEST)));
      assertFalse("forced", FewBuckets.areEnough(query(0, 3, Road.BLOCKS)));
      assertFalse("forced", FewBuckets.areEnough(query(0, 3, Road.DOC_VALUES)));
      assertNull("not its own", few(other, 0, 3).take(leaf));
    }
    try (Directory directory = index(TestUtil.getDefaultCodec(), Shape.UNIFORM, 100);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertNull("no tables", few(reader, 0, 3).take(reader.leaves().get(0)));
    }
  }

  public void testHotBucketsAreAvoided() throws IOException {
    try (Directory directory = index(new SimHashCodec("near"), Shape.HOT_BLOCK, 12_000 * SEGMENTS);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (int i = atLeast(20); i > 0; i--) {
        long query = random().nextLong() << 16 | 0xFFFF;
        FewBuckets few = few(reader, query, 3);
        Map<Integer, Integer> found = new HashMap<>();
        for (LeafReaderContext leaf : reader.leaves()) {
          found.putAll(all(leaf, few.take(leaf)));
        }
        assertEquals(oracle.within(query, 3), found);
      }
    }
  }

  public void testNotWhereAllBucketsAreHot() throws IOException {
    try (Directory directory = index(new SimHashCodec("near"), Shape.ALL_EQUAL, 40_000);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      LeafReaderContext leaf = reader.leaves().get(SEGMENTS - 1);
      assertNull(few(reader, -1L << 32, 3).take(leaf));
      assertNotNull(few(reader, 0x0F0F0F0F0F0F0F0FL, 3).take(leaf));
      IndexSearcher searcher = newSearcher(reader);
      Answers.assertRight(searcher, oracle, "near", (-1L << 32) + 1, 1);
      Answers.assertRight(searcher, oracle, "near", (-1L << 32) + 1, 0);
    }
  }

  /** 12 segments; the other clause leaves one. */
  public void testOnlyTheSegmentsThatOtherClausesLeave() throws IOException {
    try (Directory directory = index(new SimHashCodec("near"), Shape.UNIFORM, 1200);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      Query near = SimHashField.newDistanceQuery("near", fingerprints.query(3), 3);
      LeafReaderContext leaf = reader.leaves().get(5);
      Query one = NumericDocValuesField.newSlowExactQuery("id.value", Answers.id(leaf.reader(), 7));
      Query both = new BooleanQuery.Builder().add(near, Occur.MUST).add(one, Occur.FILTER).build();
      Query apart =
          new BooleanQuery.Builder().add(near, Occur.MUST).add(one, Occur.MUST_NOT).build();
      assertEquals(1, opened(reader, both, null));
      assertEquals(SEGMENTS, opened(reader, near, null));
      assertEquals(SEGMENTS, opened(reader, apart, null));
      assertEquals("time limit", 1, opened(reader, near, () -> false));
    }
  }

  /** Segments whose tables are opened to search one of them. */
  private static int opened(DirectoryReader reader, Query query, QueryTimeout timeout)
      throws IOException {
    Set<Object> opened = new HashSet<>();
    TablesSeen seen = new TablesSeen(reader, opened);
    IndexSearcher searcher = new IndexSearcher(seen);
    searcher.setTimeout(timeout);
    searcher.setQueryCache(null);
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    ScorerSupplier supplier = weight.scorerSupplier(seen.leaves().get(5));
    if (supplier != null) {
      supplier.bulkScorer();
    }
    return opened.size();
  }

  /** Notes the segments whose terms are asked for. */
  private static final class TablesSeen extends FilterDirectoryReader {

    TablesSeen(DirectoryReader in, Set<Object> opened) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
              return new FilterLeafReader(reader) {
                @Override
                public Terms terms(String field) throws IOException {
                  opened.add(reader);

                  return in.terms(field);
                }

                @Override
                public CacheHelper getCoreCacheHelper() {
                  return in.getCoreCacheHelper();
                }

                @Override
                public CacheHelper getReaderCacheHelper() {
                  return in.getReaderCacheHelper();
                }
              };
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }
}
