package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintValues;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.HashMap;
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
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
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
    try (Directory directory = Directories.random(random());
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

  /** Documents without exactly one text match nothing, and those beside them are found. */
  public void testWhatIsNotOneFingerprint() throws IOException {
    FingerprintScheme scheme = FingerprintScheme.standard();
    Analyzer analyzer =
        new PerFieldAnalyzerWrapper(
            new WhitespaceAnalyzer(), Map.of("near", new SimHashAnalyzer(scheme)));
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
      Document twice = new Document();
      twice.add(new TextField("near", "one text", Store.NO));
      twice.add(new TextField("near", "another text", Store.NO));
      twice.add(new TextField("body", "bank", Store.NO));
      writer.addDocument(twice);
      writer.addDocument(List.of(new TextField("near", "one text", Store.NO)));
      writer.addDocument(
          List.of(new TextField("near", new CannedTokenStream(new Token("some words", 0, 10)))));
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(reader);
        Fingerprint fingerprint = scheme.fingerprint("one text").orElseThrow();
        assertEquals(1, count(searcher, "near", fingerprint));
        assertEquals(0, count(searcher, "body", fingerprint));
        LeafReader leaf = getOnlyLeafReader(reader);
        assertRefused(
            leaf,
            "near",
            "field 'near' has term [73 6f 6d 65 20 77 6f 72 64 73], expected the block terms of a"
                + " SimHashField or a SimHashAnalyzer");
        assertRefused(
            leaf,
            "body",
            "field 'body' has term [62 61 6e 6b], expected the block terms of a SimHashField or a"
                + " SimHashAnalyzer");
        FingerprintValues none = SimHashField.fingerprints(leaf, "absent");
        assertEquals(FingerprintValues.NO_MORE_DOCS, none.nextDoc());
      }
    }
  }

  private static int count(IndexSearcher searcher, String field, Fingerprint fingerprint)
      throws IOException {
    int all = searcher.count(SimHashField.newDistanceQuery(field, fingerprint, 64));
    for (Query query :
        List.of(
            SimHashField.newDistanceQuery(field, fingerprint, 0),
            SimHashField.newSlowDistanceQuery(field, fingerprint, 3),
            SimHashField.newNearestQuery(field, fingerprint, 3, null))) {
      assertEquals(query.toString(), all, searcher.count(query));
    }
    return all;
  }

  private static void assertRefused(LeafReader leaf, String field, String message) {
    assertEquals(
        message,
        expectThrows(IllegalStateException.class, () -> SimHashField.fingerprints(leaf, field))
            .getMessage());
  }

  public void testTwoTextsOfADocumentAreRefusedWhereAllAreRead() throws IOException {
    Analyzer analyzer = new SimHashAnalyzer(FingerprintScheme.standard());
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
      writer.addDocument(
          List.of(
              new TextField("near", "one text", Store.NO),
              new TextField("near", "another text", Store.NO),
              new StringField("id", "1", Store.NO)));
      writer.addDocument(List.of(new TextField("near", "one text", Store.NO)));
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertRefused(
            getOnlyLeafReader(reader),
            "near",
            "document 0 of a segment has other block terms in field 'near' than those of one text:"
                + " add one value of the field to a document");
      }
      writer.getConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      writer.deleteDocuments(new Term("id", "1"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        FingerprintValues values = SimHashField.fingerprints(getOnlyLeafReader(reader), "near");
        assertEquals(1, values.nextDoc());
      }
    }
  }

  /** An analyzer cannot refuse a text of another width: each is found by its own. */
  public void testTextsOfSeveralWidths() throws IOException {
    String text = "the ferry was late again";
    Map<Integer, Integer> documents = new HashMap<>();
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (int i = 0; i < 60; i++) {
        int bits = 64 << random().nextInt(3);
        documents.merge(bits, 1, Integer::sum);
        TokenStream terms = new SimHashAnalyzer(scheme(bits)).tokenStream("near", text);
        writer.addDocument(List.of(new TextField("near", terms)));
        if (random().nextInt(20) == 0) {
          writer.commit();
        }
      }
      if (random().nextBoolean()) {
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(reader);
        for (int bits : List.of(64, 128, 256)) {
          Fingerprint fingerprint = scheme(bits).fingerprint(text).orElseThrow();
          int expected = documents.getOrDefault(bits, 0);
          for (Query query :
              List.of(
                  SimHashField.newDistanceQuery("near", fingerprint, 3),
                  SimHashField.newSlowDistanceQuery("near", fingerprint, bits),
                  SimHashField.newNearestQuery("near", fingerprint, 100, null))) {
            assertEquals(query.toString(), expected, searcher.count(query));
          }
        }
      }
    }
  }

  private static FingerprintScheme scheme(int bits) {
    return FingerprintScheme.standard().with("bits=" + bits);
  }
}
