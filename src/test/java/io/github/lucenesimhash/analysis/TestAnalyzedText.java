package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.analysis.MockPayloadAnalyzer;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A text that is analyzed once leaves in the index what two analyses leave. */
public class TestAnalyzedText extends LuceneTestCase {

  private final AtomicInteger analyses = new AtomicInteger();

  /** Counts the texts that are analyzed. */
  private Analyzer counted(Analyzer analyzer) {
    return new AnalyzerWrapper(analyzer.getReuseStrategy()) {
      @Override
      protected Analyzer getWrappedAnalyzer(String fieldName) {
        return analyzer;
      }

      @Override
      protected Reader wrapReader(String fieldName, Reader reader) {
        analyses.incrementAndGet();
        return reader;
      }
    };
  }

  private static FieldType bodyType() {
    FieldType type =
        new FieldType(random().nextBoolean() ? TextField.TYPE_STORED : TextField.TYPE_NOT_STORED);
    type.setIndexOptions(
        random().nextBoolean()
            ? IndexOptions.DOCS_AND_FREQS
            : IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    if (random().nextBoolean()) {
      type.setStoreTermVectors(true);
      type.setStoreTermVectorPositions(true);
      type.setStoreTermVectorOffsets(true);
    }
    return type;
  }

  /**
   * Analyzes a text the same way each time. A MockAnalyzer does not: for some fields it adds random
   * payloads, which differ between two analyses of one text.
   */
  private static Analyzer repeatable() {
    boolean lowerCase = random().nextBoolean();
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        return new TokenStreamComponents(new MockTokenizer(MockTokenizer.WHITESPACE, lowerCase));
      }
    };
  }

  public void testLeavesWhatTwoAnalysesLeave() throws Exception {
    Analyzer analyzer = random().nextBoolean() ? repeatable() : new MockPayloadAnalyzer();
    FingerprintScheme scheme =
        random().nextBoolean()
            ? FingerprintScheme.of("mock", analyzer, "body")
            : FingerprintScheme.standard();
    Analyzer bodyAnalyzer =
        scheme.equals(FingerprintScheme.standard())
            ? AnalyzerChoice.of("standard").analyzer()
            : analyzer;
    FieldType type = bodyType();
    try (Directory once = Directories.random(random());
        Directory twice = Directories.random(random())) {
      try (IndexWriter left = new IndexWriter(once, config(new MockAnalyzer(random())));
          IndexWriter right = new IndexWriter(twice, config(bodyAnalyzer))) {
        for (int i = atLeast(100); i > 0; i--) {
          Document shared = new Document();
          Document separate = new Document();
          int values = random().nextInt(4);
          List<Field> fields = new ArrayList<>();
          for (int value = 0; value < values; value++) {
            String text = TestUtil.randomRealisticUnicodeString(random(), 200);
            AnalyzedText analyzed = scheme.analyze(text);
            assertEquals(scheme.fingerprint(text), analyzed.fingerprint());
            fields.add(analyzed.field("body", type));
            separate.add(new Field("body", text, type));
            if (value == 0) {
              analyzed.simHashField("near").ifPresent(fields::add);
              scheme.field("near").of(text).ifPresent(separate::add);
            }
          }
          if (values < 2) { // the order of several values matters, that of fields does not
            Collections.shuffle(fields, random());
          }
          fields.forEach(shared::add);
          shared.add(new StringField("id", "" + i, Store.YES));
          separate.add(new StringField("id", "" + i, Store.YES));
          left.addDocument(shared);
          right.addDocument(separate);
        }
        left.forceMerge(1);
        right.forceMerge(1);
      }
      try (DirectoryReader left = DirectoryReader.open(once);
          DirectoryReader right = DirectoryReader.open(twice)) {
        assertReaderEquals("shared analysis", left, right);
      }
    }
  }

  private static IndexWriterConfig config(Analyzer analyzer) {
    return newIndexWriterConfig(analyzer).setMergePolicy(newLogMergePolicy());
  }

  public void testAnalyzesOnce() throws Exception {
    Analyzer analyzer = counted(new MockAnalyzer(random()));
    FingerprintScheme scheme = FingerprintScheme.of("mock", analyzer, "body");
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
      AnalyzedText analyzed = scheme.analyze("some words of a text");
      Document document = new Document();
      analyzed.simHashField("near").ifPresent(document::add);
      document.add(analyzed.field("body", TextField.TYPE_NOT_STORED));
      writer.addDocument(document);
      writer.addDocument(document);
      assertEquals(1, analyses.get());
    }
  }

  /** An analyzer that chooses by field is asked for the field that is indexed. */
  public void testWordsAreThoseOfTheField() throws Exception {
    Analyzer analyzer =
        new PerFieldAnalyzerWrapper(
            new KeywordAnalyzer(), Map.of("body", new WhitespaceAnalyzer()));
    FingerprintScheme scheme = FingerprintScheme.of("own", analyzer, "body");
    FingerprintScheme same = FingerprintScheme.of("own", new WhitespaceAnalyzer(), "any");
    String text = "the quick fox";
    assertEquals(same.fingerprint(text), scheme.fingerprint(text));
    assertEquals(same.fingerprint(text), scheme.analyze(text).fingerprint());
    assertArrayEquals(same.features(text), scheme.features(text));
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
      writer.addDocument(List.of(scheme.analyze(text).field("body", TextField.TYPE_NOT_STORED)));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        for (String word : List.of("the", "quick", "fox")) {
          assertEquals(word, 1, reader.docFreq(new Term("body", word)));
        }
      }
    }
  }

  public void testRefusesTheWordsOfAnotherField() {
    AnalyzedText text =
        FingerprintScheme.of("own", new WhitespaceAnalyzer(), "body").analyze("a b");
    String message =
        expectThrows(
                IllegalArgumentException.class,
                () -> text.field("title", TextField.TYPE_NOT_STORED))
            .getMessage();
    assertEquals(
        "field 'title', but the scheme's analyzer made the words of field 'body',"
            + " expected that name",
        message);
    FingerprintScheme.parse("en").analyze("a b").field("title", TextField.TYPE_NOT_STORED);
  }

  public void testOneOfSeveralValuesHasTheFingerprint() throws Exception {
    FingerprintScheme scheme = FingerprintScheme.standard();
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(scheme.analyze("the first value").simHashField("near").get());
      document.add(scheme.analyze("the second value").simHashField("near").get());
      String message =
          expectThrows(IllegalArgumentException.class, () -> writer.addDocument(document))
              .getMessage();
      assertTrue(message, message.contains("\"near\" appears more than once"));
    }
  }

  public void testTextWithoutFeatures() throws Exception {
    AnalyzedText nothing = FingerprintScheme.standard().analyze(" ... ");
    assertTrue(nothing.fingerprint().isEmpty());
    assertTrue(nothing.simHashField("near").isEmpty());
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(nothing.field("body", TextField.TYPE_STORED));
      writer.addDocument(document);
    }
  }

  public void testRefusesFieldsThatHaveNoWords() {
    AnalyzedText text = FingerprintScheme.standard().analyze("some words");
    for (FieldType type : List.of(StringField.TYPE_STORED, new FieldType())) {
      String message =
          expectThrows(IllegalArgumentException.class, () -> text.field("body", type)).getMessage();
      assertTrue(message, message.startsWith("field 'body' has type '"));
      assertTrue(message, message.endsWith("expected one that is indexed and tokenized"));
    }
  }

  /** A thread can be in the middle of one fingerprint when it begins another. */
  public void testAnalyzerThatMakesFingerprints() {
    FingerprintScheme inner = FingerprintScheme.standard();
    Analyzer plain = new MockAnalyzer(random());
    Analyzer nested =
        new AnalyzerWrapper(Analyzer.PER_FIELD_REUSE_STRATEGY) {
          @Override
          protected Analyzer getWrappedAnalyzer(String fieldName) {
            return plain;
          }

          @Override
          protected TokenStreamComponents wrapComponents(
              String fieldName, TokenStreamComponents components) {
            TokenStream tokens =
                new TokenFilter(components.getTokenStream()) {
                  @Override
                  public boolean incrementToken() throws IOException {
                    inner.fingerprint("another text");
                    return input.incrementToken();
                  }
                };
            return new TokenStreamComponents(components.getSource(), tokens);
          }
        };
    for (int round = 0; round < 20; round++) {
      String text = TestUtil.randomSimpleString(random(), 200) + " and more words";
      assertEquals(
          FingerprintScheme.of("mock", plain, "body").fingerprint(text),
          FingerprintScheme.of("mock", nested, "body").analyze(text).fingerprint());
    }
  }

  /** As often as wanted, by several readers. */
  public void testPlaysAgain() throws IOException {
    Field field =
        FingerprintScheme.standard()
            .analyze("one two three")
            .field("body", TextField.TYPE_NOT_STORED);
    for (int round = 0; round < 3; round++) {
      int tokens = 0;
      try (TokenStream stream = field.tokenStream(null, null)) {
        stream.reset();
        while (stream.incrementToken()) {
          tokens++;
        }
        stream.end();
      }
      assertEquals(3, tokens);
    }
  }
}
