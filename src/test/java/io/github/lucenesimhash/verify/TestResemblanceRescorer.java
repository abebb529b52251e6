package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Compares the rescoring of random indexes with the resemblance of strings. */
public class TestResemblanceRescorer extends LuceneTestCase {

  private final TextVerifier verifier = TextVerifier.standard();
  private Directory directory;
  private DirectoryReader reader;
  private String searched;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
    searched = RandomTexts.next(random());
    try (IndexWriter writer =
        new IndexWriter(directory, newIndexWriterConfig(new WhitespaceAnalyzer()))) {
      for (int i = 0; i < 120; i++) {
        Document document = new Document();
        String text =
            i % 3 == 0 ? RandomTexts.next(random()) : RandomTexts.edit(random(), searched);
        if (i % 20 != 7) {
          document.add(new StoredField("text", text));
        }
        if (i % 9 == 8) {
          document.add(new StoredField("text", "a second value"));
        }
        document.add(newStringField("mark", i % 10 == 1 ? "gone" : "kept", Field.Store.NO));
        writer.addDocument(document);
        if (i % 50 == 49) {
          writer.flush();
        }
      }
      writer.deleteDocuments(new Term("mark", "gone"));
    }
    reader = DirectoryReader.open(directory);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  public void testDuelWithResemblanceOfStrings() throws IOException {
    DocumentFeatures documents = DocumentFeatures.stored("text", verifier);
    for (double minimum : new double[] {0, random().nextDouble(), .8, 1}) {
      check(documents, minimum);
    }
  }

  private void check(DocumentFeatures documents, double minimum) throws IOException {
    IndexSearcher searcher = newSearcher(reader);
    TopDocs candidates = searcher.search(MatchAllDocsQuery.INSTANCE, 200);
    FeatureSet features = verifier.features(searched);
    ResemblanceRescorer rescorer = ResemblanceRescorer.jaccard(features, documents, minimum);
    List<ScoreDoc> expected = new ArrayList<>();
    for (ScoreDoc candidate : candidates.scoreDocs) {
      String text = text(candidate.doc);
      double resemblance = PlainResemblance.jaccard(searched, text);
      Explanation explanation =
          rescorer.explain(searcher, Explanation.match(1, "first pass"), candidate.doc);
      assertEquals(resemblance >= minimum, explanation.isMatch());
      if (resemblance >= minimum) {
        expected.add(new ScoreDoc(candidate.doc, (float) resemblance));
        assertEquals((float) resemblance, explanation.getValue().floatValue(), 0);
      }
    }
    expected.sort(
        Comparator.<ScoreDoc>comparingDouble(hit -> -hit.score).thenComparingInt(hit -> hit.doc));
    int top = 1 + random().nextInt(150);
    TopDocs found = rescorer.rescore(searcher, candidates, top);
    assertEquals(expected.size(), found.totalHits.value());
    assertEquals(TotalHits.Relation.EQUAL_TO, found.totalHits.relation());
    assertEquals(Math.min(top, expected.size()), found.scoreDocs.length);
    for (int i = 0; i < found.scoreDocs.length; i++) {
      assertEquals(expected.get(i).doc, found.scoreDocs[i].doc);
      assertEquals(expected.get(i).score, found.scoreDocs[i].score, 0);
    }
  }

  private String text(int doc) throws IOException {
    return String.join("\n", reader.storedFields().document(doc).getValues("text"));
  }

  public void testCandidatesThatAreNotAll() throws IOException {
    IndexSearcher searcher = newSearcher(reader);
    TopDocs candidates = searcher.search(MatchAllDocsQuery.INSTANCE, 10);
    TopDocs found =
        ResemblanceRescorer.jaccard(
                verifier.features(searched), DocumentFeatures.stored("text", verifier), 0)
            .rescore(searcher, candidates, 5);
    assertEquals(5, found.scoreDocs.length);
    assertEquals(10, found.totalHits.value());
    assertEquals(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO, found.totalHits.relation());
  }

  public void testCacheKeepsTheLastTwoOfTooMany() throws IOException {
    FeatureCache<String> cache = new FeatureCache<>(0);
    cache.put("a", FeatureSet.of(1));
    cache.put("b", null);
    long bytes = cache.ramBytesUsed();
    assertEquals(1, cache.get("a").size());
    assertEquals(2, cache.get("c", () -> FeatureSet.of(1, 2)).size());
    assertFalse("used before the other", cache.contains("b"));
    assertEquals(1, cache.get("a", () -> null).size());
    cache.put("c", null);
    assertEquals(bytes, cache.ramBytesUsed());
  }

  /** A cache counts the bytes of its keys: a text may be long, and have few features. */
  public void testCacheCountsWhatDocumentsAreKnownBy() throws IOException {
    FeatureCache<String> cache = new FeatureCache<>(200_000);
    for (int i = 0; i < 10; i++) {
      cache.put(i + " and".repeat(10_000), FeatureSet.of(1));
    }
    assertFalse(cache.contains("0" + " and".repeat(10_000)));
    assertTrue(cache.contains("9" + " and".repeat(10_000)));
    assertTrue("" + cache.ramBytesUsed(), cache.ramBytesUsed() > 80_000);
    assertTrue("" + cache.ramBytesUsed(), cache.ramBytesUsed() <= 200_000);
  }

  public void testBadArguments() {
    FeatureSet features = FeatureSet.of();
    DocumentFeatures documents = DocumentFeatures.stored("text", verifier);
    for (double minimum : new double[] {-.1, 1.1, Double.NaN}) {
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class,
              () -> ResemblanceRescorer.jaccard(features, documents, minimum));
      assertEquals("minimum is " + minimum + ", expected 0 to 1", e.getMessage());
    }
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> new FeatureCache<String>(-1));
    assertEquals("maxBytes is -1, expected 0 or more", e.getMessage());
  }
}
