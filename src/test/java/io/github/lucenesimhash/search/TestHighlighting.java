package io.github.lucenesimhash.search;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.highlight.Highlighter;
import org.apache.lucene.search.highlight.QueryScorer;
import org.apache.lucene.search.highlight.SimpleHTMLFormatter;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Words beside queries for near-duplicates are highlighted wherever the highlighter reads them.
 * With any field matcher, its reader shows the words of the text as the terms of every field.
 */
public class TestHighlighting extends LuceneTestCase {

  private static final String TEXT =
      "The ferry from the island was late again on Monday, and nobody knew why";
  private static final String MARKED = TEXT.replace("ferry", "<b>ferry</b>");

  private final FingerprintScheme scheme = FingerprintScheme.standard();
  private final Analyzer analyzer = new StandardAnalyzer();
  private FieldType body;

  private Document document(String text) {
    Document document = new Document();
    document.add(new Field("body", text, body));
    scheme.field("near").of(text).ifPresent(document::add);
    return document;
  }

  private static Query both(Query near, Occur occur) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term("body", "ferry")), Occur.SHOULD)
        .add(near, occur)
        .build();
  }

  private void assertMarked(IndexSearcher searcher, Query query) throws Exception {
    TopDocs hits = searcher.search(query, 1);
    assertEquals(query.toString(), 1, hits.scoreDocs.length);
    for (boolean any : new boolean[] {false, true}) {
      UnifiedHighlighter.Builder builder = UnifiedHighlighter.builder(searcher, analyzer);
      if (any) {
        builder.withFieldMatcher(field -> true);
      }
      String[] marked = builder.build().highlight("body", query, hits);
      assertEquals(query.toString(), MARKED, marked[0]);
    }
    for (String field : new String[] {"body", null}) {
      Highlighter plain =
          new Highlighter(
              new SimpleHTMLFormatter("<b>", "</b>"), new QueryScorer(query, field, "body"));
      assertEquals(query.toString(), MARKED, plain.getBestFragment(analyzer, "body", TEXT));
    }
  }

  public void testAnalyzedWords() throws Exception {
    body = new FieldType(TextField.TYPE_STORED);
    assertWordsAreMarked();
  }

  public void testIndexedOffsets() throws Exception {
    body = new FieldType(TextField.TYPE_STORED);
    body.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    assertWordsAreMarked();
  }

  public void testTermVectors() throws Exception {
    body = new FieldType(TextField.TYPE_STORED);
    body.setStoreTermVectors(true);
    body.setStoreTermVectorPositions(true);
    body.setStoreTermVectorOffsets(true);
    assertWordsAreMarked();
  }

  public void testIndexedOffsetsAndTermVectors() throws Exception {
    body = new FieldType(TextField.TYPE_STORED);
    body.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    body.setStoreTermVectors(true);
    assertWordsAreMarked();
  }

  /** Queries match an index of one document without field attributes, as a percolator uses it. */
  public void testPercolated() {
    Document document = new Document();
    scheme.field("near").of(TEXT).ifPresent(document::add);
    MemoryIndex index = MemoryIndex.fromDocument(document, analyzer);
    assertEquals(1, index.search(scheme.field("near").newDistanceQuery(TEXT, 10)), 0);
    assertEquals(0, index.search(scheme.field("near").newDistanceQuery("Nothing near", 10)), 0);
  }

  private void assertWordsAreMarked() throws Exception {
    try (Directory directory = Directories.random(random())) {
      IndexWriterConfig config = new IndexWriterConfig(analyzer);
      if (random().nextBoolean()) {
        config.setCodec(new SimHashCodec("near"));
      }
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.addDocument(document(TEXT));
        writer.addDocument(document(TEXT + " or when"));
        writer.addDocument(document("Nothing near"));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        long bits = scheme.fingerprint(TEXT).get().lane(0);
        Query like = SimHashField.newLikeQuery(reader, "near", 0, 64);
        List<Query> queries =
            List.of(
                scheme.field("near").newDistanceQuery(TEXT, 10),
                SimHashField.newSlowDistanceQuery("near", Fingerprint.of(bits), 10),
                scheme.field("near").newNearestQuery(TEXT, 2, null),
                new DistanceBatch("near", RandomFingerprints.all(new long[] {bits, ~bits}), 10)
                    .query(0),
                like);
        for (Query near : queries) {
          assertMarked(searcher, both(near, Occur.SHOULD));
          assertMarked(searcher, both(near, Occur.MUST));
        }
        Query far = SimHashField.newDistanceQuery("near", Fingerprint.of(~bits), 3);
        assertMarked(searcher, both(far, Occur.MUST_NOT));
      }
    }
  }
}
