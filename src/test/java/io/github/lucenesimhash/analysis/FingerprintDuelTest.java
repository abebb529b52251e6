package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.Test;

/** Compares schemes of every kind with {@link PlainFingerprint} on random texts. */
class FingerprintDuelTest {

  private static final long SEED = 2007;

  /** Weights that are multiples of a half, so means over 1, 2 or 4 words and sums are exact. */
  private static final Map<String, Double> TABLE =
      Map.of("w1;", 3.5, "w2;", 0.0, "w3;", 100.0, "文章", 2.5, "的", 0.5, "b", 7.0);

  private final Random random = new Random(SEED);

  private record Rival(Weighting weighting, PlainFingerprint.Weights plain) {}

  private static final List<Rival> EXACT =
      List.of(
          new Rival(Weighting.ONCE, (shingle, count, total) -> 1),
          new Rival(Weighting.parse("tf", null), (shingle, count, total) -> count),
          new Rival(
              Weighting.parse("tf(2)", null), (shingle, count, total) -> count > 2 ? 2 : count),
          new Rival(Weighting.table(TABLE, 1), PlainFingerprint.meanOf(TABLE, 1)),
          new Rival(Weighting.table(TABLE, 0), PlainFingerprint.meanOf(TABLE, 0)),
          new Rival(
              Weighting.parse("log-tf", null).truncated(10),
              (shingle, count, total) -> (int) (10 * (1 + StrictMath.log(count)))),
          new Rival(
              Weighting.tfIdf(TABLE, 1.5).truncated(20),
              (shingle, count, total) ->
                  (int)
                      (20
                          * ((double) count
                              / total
                              * PlainFingerprint.meanOf(TABLE, 1.5).of(shingle, 1, 1)))));

  @Test
  void whitespaceWords() {
    int fingerprints = 0;
    for (int round = 0; round < 4000; round++) {
      List<String> words = words(random.nextInt(round % 100 == 0 ? 900 : 30));
      Duel duel = duel(FingerprintScheme.of("spaces", new WhitespaceAnalyzer(), "body"));
      Optional<Fingerprint> expected = duel.plain.fingerprint(words);
      Optional<Fingerprint> actual = duel.scheme.fingerprint(String.join(" ", words));
      assertEquals(expected, actual, at(round) + duel.scheme);
      fingerprints += actual.isPresent() ? 1 : 0;
    }
    assertTrue(fingerprints > 2000, fingerprints + " of 4000 have one");
  }

  @Test
  void segmentedChinese() throws IOException {
    try (SmartChineseAnalyzer analyzer = new SmartChineseAnalyzer()) {
      for (int round = 0; round < 300; round++) {
        String text = chinese(random.nextInt(60));
        Duel duel = duel(FingerprintScheme.parse("zh"));
        Optional<Fingerprint> expected = duel.plain.fingerprint(tokens(analyzer, text));
        Optional<Fingerprint> actual = duel.scheme.fingerprint(text);
        assertEquals(expected, actual, at(round) + duel.scheme + ", text " + text);
      }
    }
  }

  @Test
  void characters() {
    for (int round = 0; round < 1000; round++) {
      String latin = "Ab-b " + words(9) + " aB1 \uD840\uDC0B";
      String text = round % 2 == 0 ? chinese(random.nextInt(60)) : latin;
      Duel duel = duel(FingerprintScheme.parse("char"));
      List<String> letters =
          text.codePoints()
              .filter(Character::isLetterOrDigit)
              .mapToObj(c -> Character.toString(c).toLowerCase(Locale.ROOT))
              .toList();
      Optional<Fingerprint> expected = duel.plain.fingerprint(letters);
      assertEquals(expected, duel.scheme.fingerprint(text), at(round) + duel.scheme + text);
    }
  }

  /** The standard scheme equals the plain one (without tables: means of three are not exact). */
  @Test
  void standard() {
    for (int round = 0; round < 3000; round++) {
      List<String> words =
          parts(round).stream()
              .map(word -> word.replace(";", ""))
              .filter(w -> !w.isEmpty())
              .toList();
      Duel duel = duel(FingerprintScheme.standard());
      if (!duel.scheme.features.weighting.usesTable()) {
        Optional<Fingerprint> expected = duel.plain.fingerprint(words);
        Optional<Fingerprint> actual = duel.scheme.fingerprint(String.join(" ", words));
        assertEquals(expected, actual, at(round) + duel.scheme + words);
      }
    }
  }

  private record Duel(FingerprintScheme scheme, PlainFingerprint plain) {}

  /** Makes a scheme and its rival with the same random properties. */
  private Duel duel(FingerprintScheme defaults) {
    Rival rival = EXACT.get(random.nextInt(EXACT.size()));
    int[] sizes = {1, 2, 4};
    boolean table = rival.weighting().usesTable();
    int shingleSize = table ? sizes[random.nextInt(3)] : 1 + random.nextInt(5);
    Set<String> stopWords = random.nextBoolean() ? Set.of() : Set.of("w4;", "w5;", "的", "1");
    int seed = random.nextInt();
    boolean polynomial = random.nextBoolean();
    FeatureHash hash = polynomial ? FeatureHash.polynomial() : FeatureHash.fnv1a(seed);
    int top = random.nextInt(3) * random.nextInt(8);
    Sketch sketch =
        rival.weighting().isUniform() && random.nextBoolean() ? Sketch.MINHASH : Sketch.SIMHASH;
    int bits = 64 << random.nextInt(3);
    TieRule tieRule = random.nextBoolean() ? TieRule.ZERO : TieRule.SMALLEST_FEATURE_HASH;
    FingerprintScheme scheme =
        defaults
            .with(
                String.join(
                    " ",
                    "shingle=" + shingleSize,
                    polynomial ? "hash=polynomial" : "hash-seed=" + seed,
                    "top-features=" + top,
                    "bits=" + bits,
                    "sketch=" + sketch.name().toLowerCase(Locale.ROOT),
                    "tie=" + (tieRule == TieRule.ZERO ? "zero" : "smallest-feature-hash")))
            .withWeighting(rival.weighting())
            .withStopWords(stopWords);
    return new Duel(
        scheme,
        new PlainFingerprint(
            shingleSize,
            stopWords,
            hash,
            rival.plain(),
            top,
            sketch,
            bits,
            tieRule,
            scheme.toString().startsWith("standard")));
  }

  private List<String> parts(int round) {
    return round % 2 == 0
        ? words(random.nextInt(20))
        : List.of(chinese(random.nextInt(20)).split("，?", -1));
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add("w" + random.nextInt(2 + random.nextInt(60)) + ";");
    }
    return words;
  }

  private String chinese(int length) {
    String common = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地文章研究检测重复文本近似方法";
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int at = random.nextInt(1 + random.nextInt(common.length()));
      text.append(random.nextInt(12) == 0 ? "b，" : common.substring(at, at + 1));
    }
    return text.toString();
  }

  private static List<String> tokens(SmartChineseAnalyzer analyzer, String text)
      throws IOException {
    List<String> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(term.toString());
      }
      stream.end();
    }
    return tokens;
  }

  private static String at(int round) {
    return "seed " + SEED + ", round " + round + ", ";
  }
}
