package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class TestSimHashAnalyzer extends BaseTokenStreamTestCase {

  private static final List<FingerprintScheme> SCHEMES =
      List.of(
          FingerprintScheme.parse("zh"),
          FingerprintScheme.parse("zh"),
          FingerprintScheme.parse("en"),
          FingerprintScheme.parse("char shingle=3"),
          FingerprintScheme.standard().with("interleaved=true"),
          FingerprintScheme.standard().with("bits=128"),
          FingerprintScheme.parse("en sketch=simhash bits=256"));

  public void testRandomTexts() throws IOException {
    for (FingerprintScheme scheme : SCHEMES) {
      try (Analyzer analyzer = new SimHashAnalyzer(scheme)) {
        checkRandomData(random(), analyzer, 50 * RANDOM_MULTIPLIER);
        checkRandomData(random(), analyzer, 3 * RANDOM_MULTIPLIER, 8192);
      }
    }
  }

  public void testTermsAreTheFingerprintOfTheText() throws IOException {
    for (FingerprintScheme scheme : SCHEMES) {
      try (Analyzer analyzer = new SimHashAnalyzer(scheme)) {
        for (String text : GoldenFingerprints.TEXTS) {
          checkTerms(analyzer, scheme, text);
        }
        String unicode = TestUtil.randomRealisticUnicodeString(random(), 20_000);
        checkTerms(analyzer, scheme, unicode);
        checkTerms(analyzer, scheme, "word " + unicode.repeat(3));
      }
    }
  }

  public void testWithinAPerFieldWrapper() throws IOException {
    FingerprintScheme scheme = FingerprintScheme.parse("zh");
    Analyzer simHash = new SimHashAnalyzer(scheme);
    try (Analyzer wrapper =
        new PerFieldAnalyzerWrapper(new KeywordAnalyzer(), Map.of("dummy", simHash))) {
      checkTerms(wrapper, scheme, "检测近似重复的文本");
    }
  }

  private static void checkTerms(Analyzer analyzer, FingerprintScheme scheme, String text)
      throws IOException {
    Optional<Fingerprint> fingerprint = scheme.fingerprint(text);
    if (fingerprint.isEmpty()) {
      assertAnalyzesTo(analyzer, text, new String[0]);
      return;
    }
    int blocks = scheme.bits() / Blocks.BLOCK_BITS;
    assertEquals(scheme.bits(), fingerprint.get().bits());
    String[] terms = new String[blocks];
    for (int i = 0; i < blocks; i++) {
      int value = Blocks.block(fingerprint.get(), i);
      terms[i] = String.format(Locale.ROOT, "%d:%04x", i, value);
    }
    int[] ends = new int[blocks];
    Arrays.fill(ends, text.length());
    int[] increments = new int[blocks];
    increments[0] = 1;
    assertAnalyzesTo(analyzer, text, terms, new int[blocks], ends, increments);
  }
}
