package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValues;
import org.apache.lucene.search.LongValuesSource;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests distances as values to read, to sort by and to score by. */
public class TestDistanceValues extends LuceneTestCase {

  private RandomIndex index;
  private IndexSearcher searcher;
  private Fingerprint fingerprint;
  private LongValuesSource distances;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index =
        random().nextBoolean() ? new RandomIndex(random(), 300) : RandomIndex.whole(random(), 300);
    searcher = newSearcher(index.reader, false);
    fingerprint = index.fingerprints.near(10);
    distances = SimHashField.newDistanceValues("near", fingerprint, null);
  }

  @Override
  public void tearDown() throws Exception {
    index.close();
    super.tearDown();
  }

  /** Returns the distance, or null if the document has no fingerprint. */
  private Integer distance(int doc) {
    Fingerprint held = index.live.get(doc).fingerprint();
    return held == null ? null : held.distance(fingerprint);
  }

  public void testValues() throws IOException {
    for (LeafReaderContext leaf : index.reader.leaves()) {
      LongValues values = distances.getValues(leaf, null);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (index.live.containsKey(leaf.docBase + doc)) {
          Integer expected = distance(leaf.docBase + doc);
          assertEquals(expected != null, values.advanceExact(doc));
          if (expected != null) {
            assertEquals((int) expected, values.longValue());
          }
        }
      }
    }
  }

  public void testAsScoreTheFarthestIsFirstAndMissingIsZero() throws IOException {
    Query query =
        new FunctionScoreQuery(RandomIndex.group("half"), distances.toDoubleValuesSource());
    for (ScoreDoc hit : all(query)) {
      Integer distance = distance(hit.doc);
      assertEquals(distance == null ? 0 : distance, hit.score, 0);
    }
    if (!index.reader.hasDeletions()) {
      QueryUtils.check(random(), query, searcher);
    }
  }

  public void testNearnessAsScore() throws IOException {
    Query near = SimHashField.newSlowDistanceQuery("near", fingerprint, fingerprint.bits());
    Query query =
        new FunctionScoreQuery(RandomIndex.group("half"), DoubleValuesSource.fromQuery(near));
    ScoreDoc[] hits = all(query);
    for (ScoreDoc hit : hits) {
      Integer distance = distance(hit.doc);
      assertEquals(distance == null ? 0 : 1 - distance / (float) fingerprint.bits(), hit.score, 0);
    }
    assertEquals(
        index.live.values().stream().filter(doc -> doc.groups().contains("half")).count(),
        hits.length);
  }

  public void testSort() throws IOException {
    for (boolean reverse : new boolean[] {false, true}) {
      long missing = reverse ? -1 : 65;
      Sort sort = new Sort(distances.getSortField(reverse, missing));
      Comparator<Map.Entry<Integer, Long>> order = Map.Entry.comparingByValue();
      List<Integer> expected =
          index.live.keySet().stream()
              .map(doc -> Map.entry(doc, distance(doc) == null ? missing : (long) distance(doc)))
              .sorted(
                  (reverse ? order.reversed() : order).thenComparing(Map.Entry.comparingByKey()))
              .map(Map.Entry::getKey)
              .toList();
      TopDocs hits = searcher.search(MatchAllDocsQuery.INSTANCE, index.reader.maxDoc(), sort);
      assertEquals(expected, Arrays.stream(hits.scoreDocs).map(hit -> hit.doc).toList());
    }
  }

  public void testEquality() {
    LongValuesSource same = SimHashField.newDistanceValues("near", fingerprint, null);
    assertEquals(distances, same);
    assertEquals(distances.hashCode(), same.hashCode());
    assertNotEquals(distances, SimHashField.newDistanceValues("far", fingerprint, null));
    assertNotEquals(
        distances, SimHashField.newDistanceValues("near", index.fingerprints.near(20), null));
    assertEquals("distance(near, " + fingerprint + ")", distances.toString());
  }

  private ScoreDoc[] all(Query query) throws IOException {
    return searcher.search(query, index.reader.maxDoc()).scoreDocs;
  }
}
