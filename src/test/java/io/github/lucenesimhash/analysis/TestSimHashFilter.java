package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TestSimHashFilter extends BaseTokenStreamTestCase {

  private static final FingerprintScheme WORDS =
      FingerprintScheme.of("words", new KeywordAnalyzer(), "body").with("shingle=1");

  public void testTermsOfAKnownText() throws IOException {
    try (Analyzer contiguous = chain(WORDS, false);
        Analyzer interleaved = chain(interleaved(WORDS), false)) {
      long hello = 0x16fe05a1c75bcd0fL;
      String[] terms = {"0:cd0f", "1:c75b", "2:05a1", "3:16fe"};
      int[] increments = {1, 0, 0, 0};
      assertAnalyzesTo(
          contiguous, " hello ", terms, new int[4], new int[] {7, 7, 7, 7}, increments);
      String[] others = new String[4];
      for (int i = 0; i < 4; i++) {
        int value = Blocks.block(Fingerprint.of(hello).interleaved().word(0), i);
        others[i] = String.format(Locale.ROOT, "%d:%04x", i, value);
      }
      assertAnalyzesTo(interleaved, "hello hello", others, increments);
    }
  }

  public void testNothingFromNothing() throws IOException {
    try (Analyzer analyzer = chain(WORDS, false)) {
      for (String text : List.of("", "  ", "!?")) {
        assertAnalyzesTo(analyzer, text, new String[0]);
        assertEquals(text, text.length(), finalOffset(analyzer, text));
      }
      assertEquals(4, terms(analyzer, "one two").size());
      assertAnalyzesTo(analyzer, "", new String[0]);
    }
  }

  public void testStreamMustBeReset() throws IOException {
    for (Analyzer each :
        List.of(chain(WORDS, false), new SimHashAnalyzer(FingerprintScheme.parse("en")))) {
      try (Analyzer analyzer = each) {
        checkResetException(analyzer, "some words");
        checkUseWithoutReset(analyzer);
      }
    }
  }

  private static void checkUseWithoutReset(Analyzer analyzer) throws IOException {
    terms(analyzer, "used before");
    try (TokenStream stream = analyzer.tokenStream("f", "used again")) {
      expectThrows(IllegalStateException.class, stream::incrementToken);
    }
  }

  public void testRandomTexts() throws IOException {
    for (boolean mock : new boolean[] {false, true}) {
      FingerprintScheme scheme = WORDS.with("shingle=" + (1 + random().nextInt(3)));
      try (Analyzer analyzer = chain(mock ? scheme : interleaved(scheme), mock)) {
        checkRandomData(random(), analyzer, 100 * RANDOM_MULTIPLIER);
        checkRandomData(random(), analyzer, 5 * RANDOM_MULTIPLIER, 8192);
        checkAnalysisConsistency(random(), analyzer, true, TestUtil.randomUnicodeString(random()));
      }
    }
  }

  public void testTermsInTheIndexAreThoseOfTheField() throws IOException {
    for (int round = 0; round < 6; round++) {
      boolean interleaved = round % 2 == 1;
      String bits = " bits=" + (64 << (round / 2));
      FingerprintScheme scheme = WORDS.with("shingle=2 interleaved=" + interleaved + bits);
      FingerprintScheme same = FingerprintScheme.parse("en" + bits);
      try (Directory directory = Directories.random(random());
          Analyzer analyzer = chain(scheme, false);
          IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
        for (int i = 0; i < 300; i++) {
          String text = "words " + random().nextInt(100) + " " + random().nextInt();
          Document document = new Document();
          document.add(new TextField("analyzed", text, Field.Store.NO));
          Fingerprint fingerprint = same.fingerprint(text).get();
          document.add(
              new SimHashField(
                  "field", interleaved ? fingerprint.interleaved() : fingerprint, same.fieldType));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          LeafReader segment = getOnlyLeafReader(reader);
          assertEquals(indexTerms(segment, "field"), indexTerms(segment, "analyzed"));
          assertTrue(indexTerms(segment, "field").size() > 4);
        }
      }
    }
  }

  public void testEarlyEndKeepsNoOffsetOfTheTextBefore() throws IOException {
    try (Analyzer analyzer = chain(WORDS, false)) {
      assertEquals(21, finalOffset(analyzer, "a text of some length"));
      try (TokenStream stream = analyzer.tokenStream("f", "x")) {
        stream.reset();
        stream.end();
        assertEquals(0, stream.getAttribute(OffsetAttribute.class).endOffset());
      }
    }
  }

  private static FingerprintScheme interleaved(FingerprintScheme scheme) {
    return scheme.with("interleaved=true");
  }

  private static Analyzer chain(FingerprintScheme scheme, boolean mock) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer tokenizer =
            mock
                ? new MockTokenizer(MockTokenizer.WHITESPACE, random().nextBoolean())
                : new StandardTokenizer();
        return new TokenStreamComponents(tokenizer, new SimHashFilter(tokenizer, scheme));
      }
    };
  }

  private static int finalOffset(Analyzer analyzer, String text) throws IOException {
    try (TokenStream stream = analyzer.tokenStream("f", text)) {
      stream.reset();
      while (stream.incrementToken()) {}
      stream.end();
      return stream.getAttribute(OffsetAttribute.class).endOffset();
    }
  }

  private static List<BytesRef> indexTerms(LeafReader segment, String field) throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    TermsEnum all = segment.terms(field).iterator();
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      terms.add(BytesRef.deepCopyOf(term));
    }
    return terms;
  }

  private static List<BytesRef> terms(Analyzer analyzer, String text) throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("f", text)) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(BytesRef.deepCopyOf(term.getBytesRef()));
      }
      stream.end();
    }
    return terms;
  }
}
