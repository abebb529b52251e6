package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;

public class TestSimHashFilterFactory extends BaseTokenStreamTestCase {

  private static final String TEXT =
      "To be or not to be: that is, to be or not to be, the Question 生存还是毁灭这是一个问题";

  public void testDefaults() throws IOException {
    check("");
    FingerprintScheme standard = FingerprintScheme.standard();
    try (Analyzer analyzer = custom()) {
      assertAnalyzesTo(analyzer, TEXT, terms(standard));
      assertAnalyzesTo(analyzer, "", new String[0]);
      checkRandomData(random(), analyzer, 50 * RANDOM_MULTIPLIER);
    }
  }

  public void testEveryArgumentIsUsed() throws IOException {
    check("shingle=1", "shingle", "1");
    check("shingle=3", "shingle", "3");
    check("han-shingle=0", "hanShingle", "0");
    check("weights=tf sketch=simhash", "weights", "tf", "sketch", "simhash");
    check(
        "weights=log-tf sketch=simhash shingle=1",
        "weights",
        "log-tf",
        "sketch",
        "simhash",
        "shingle",
        "1");
    check("top-features=3", "topFeatures", "3");
    check("hash-seed=-9", "seed", "-9");
    check("hash=polynomial", "hash", "polynomial");
    check(
        "tie=zero sketch=simhash top-features=2",
        "sketch",
        "simhash",
        "tie",
        "zero",
        "topFeatures",
        "2");
    check("sketch=simhash", "sketch", "simhash");
    check("interleaved=true", "interleaved", "true");
  }

  public void testMinFeatures() throws IOException {
    check("min-features=3", "minFeatures", "3");
    check("min-features=1000", "minFeatures", "1000");
  }

  public void testEveryArgumentChangesTheTermsOfTheText() throws IOException {
    String[] defaults = terms(FingerprintScheme.standard());
    for (String[] args :
        new String[][] {
          {"shingle", "1"},
          {"hanShingle", "1"},
          {"weights", "tf", "sketch", "simhash"},
          {"topFeatures", "3"},
          {"seed", "-9"},
          {"sketch", "simhash"},
          {"minFeatures", "1000"},
          {"hash", "polynomial"},
          {"interleaved", "true"}
        }) {
      try (Analyzer analyzer = custom(args)) {
        expectThrows(AssertionError.class, () -> assertAnalyzesTo(analyzer, TEXT, defaults));
      }
    }
  }

  public void testBadArgumentsAreRefused() {
    refused("shingles", "2", "shingles");
    refused("bucketCount", "512", "bucketCount");
    refused("shingle", "0", "shingle is '0', expected a whole number from 1 to 32");
    refused("shingle", "33", "shingle is '33'");
    refused("shingle", "two", "two");
    refused("shingle", "99999999999", "99999999999");
    refused("hanShingle", "-1", "han-shingle is '-1'");
    refused("weights", "idf", "weights");
    refused("weights", "tf", "expected sketch simhash");
    refused("topFeatures", "-1", "top-features is '-1'");
    refused("minFeatures", "0", "min-features is '0'");
    refused("hash", "md5", "hash");
    refused("seed", "x", "x");
    refused("tie", "one", "tie");
    refused("sketch", "pencil", "sketch");
    refused("interleaved", "sideways", "interleaved");
    refused("layout", "interleaved", "layout");
    refused("scheme", "en", "the words are the chain's");
    refused("stopWords", "words.txt", "stop-words");
  }

  public void testSeedWithoutMurmurIsRefused() {
    Map<String, String> args = new HashMap<>(Map.of("hash", "polynomial", "seed", "1"));
    String message =
        expectThrows(IllegalArgumentException.class, () -> new SimHashFilterFactory(args))
            .getMessage();
    assertTrue(message, message.contains("seed"));
  }

  public void testSpi() {
    assertTrue(TokenFilterFactory.availableTokenFilters().contains(SimHashFilterFactory.NAME));
    assertEquals(
        SimHashFilterFactory.class, TokenFilterFactory.lookupClass(SimHashFilterFactory.NAME));
    expectThrows(UnsupportedOperationException.class, SimHashFilterFactory::new);
  }

  private static void refused(String name, String value, String part) {
    String message =
        expectThrows(IllegalArgumentException.class, () -> custom(name, value)).getMessage();
    assertTrue(message, message.contains(part));
  }

  private static void check(String options, String... args) throws IOException {
    FingerprintScheme scheme = FingerprintScheme.parse("standard " + options);
    try (Analyzer analyzer = custom(args)) {
      assertAnalyzesTo(analyzer, TEXT, terms(scheme));
    }
  }

  private static Analyzer custom(String... args) throws IOException {
    return CustomAnalyzer.builder()
        .withTokenizer("standard")
        .addTokenFilter("cjkWidth")
        .addTokenFilter("lowercase")
        .addTokenFilter("simHash", args)
        .build();
  }

  private static String[] terms(FingerprintScheme scheme) {
    long fingerprint = scheme.fingerprint(TEXT).get().word(0);
    String[] terms = new String[4];
    for (int i = 0; i < 4; i++) {
      int value = Blocks.block(fingerprint, i);
      terms[i] = String.format(Locale.ROOT, "%d:%04x", i, value);
    }
    return terms;
  }
}
