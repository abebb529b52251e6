package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.TieRule;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;

public class TestSimHashFilterFactory extends BaseTokenStreamTestCase {

  private static final String TEXT =
      "To be or not to be: that is, to be or not to be, the Question 生存还是毁灭这是一个问题";

  public void testDefaults() throws IOException {
    check(builder -> builder, false);
    FingerprintScheme standard = FingerprintScheme.standard();
    try (Analyzer analyzer = custom()) {
      assertAnalyzesTo(analyzer, TEXT, terms(standard, false));
      assertAnalyzesTo(analyzer, "", new String[0]);
      checkRandomData(random(), analyzer, 50 * RANDOM_MULTIPLIER);
    }
  }

  public void testEveryArgumentIsUsed() throws IOException {
    check(b -> b.shingleSize(1), false, "shingle", "1");
    check(b -> b.shingleSize(3), false, "shingle", "3");
    check(b -> b.hanShingleSize(0), false, "hanShingle", "0");
    check(
        b -> b.weighting(Weighting.termFrequency()).sketch(Sketch.SIMHASH),
        false,
        "weights",
        "tf",
        "sketch",
        "simhash");
    check(
        b -> b.weighting(Weighting.logTermFrequency()).sketch(Sketch.SIMHASH).shingleSize(1),
        false,
        "weights",
        "log-tf",
        "sketch",
        "simhash",
        "shingle",
        "1");
    check(b -> b.topFeatures(3), false, "topFeatures", "3");
    check(b -> b.hash(FeatureHash.murmur3(-9)), false, "seed", "-9");
    check(b -> b.hash(FeatureHash.polynomial()), false, "hash", "polynomial");
    check(
        b -> b.tieRule(TieRule.ZERO).sketch(Sketch.SIMHASH).topFeatures(2),
        false,
        "sketch",
        "simhash",
        "tie",
        "zero",
        "topFeatures",
        "2");
    check(b -> b.sketch(Sketch.SIMHASH), false, "sketch", "simhash");
    check(b -> b, true, "layout", "interleaved");
  }

  public void testMinFeatures() throws IOException {
    check(b -> b.minFeatures(3), false, "minFeatures", "3");
    check(b -> b.minFeatures(1000), false, "minFeatures", "1000");
  }

  public void testEveryArgumentChangesTheTermsOfTheText() throws IOException {
    String[] defaults = terms(FingerprintScheme.standard(), false);
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
          {"layout", "interleaved"}
        }) {
      try (Analyzer analyzer = custom(args)) {
        expectThrows(AssertionError.class, () -> assertAnalyzesTo(analyzer, TEXT, defaults));
      }
    }
  }

  public void testBadArgumentsAreRefused() {
    refused("shingles", "2", "shingles");
    refused("Shingle", "2", "Shingle");
    refused("bucketCount", "512", "bucketCount");
    refused("shingle", "0", "shingle size is 0");
    refused("shingle", "33", "shingle size is 33");
    refused("shingle", "two", "two");
    refused("shingle", "99999999999", "99999999999");
    refused("hanShingle", "-1", "Han shingle size is -1");
    refused("weights", "idf", "weights");
    refused("weights", "tf", "expected once with sketch MINHASH");
    refused("topFeatures", "-1", "top features is -1");
    refused("minFeatures", "0", "minimum number of features is 0");
    refused("hash", "md5", "hash");
    refused("seed", "x", "x");
    refused("tie", "one", "tie");
    refused("sketch", "pencil", "sketch");
    refused("layout", "sideways", "layout");
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

  private static void check(
      UnaryOperator<SchemeBuilder> changes, boolean interleaved, String... args)
      throws IOException {
    FingerprintScheme scheme = changes.apply(FingerprintScheme.standard().toBuilder()).build();
    try (Analyzer analyzer = custom(args)) {
      assertAnalyzesTo(analyzer, TEXT, terms(scheme, interleaved));
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

  private static String[] terms(FingerprintScheme scheme, boolean interleaved) {
    long fingerprint = scheme.fingerprint(TEXT).getAsLong();
    long bits = interleaved ? Fingerprint.interleave(fingerprint) : fingerprint;
    String[] terms = new String[4];
    for (int i = 0; i < 4; i++) {
      int value = Blocks.block(bits, i);
      terms[i] = String.format(Locale.ROOT, "%d:%04x", i, value);
    }
    return terms;
  }
}
