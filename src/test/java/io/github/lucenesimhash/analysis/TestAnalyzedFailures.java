package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintValues;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A field of an analyzer whose document failed, or that does not hold one fingerprint. */
public class TestAnalyzedFailures extends LuceneTestCase {

  /** The first analysis fails after a term, which stays in the index. */
  public void testFailedDocument() throws IOException {
    Analyzer failing =
        new AnalyzerWrapper(Analyzer.PER_FIELD_REUSE_STRATEGY) {
          private final Analyzer terms = new SimHashAnalyzer(FingerprintScheme.standard());

          @Override
          protected Analyzer getWrappedAnalyzer(String fieldName) {
            return terms;
          }

          @Override
          protected TokenStreamComponents wrapComponents(
              String fieldName, TokenStreamComponents components) {
            return new TokenStreamComponents(
                components.getSource(), new FailsOnce(components.getTokenStream()));
          }
        };
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory, new IndexWriterConfig(failing).setMergePolicy(NoMergePolicy.INSTANCE))) {
      List<TextField> document = List.of(new TextField("near", "some words", Store.NO));
      expectThrows(IOException.class, () -> writer.addDocument(document));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(1, reader.numDeletedDocs());
        assertEquals(
            1,
            newSearcher(reader)
                .count(SimHashField.newDistanceQuery("near", Fingerprint.of(0), 64)));
      }
    }
  }

  private static final class FailsOnce extends TokenFilter {
    private int terms;

    FailsOnce(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (++terms == 2) {
        throw new IOException("failed");
      }
      return input.incrementToken();
    }
  }

  public void testRefusesWhatIsNotOneFingerprint() throws IOException {
    Map<String, Analyzer> analyzers =
        Map.of("twice", new SimHashAnalyzer(FingerprintScheme.standard()));
    Analyzer analyzer = new PerFieldAnalyzerWrapper(new WhitespaceAnalyzer(), analyzers);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
      Document document = new Document();
      document.add(new TextField("twice", "one text", Store.NO));
      document.add(new TextField("twice", "another text", Store.NO));
      document.add(new TextField("body", "bank", Store.NO));
      document.add(new StringField("id", "1", Store.NO));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(reader);
        assertRefused(
            searcher,
            "twice",
            "document 0 of a segment has not exactly 4 block terms in field 'twice', expected"
                + " those of one text: add one value of the field to a document");
        assertRefused(
            searcher,
            "body",
            "field 'body' has term [62 61 6e 6b], expected the block terms of a SimHashField or a"
                + " SimHashAnalyzer");
        LeafReaderContext leaf = reader.leaves().get(0);
        FingerprintValues none = SimHashField.fingerprints(leaf.reader(), "absent");
        assertEquals(FingerprintValues.NO_MORE_DOCS, none.nextDoc());
      }
    }
  }

  private static void assertRefused(IndexSearcher searcher, String field, String message) {
    for (Query query :
        List.of(
            SimHashField.newSlowDistanceQuery(field, Fingerprint.of(0), 3),
            SimHashField.newNearestQuery(field, Fingerprint.of(0), 3, null))) {
      assertEquals(
          message,
          expectThrows(IllegalStateException.class, () -> searcher.search(query, 1)).getMessage());
    }
  }
}
