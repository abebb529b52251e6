package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The query as a citizen of Lucene: scores, explanations, equality, roads. */
public class TestDistanceQuery extends LuceneTestCase {

  private static final int DOCUMENTS = 500;

  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        // Document i differs from 0 in i % 65 bits, the lowest first.
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
    return new HammingDistanceQuery("near", 0, maxDistance, strategy);
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

  public void testEquality() {
    Query query = SimHashField.newDistanceQuery("near", 1, 3);
    QueryUtils.checkEqual(query, SimHashField.newDistanceQuery("near", 1, 3));
    QueryUtils.checkUnequal(query, SimHashField.newDistanceQuery("far", 1, 3));
    QueryUtils.checkUnequal(query, SimHashField.newDistanceQuery("near", 2, 3));
    QueryUtils.checkUnequal(query, SimHashField.newDistanceQuery("near", 1, 4));
    QueryUtils.checkUnequal(query, SimHashField.newSlowDistanceQuery("near", 1, 3));
    QueryUtils.checkEqual(
        SimHashField.newExactQuery("near", 1), SimHashField.newDistanceQuery("near", 1, 0));
  }

  public void testToString() {
    Query query = SimHashField.newDistanceQuery("near", 0xFF, 3);
    assertEquals("near:00000000000000ff~3", query.toString());
    assertEquals("00000000000000ff~3", query.toString("near"));
  }

  public void testMaxDistanceOutOfRange() {
    for (int wrong : new int[] {-1, 65, Integer.MIN_VALUE}) {
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class,
              () -> SimHashField.newDistanceQuery("near", 0, wrong));
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

  public void testVisit() {
    Set<Query> leaves = new HashSet<>();
    QueryVisitor onlyNear =
        new QueryVisitor() {
          @Override
          public boolean acceptField(String field) {
            return field.equals("near");
          }

          @Override
          public void visitLeaf(Query leaf) {
            leaves.add(leaf);
          }
        };
    SimHashField.newDistanceQuery("far", 0, 3).visit(onlyNear);
    assertEquals(Set.of(), leaves);
    Query query = SimHashField.newDistanceQuery("near", 0, 3);
    query.visit(onlyNear);
    assertEquals(Set.of(query), leaves);
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

  public void testRoads() throws IOException {
    assertRoad("by all doc values", query(10, Strategy.DOC_VALUES));
    assertRoad("by blocks[1, 2, 2, 2], 428 lookups", query(10, Strategy.BLOCKS));
    assertRoad("by all doc values", query(10, Strategy.CHEAPEST));
  }

  private void assertRoad(String road, Query query) throws IOException {
    int hit = searcher.search(query, 1).scoreDocs[0].doc;
    String explanation = searcher.explain(query, hit).toString();
    assertTrue(explanation, explanation.contains(road));
  }

  public void testFewLeadingDocumentsAreCheckedOneByOne() throws IOException {
    assertNotNull(scorer(query(3, Strategy.CHEAPEST), 1).twoPhaseIterator());
    assertNotNull(scorer(query(3, Strategy.DOC_VALUES), 1).twoPhaseIterator());
    assertNull(scorer(query(3, Strategy.CHEAPEST), Long.MAX_VALUE).twoPhaseIterator());
  }

  public void testAdvanceOverGatheredHits() throws IOException {
    List<Integer> expected = new ArrayList<>();
    DocIdSetIterator all = scorer(query(8, Strategy.BLOCKS), Long.MAX_VALUE).iterator();
    for (int doc = all.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = all.nextDoc()) {
      expected.add(doc);
    }
    assertTrue(expected.size() > 50);
    for (int target = 0; target < DOCUMENTS; target++) {
      int from = target;
      DocIdSetIterator hits = scorer(query(8, Strategy.BLOCKS), Long.MAX_VALUE).iterator();
      assertEquals(
          (int) expected.stream().filter(d -> d >= from).findFirst().orElse(Integer.MAX_VALUE),
          hits.advance(target));
    }
  }

  private Scorer scorer(Query query, long leadCost) throws IOException {
    Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE, 1);
    LeafReaderContext leaf = reader.leaves().get(0);
    ScorerSupplier supplier = weight.scorerSupplier(leaf);
    return supplier.get(leadCost);
  }
}
