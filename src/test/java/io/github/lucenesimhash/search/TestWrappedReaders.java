package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.ParallelLeafReader;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.AssertingDirectoryReader;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Answers from wrapped readers are exact, whether the wrapper shows the tables or hides them. */
public class TestWrappedReaders extends LuceneTestCase {

  private static final int QUERIES = 15;

  private Directory directory;
  private DirectoryReader reader;
  private RandomFingerprints fingerprints;
  private final BruteForce oracle = new BruteForce();

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
    fingerprints = new RandomFingerprints(random(), Shape.NEAR_DUPLICATES);
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new SimHashCodec("near")).setSoftDeletesField("gone");
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < 600; id++) {
        writer.addDocument(document(id));
        int other = random().nextInt(id + 1);
        if (id % 10 == 0) {
          writer.softUpdateDocument(
              new Term("id", Integer.toString(other)),
              document(other),
              new NumericDocValuesField("gone", 1));
        } else if (id % 10 == 1) {
          writer.deleteDocuments(new Term("id", Integer.toString(other)));
          oracle.remove(other);
        } else if (id % 250 == 0) {
          writer.commit();
        }
      }
    }
    reader = new SoftDeletesDirectoryReaderWrapper(DirectoryReader.open(directory), "gone");
  }

  private Document document(int id) {
    Document document = Answers.document(id);
    document.add(new StringField("id", Integer.toString(id), Field.Store.NO));
    oracle.remove(id);
    if (random().nextInt(6) > 0) {
      long fingerprint = fingerprints.next();
      document.add(new SimHashField("near", fingerprint));
      oracle.put(id, fingerprint);
    }
    return document;
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private void assertRight(IndexReader wrapped, boolean tables) throws IOException {
    for (LeafReaderContext leaf : wrapped.leaves()) {
      Terms terms = leaf.reader().terms("near");
      assertTrue(terms.getClass().toString(), terms instanceof BlockTables == tables);
    }
    IndexSearcher searcher = new IndexSearcher(wrapped);
    for (int i = 0; i < QUERIES * RANDOM_MULTIPLIER; i++) {
      int maxDistance = random().nextInt(14);
      long query = fingerprints.query(maxDistance);
      Answers.assertRight(searcher, oracle, "near", query, maxDistance);
    }
  }

  private interface Wrapper {
    LeafReader wrap(LeafReader leaf) throws IOException;
  }

  private MultiReader wrapLeaves(Wrapper wrapper) throws IOException {
    List<IndexReader> wrapped = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      wrapped.add(wrapper.wrap(leaf.reader()));
    }
    return new MultiReader(wrapped.toArray(IndexReader[]::new), false);
  }

  public void testSoftDeletes() throws IOException {
    assertRight(reader, true);
  }

  public void testFilterThatHidesNothing() throws IOException {
    assertRight(wrapLeaves(WrappedReader.Leaf::new), true);
  }

  public void testFilterOfTerms() throws IOException {
    assertRight(wrapLeaves(WrappedReader.TablesHidden::new), false);
    assertRight(new WrappedReader(reader, WrappedReader.TablesHidden::new), false);
  }

  public void testExitable() throws IOException {
    QueryTimeout never = () -> false;
    assertRight(new ExitableDirectoryReader(reader, never), false);
  }

  public void testExitableInTime() throws IOException {
    IndexReader late = new ExitableDirectoryReader(reader, () -> true);
    IndexSearcher searcher = new IndexSearcher(late);
    expectThrows(
        ExitableDirectoryReader.ExitingReaderException.class,
        () -> searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(0), 10)));
  }

  public void testAsserting() throws IOException {
    assertRight(new AssertingDirectoryReader(reader), false);
  }

  public void testParallel() throws IOException {
    assertRight(wrapLeaves(leaf -> new ParallelLeafReader(false, leaf)), true);
    assertRight(
        wrapLeaves(leaf -> new ParallelLeafReader(false, new WrappedReader.TablesHidden(leaf))),
        false);
  }

  public void testSlowCodecReader() throws IOException {
    assertRight(
        wrapLeaves(leaf -> SlowCodecReaderWrapper.wrap(new WrappedReader.Leaf(leaf))), true);
    assertRight(
        wrapLeaves(leaf -> SlowCodecReaderWrapper.wrap(new WrappedReader.TablesHidden(leaf))),
        false);
  }

  /** Without a cache key nothing is kept, but a search collects the fingerprints only once. */
  public void testTermsWithoutCacheKeyAreReadOnce() throws IOException {
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS);
    try (Directory directory = Directories.random(random())) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int i = 0; i < 1000; i++) {
          TokenStream terms = new SimHashField("near", fingerprints.next()).tokenStream(null, null);
          writer.addDocument(List.of(new Field("near", terms, type)));
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader terms = DirectoryReader.open(directory)) {
        AtomicInteger reads = new AtomicInteger();
        LeafReader leaf =
            new WrappedReader.Leaf(getOnlyLeafReader(terms)) {
              @Override
              public CacheHelper getCoreCacheHelper() {
                return null;
              }

              @Override
              public Terms terms(String field) throws IOException {
                reads.incrementAndGet();
                return in.terms(field);
              }
            };
        Query query =
            new HammingDistanceQuery(
                "near", Fingerprint.of(fingerprints.query(15)), 15, Strategy.BLOCKS);
        new IndexSearcher(leaf).count(query);
        assertTrue("read " + reads + " times", reads.get() <= 4);
      }
    }
  }
}
