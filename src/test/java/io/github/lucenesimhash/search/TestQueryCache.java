package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.Sort;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * A query cache holds the matches of a query in a segment, whatever the segment's place in a
 * reader. The reader of this test has each segment twice.
 */
public class TestQueryCache extends LuceneTestCase {

  private static final QueryCachingPolicy ALWAYS =
      new QueryCachingPolicy() {
        @Override
        public void onUse(Query query) {}

        @Override
        public boolean shouldCache(Query query) {
          return true;
        }
      };

  private RandomIndex index;
  private MultiReader twice;
  private IndexSearcher searcher;
  private final BruteForce oracle = new BruteForce();

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = new RandomIndex(random(), 1 + random().nextInt(200));
    twice = new MultiReader(new IndexReader[] {index.reader, index.reader}, false);
    index.live.forEach(
        (doc, held) -> {
          if (held.fingerprint() != null) {
            oracle.put(doc, held.fingerprint());
            oracle.put(doc + index.reader.maxDoc(), held.fingerprint());
          }
        });
    searcher = new IndexSearcher(twice);
    searcher.setQueryCache(new LRUQueryCache(1000, 1 << 20, leaf -> true, 1000));
    searcher.setQueryCachingPolicy(ALWAYS);
  }

  @Override
  public void tearDown() throws Exception {
    twice.close();
    index.close();
    super.tearDown();
  }

  /** Returns the hits without scores, so that the cache is used. */
  private Set<Integer> found(Query query) throws IOException {
    Set<Integer> found = new TreeSet<>();
    if (twice.maxDoc() > 0) {
      Arrays.stream(searcher.search(query, twice.maxDoc(), Sort.INDEXORDER).scoreDocs)
          .forEach(hit -> found.add(hit.doc));
    }
    return found;
  }

  private void assertFound(Set<Integer> expected, Query query) throws IOException {
    Query all = MatchAllDocsQuery.INSTANCE;
    Query others =
        new BooleanQuery.Builder().add(all, Occur.MUST).add(query, Occur.MUST_NOT).build();
    Set<Integer> left = new TreeSet<>(found(all));
    left.removeAll(expected);
    for (String time : List.of("first", "second")) {
      assertEquals(query + " the " + time + " time", expected, found(query));
      assertEquals(query + " the " + time + " time", expected.size(), searcher.count(query));
      assertEquals(query + " the " + time + " time", left, found(others));
    }
  }

  public void testWithin() throws IOException {
    for (int i = 0; i < 10; i++) {
      int maxDistance = random().nextInt(30);
      Fingerprint wanted = index.fingerprints.near(maxDistance);
      Set<Integer> expected = oracle.within(wanted, maxDistance).keySet();
      assertFound(expected, SimHashField.newDistanceQuery("near", wanted, maxDistance));
      assertFound(expected, SimHashField.newSlowDistanceQuery("near", wanted, maxDistance));
      Fingerprint[] two = {index.fingerprints.near(3), wanted};
      assertFound(expected, new DistanceBatch("near", two, maxDistance).query(1));
    }
  }

  public void testNearest() throws IOException {
    for (int i = 0; i < 10; i++) {
      int n = 1 + random().nextInt(index.reader.maxDoc() + 1);
      Fingerprint wanted = index.fingerprints.near(10);
      Set<Integer> expected = new TreeSet<>();
      oracle.nearest(wanted, n).forEach(near -> expected.add(near.id()));
      assertFound(expected, SimHashField.newNearestQuery("near", wanted, n, null));
    }
  }

  public void testLike() throws IOException {
    for (int doc : index.live.keySet().stream().limit(10).toList()) {
      int maxDistance = random().nextInt(30);
      Fingerprint wanted = index.live.get(doc).fingerprint();
      Set<Integer> expected =
          wanted == null ? Set.of() : oracle.within(wanted, maxDistance).keySet();
      int place = random().nextBoolean() ? doc : doc + index.reader.maxDoc();
      assertFound(expected, SimHashField.newLikeQuery(twice, "near", place, maxDistance));
    }
  }
}
