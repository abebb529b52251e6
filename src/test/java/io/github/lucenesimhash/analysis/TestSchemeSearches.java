package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.BruteForce.Near;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValues;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Compares the searches that a scheme makes from a text with a comparison of every fingerprint. */
public class TestSchemeSearches extends LuceneTestCase {

  private static final String NO_WORDS = "...";

  private FingerprintScheme scheme;
  private final BruteForce oracle = new BruteForce();
  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;
  private int documents;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    scheme = FingerprintScheme.standard().with("bits=" + (64 << random().nextInt(3)));
    directory = Directories.random(random());
    documents = atLeast(60);
    try (RandomIndexWriter writer =
        new RandomIndexWriter(
            random(),
            directory,
            newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) { // keeps doc numbers
      for (int i = 0; i < documents; i++) {
        String text = i % 10 == 9 ? NO_WORDS : text();
        Document document = new Document();
        scheme.field("near").of(text).ifPresent(document::add);
        writer.addDocument(document);
        int number = i;
        scheme.fingerprint(text).ifPresent(bits -> oracle.put(number, bits));
      }
    }
    reader = DirectoryReader.open(directory);
    searcher = newSearcher(reader, false);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  /** Returns a text of a small vocabulary, so that some texts are near each other. */
  private static String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      text.append("word").append(random().nextInt(3)).append(' ');
    }
    return text.toString();
  }

  private Fingerprint fingerprint(String text) {
    return scheme.fingerprint(text).get();
  }

  private Map<Integer, Integer> found(TopDocs hits) {
    Map<Integer, Integer> found = new TreeMap<>();
    for (ScoreDoc hit : hits.scoreDocs) {
      found.put(hit.doc, Math.round((1 - hit.score) * scheme.bits()));
    }
    return found;
  }

  private static Map<Integer, Integer> byId(List<Near> hits) {
    Map<Integer, Integer> found = new TreeMap<>();
    hits.forEach(near -> found.put(near.id(), near.distance()));
    return found;
  }

  public void testDistance() throws IOException {
    String text = text();
    int k = random().nextInt(scheme.bits() + 1);
    Query query = scheme.field("near").newDistanceQuery(text, k);
    assertEquals(oracle.within(fingerprint(text), k), found(searcher.search(query, documents)));
  }

  public void testNearest() throws IOException {
    String text = text();
    int n = 1 + random().nextInt(documents);
    Map<Integer, Integer> expected = byId(oracle.nearest(fingerprint(text), n));
    assertEquals(expected, found(scheme.field("near").nearest(searcher, text, n, null)));
    Query query = scheme.field("near").newNearestQuery(text, n, null);
    assertEquals(expected, found(searcher.search(query, documents)));
  }

  public void testNearestAmongThoseOfAFilter() throws IOException {
    String text = text();
    String other = text();
    int k = scheme.bits() / 64 * (20 + random().nextInt(10));
    int n = 1 + random().nextInt(documents);
    Map<Integer, Integer> left = oracle.within(fingerprint(other), k);
    List<Near> expectedHits =
        oracle.nearest(fingerprint(text), documents).stream()
            .filter(near -> left.containsKey(near.id()))
            .limit(n)
            .toList();
    Query filter = scheme.field("near").newDistanceQuery(other, k);
    Map<Integer, Integer> expected = byId(expectedHits);
    assertEquals(expected, found(scheme.field("near").nearest(searcher, text, n, filter)));
    Query query = scheme.field("near").newNearestQuery(text, n, filter);
    assertEquals(expected, found(searcher.search(query, documents)));
  }

  public void testSort() throws IOException {
    String text = text();
    List<Integer> expected = new ArrayList<>();
    oracle.nearest(fingerprint(text), documents).forEach(near -> expected.add(near.id()));
    for (int doc = 0; doc < documents; doc++) {
      if (!expected.contains(doc)) {
        expected.add(doc); // documents without a fingerprint are last
      }
    }
    assertEquals(expected, sorted(text));
  }

  private List<Integer> sorted(String text) throws IOException {
    List<Integer> sorted = new ArrayList<>();
    Sort sort = new Sort(scheme.field("near").newDistanceSort(text));
    for (ScoreDoc hit : searcher.search(MatchAllDocsQuery.INSTANCE, documents, sort).scoreDocs) {
      sorted.add(hit.doc);
    }
    return sorted;
  }

  public void testValues() throws IOException {
    String text = text();
    Map<Integer, Integer> expected = oracle.within(fingerprint(text), scheme.bits());
    assertEquals(expected, distances(text));
    assertEquals(expected, scores(text));
  }

  private Map<Integer, Integer> distances(String text) throws IOException {
    Map<Integer, Integer> found = new TreeMap<>();
    var source = scheme.field("near").newDistanceValues(text).rewrite(searcher);
    for (LeafReaderContext leaf : reader.leaves()) {
      LongValues values = source.getValues(leaf, null);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (values.advanceExact(doc)) {
          found.put(leaf.docBase + doc, (int) values.longValue());
        }
      }
    }
    return found;
  }

  private Map<Integer, Integer> scores(String text) throws IOException {
    Map<Integer, Integer> found = new TreeMap<>();
    DoubleValuesSource source = scheme.field("near").newScoreValues(text).rewrite(searcher);
    for (LeafReaderContext leaf : reader.leaves()) {
      DoubleValues values = source.getValues(leaf, null);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (values.advanceExact(doc)) {
          found.put(
              leaf.docBase + doc, (int) Math.round((1 - values.doubleValue()) * scheme.bits()));
        }
      }
    }
    return found;
  }

  public void testATextWithoutFeatures() throws IOException {
    TopDocs nearest = scheme.field("near").nearest(searcher, NO_WORDS, 5, null);
    assertEquals(0, nearest.scoreDocs.length);
    assertEquals(0, nearest.totalHits.value());
    assertEquals(Relation.EQUAL_TO, nearest.totalHits.relation());
    assertEquals(0, searcher.count(scheme.field("near").newNearestQuery(NO_WORDS, 5, null)));
    assertEquals(0, searcher.count(scheme.field("near").newDistanceQuery(NO_WORDS, scheme.bits())));
    assertEquals(Map.of(), distances(NO_WORDS));
    assertEquals(Map.of(), scores(NO_WORDS));
    List<Integer> inOrder = sorted(NO_WORDS);
    assertEquals(documents, inOrder.size());
    assertEquals(inOrder.stream().sorted().toList(), inOrder);
  }

  public void testArgumentsOutOfRangeAreRefusedWhateverTheText() {
    for (String text : List.of(NO_WORDS, text())) {
      assertRefused(
          "n for field 'near' is 0, expected at least 1",
          () -> scheme.field("near").nearest(searcher, text, 0, null));
      assertRefused(
          "n for field 'near' is 0, expected at least 1",
          () -> scheme.field("near").newNearestQuery(text, 0, null));
      assertRefused(
          "maxDistance for field 'near' is 257, expected 0 to " + scheme.bits(),
          () -> scheme.field("near").newDistanceQuery(text, 257));
    }
  }

  public void testAnIndexOfAnotherSchemeIsRefused() {
    FingerprintScheme other = FingerprintScheme.parse("en");
    String text = text();
    Query all = MatchAllDocsQuery.INSTANCE;
    List<ThrowingRunnable> searches =
        List.of(
            () -> searcher.count(other.field("near").newDistanceQuery(text, 3)),
            () -> other.field("near").nearest(searcher, text, 5, null),
            () -> searcher.count(other.field("near").newNearestQuery(text, 5, null)),
            () -> searcher.search(all, 5, new Sort(other.field("near").newDistanceSort(text))),
            () -> other.field("near").newDistanceValues(text).rewrite(searcher),
            () ->
                searcher.search(
                    new FunctionScoreQuery(all, other.field("near").newScoreValues(text)), 5));
    for (ThrowingRunnable search : searches) {
      assertRefused(
          "field 'near' holds fingerprints of scheme "
              + scheme.id()
              + ", but the query was made with scheme "
              + other.id(),
          search);
    }
  }

  /** A query for deletions checks the scheme of each segment by itself. */
  public void testASegmentOfAnotherSchemeMatchesNothing() throws IOException {
    SchemeField other = FingerprintScheme.parse("en").field("near");
    String text = text();
    Query all = MatchAllDocsQuery.INSTANCE;
    for (LeafReaderContext leaf : reader.leaves()) {
      IndexSearcher segment = new IndexSearcher(leaf.reader());
      assertEquals(0, segment.count(other.newDistanceQuery(text, 64)));
      assertEquals(0, segment.count(other.newNearestQuery(text, 5, null)));
      LongValues values = other.newDistanceValues(text).rewrite(segment).getValues(leaf, null);
      Query scored = new FunctionScoreQuery(all, other.newScoreValues(text));
      for (ScoreDoc hit : segment.search(scored, documents).scoreDocs) {
        assertFalse(values.advanceExact(hit.doc));
        assertEquals(0, hit.score, 0);
      }
    }
  }

  public void testValuesOfTwoSchemesDiffer() {
    String text = text();
    assertEquals(
        scheme.field("near").newDistanceValues(text), scheme.field("near").newDistanceValues(text));
    assertNotEquals(
        scheme.field("near").newDistanceValues(text),
        FingerprintScheme.parse("en").field("near").newDistanceValues(text));
  }

  private static void assertRefused(String message, ThrowingRunnable run) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, run).getMessage());
  }
}
