package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce.Near;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compares the n nearest with brute force, and tests what Lucene requires of their query. */
public class TestNearest extends LuceneTestCase {

  private static final int INDEXES = Rounds.of(4, 8);
  private static final int CASES = 50;

  private static List<Near> found(ScoreDoc[] hits, Fingerprint from) {
    List<Near> found = new ArrayList<>();
    for (ScoreDoc hit : hits) {
      float distance = (1 - hit.score) * from.bits();
      assertEquals(Math.round(distance), distance, 0);
      found.add(new Near(hit.doc, Math.round(distance)));
    }
    return found;
  }

  public void testDuel() throws IOException {
    for (int i = 0; i < INDEXES; i++) {
      int documents = TestUtil.nextInt(random(), 1, random().nextInt(5) == 0 ? 1500 : 300);
      try (RandomIndex index = new RandomIndex(random(), documents)) {
        IndexSearcher searcher = newSearcher(index.reader, false);
        for (int j = 0; j < CASES; j++) {
          duel(index, searcher);
        }
      }
    }
  }

  private static void duel(RandomIndex index, IndexSearcher searcher) throws IOException {
    int many = index.reader.maxDoc() + 10;
    int n =
        random().nextInt(10) == 0
            ? Integer.MAX_VALUE
            : 1 + random().nextInt(random().nextInt(many) + 1);
    Fingerprint fingerprint = index.fingerprints.near(random().nextInt(30));
    String group =
        random().nextBoolean()
            ? null
            : RandomIndex.GROUPS.get(random().nextInt(RandomIndex.GROUPS.size()));
    Query filter = group == null ? null : RandomIndex.group(group);
    List<Near> expected = index.oracle(group).nearest(fingerprint, n);

    // The values allow only the last round, the usual rounds, or all rounds.
    double worth = List.of(0.0, NearestQuery.WORTH, 1e9).get(random().nextInt(3));
    TopDocs nearest = new NearestQuery("near", fingerprint, n, filter).search(searcher, worth);
    assertEquals(expected, found(nearest.scoreDocs, fingerprint));
    int everything = index.oracle(group).nearest(fingerprint, Integer.MAX_VALUE).size();
    boolean exact = nearest.totalHits.relation() == Relation.EQUAL_TO;
    assertEquals(expected.size() < n, exact);
    assertTrue(nearest.totalHits.value() >= expected.size());
    assertTrue(nearest.totalHits.value() <= everything);

    Query query = SimHashField.newNearestQuery("near", fingerprint, n, filter);
    TopDocs hits = searcher.search(query, many);
    assertEquals(expected, found(hits.scoreDocs, fingerprint));
    assertEquals(expected.size(), searcher.count(query));
  }

  public void testNothingToFind() throws IOException {
    IndexSearcher empty = newSearcher(new MultiReader());
    TopDocs none = SimHashField.nearest(empty, "near", Fingerprint.of(1), 5, null);
    assertEquals(0, none.scoreDocs.length);
    assertEquals(Relation.EQUAL_TO, none.totalHits.relation());
    try (RandomIndex index = new RandomIndex(random(), 50)) {
      IndexSearcher searcher = newSearcher(index.reader);
      Fingerprint any = index.fingerprints.near(1);
      Query nothing = new MatchNoDocsQuery("test");
      assertEquals(0, SimHashField.nearest(searcher, "near", any, 5, nothing).scoreDocs.length);
      assertTrue(
          searcher.rewrite(SimHashField.newNearestQuery("near", any, 5, nothing))
              instanceof MatchNoDocsQuery);
    }
  }

  public void testNIsAtLeastOne() throws IOException {
    IndexSearcher empty = newSearcher(new MultiReader());
    for (int n : new int[] {0, -1, Integer.MIN_VALUE}) {
      String message = "n for field 'near' is " + n + ", expected at least 1";
      assertEquals(
          message,
          expectThrows(
                  IllegalArgumentException.class,
                  () -> SimHashField.nearest(empty, "near", Fingerprint.of(0), n, null))
              .getMessage());
      assertEquals(
          message,
          expectThrows(
                  IllegalArgumentException.class,
                  () -> SimHashField.newNearestQuery("near", Fingerprint.of(0), n, null))
              .getMessage());
    }
  }

  public void testToString() {
    Query filter = RandomIndex.group("half");
    Query query = SimHashField.newNearestQuery("near", Fingerprint.of(1), 3, filter);
    assertEquals("near:nearest(3 to 0000000000000001 of group:half)", query.toString());
    assertEquals(
        "nearest(3 to 0000000000000001)",
        SimHashField.newNearestQuery("near", Fingerprint.of(1), 3, null).toString("near"));
  }

  public void testQueryUtils() throws IOException {
    try (RandomIndex index = RandomIndex.whole(random(), 200)) {
      IndexSearcher searcher = newSearcher(index.reader);
      for (int n : new int[] {1, 10, 1000}) {
        Query query = SimHashField.newNearestQuery("near", index.fingerprints.near(3), n, null);
        QueryUtils.check(random(), query, searcher);
        CheckHits.checkExplanations(new BoostQuery(query, 3), "near", searcher);
        CheckHits.checkTopScores(random(), query, searcher);
      }
    }
  }

  public void testClausesBesideDoNotChangeWhatIsNearest() throws IOException {
    try (RandomIndex index = new RandomIndex(random(), 300)) {
      IndexSearcher searcher = newSearcher(index.reader, false);
      Fingerprint fingerprint = index.fingerprints.near(5);
      Query both =
          new BooleanQuery.Builder()
              .add(SimHashField.newNearestQuery("near", fingerprint, 20, null), Occur.MUST)
              .add(RandomIndex.group("half"), Occur.FILTER)
              .build();
      List<Near> expected =
          index.oracle(null).nearest(fingerprint, 20).stream()
              .filter(near -> index.live.get(near.id()).groups().contains("half"))
              .toList();
      assertEquals(expected, found(searcher.search(both, 100).scoreDocs, fingerprint));
    }
  }

  public void testRewrittenQueryIsBoundToItsReader() throws IOException {
    try (RandomIndex index = new RandomIndex(random(), 100);
        IndexReader other = new MultiReader(new IndexReader[] {index.reader}, false)) {
      IndexSearcher searcher = newSearcher(index.reader, false);
      Fingerprint fingerprint = index.fingerprints.near(5);
      Query query = SimHashField.newNearestQuery("near", fingerprint, 5, null);
      Query rewritten = searcher.rewrite(query);
      QueryUtils.checkEqual(rewritten, searcher.rewrite(query));
      QueryUtils.checkUnequal(rewritten, newSearcher(other, false).rewrite(query));
      expectThrows(
          IllegalStateException.class,
          () -> newSearcher(other, false).createWeight(rewritten, ScoreMode.COMPLETE, 1));
    }
  }

  public void testTimeout() throws IOException {
    try (RandomIndex index = new RandomIndex(random(), 300)) {
      IndexSearcher searcher = new IndexSearcher(index.reader);
      searcher.setTimeout(() -> true);
      TopDocs found = SimHashField.nearest(searcher, "near", index.fingerprints.near(0), 10, null);
      assertTrue(searcher.timedOut());
      assertEquals(Relation.GREATER_THAN_OR_EQUAL_TO, found.totalHits.relation());
    }
  }
}
