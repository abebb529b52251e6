package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Tests scores, explanations and equality of the query, and how it is searched. */
public class TestDistanceQuery extends LuceneTestCase {

  private static final int DOCUMENTS = 500;

  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
    try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        // Document i differs from 0 in i % 65 bits, the lowest bits first.
        long fingerprint = i % 65 == 64 ? -1L : (1L << i % 65) - 1;
        document.add(new SimHashField("near", fingerprint));
        document.add(new StringField("third", Boolean.toString(i % 3 == 0), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      reader = writer.getReader();
    }
    searcher = newSearcher(reader);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static Query query(int maxDistance, Strategy strategy) {
    return new HammingDistanceQuery("near", Fingerprint.of(0), maxDistance, strategy);
  }

  /** Bulk reads of doc values get each document once, as they use only the first and the last. */
  public void testManyDocumentsUnderSeveralTerms() throws IOException {
    // The query's first two block values have entries for documents 0, 0, 1, 3, 4, 4, 5, 7.
    long[] group = {0, 3L << 16, 0x00ff00ffL, 0xffffL};
    try (Directory many = Directories.random(random())) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
      try (IndexWriter writer = new IndexWriter(many, config)) {
        for (int i = 0; i < 8000; i++) {
          long fingerprint = group[i % 4] | (i % 4 == 2 ? random().nextLong() : 0);
          writer.addDocument(List.of(new SimHashField("near", fingerprint)));
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader all = DirectoryReader.open(many)) {
        IndexSearcher ofAll = new IndexSearcher(all);
        ScoreDoc[] hits = ofAll.search(query(3, Strategy.BLOCKS), 8000).scoreDocs;
        assertEquals(4000, hits.length);
        assertEquals(4000, Arrays.stream(hits).mapToInt(hit -> hit.doc).distinct().count());
      }
    }
  }

  public void testQueryUtils() throws IOException {
    for (Strategy strategy : Strategy.values()) {
      for (int maxDistance : new int[] {0, 3, 10, 64}) {
        if (strategy != Strategy.BLOCKS || maxDistance <= 16) {
          QueryUtils.check(random(), query(maxDistance, strategy), searcher);
          CheckHits.checkTopScores(random(), query(maxDistance, strategy), searcher);
        }
      }
    }
  }

  public void testToString() {
    Query query = SimHashField.newDistanceQuery("near", Fingerprint.of(0xFF), 3);
    assertEquals("near:00000000000000ff~3", query.toString());
    assertEquals("00000000000000ff~3", query.toString("near"));
  }

  public void testMaxDistanceOutOfRange() {
    for (int wrong : new int[] {-1, 65, Integer.MIN_VALUE}) {
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class,
              () -> SimHashField.newDistanceQuery("near", Fingerprint.of(0), wrong));
      assertEquals(
          "maxDistance for field 'near' is " + wrong + ", expected 0 to 64", e.getMessage());
    }
  }

  public void testScoresFallWithDistance() throws IOException {
    for (Strategy strategy : Strategy.values()) {
      TopDocs hits = searcher.search(new BoostQuery(query(10, strategy), 2), DOCUMENTS);
      float previous = 2;
      for (var hit : hits.scoreDocs) {
        assertTrue(hit.score <= previous);
        previous = hit.score;
      }
      assertEquals(2f, hits.scoreDocs[0].score, 0);
      assertEquals(2 * (1 - 10 / 64f), previous, 0);
    }
  }

  public void testExplain() throws IOException {
    for (int doc = 0; doc < 65; doc++) {
      Explanation explanation = searcher.explain(query(10, Strategy.CHEAPEST), doc);
      int distance = explanation.getDetails()[0].getValue().intValue();
      assertEquals(distance <= 10, explanation.isMatch());
      assertTrue(explanation.toString(), explanation.toString().contains("distance of "));
    }
  }

  public void testBesideOtherClauses() throws IOException {
    for (Strategy strategy : Strategy.values()) {
      Query both =
          new BooleanQuery.Builder()
              .add(query(5, strategy), Occur.MUST)
              .add(new TermQuery(new Term("third", "true")), Occur.FILTER)
              .build();
      int expected = 0;
      for (int i = 0; i < DOCUMENTS; i += 3) {
        expected += i % 65 <= 5 ? 1 : 0;
      }
      assertEquals(expected, searcher.count(both));
    }
  }

  public void testStrategies() throws IOException {
    assertPlan("by all doc values", query(10, Strategy.DOC_VALUES));
    assertPlan("by blocks[2, 2, 2, 1], 428 lookups", query(10, Strategy.BLOCKS));
    assertPlan("by all doc values", query(10, Strategy.CHEAPEST));
  }

  private void assertPlan(String plan, Query query) throws IOException {
    int hit = searcher.search(query, 1).scoreDocs[0].doc;
    String explanation = searcher.explain(query, hit).toString();
    assertTrue(explanation, explanation.contains(plan));
  }
}
