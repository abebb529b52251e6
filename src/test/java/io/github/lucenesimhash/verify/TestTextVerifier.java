package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Compares the verifier with sets of strings. */
public class TestTextVerifier extends LuceneTestCase {

  private final TextVerifier verifier = TextVerifier.standard();

  public void testDuelWithSetsOfStrings() {
    Random random = random();
    int same = 0;
    int near = 0;
    for (int i = 0; i < 3000 * RANDOM_MULTIPLIER; i++) {
      String a = RandomTexts.next(random);
      String b = random.nextInt(4) == 0 ? RandomTexts.next(random) : RandomTexts.edit(random, a);
      FeatureSet features = verifier.features(a);
      FeatureSet others = verifier.features(b);
      String message = "'" + a + "', '" + b + "'";
      double resemblance = PlainResemblance.jaccard(a, b);
      assertEquals(message, PlainResemblance.features(a).size(), features.size());
      assertEquals(message, resemblance, features.jaccard(others), 0);
      assertEquals(message, resemblance, others.jaccard(features), 0);
      assertEquals(message, PlainResemblance.containment(a, b), features.containment(others), 0);
      for (double min :
          new double[] {0, resemblance, Math.nextUp(resemblance), random.nextDouble(), .8, 1}) {
        if (min <= 1) {
          assertEquals(message + min, resemblance >= min, features.resembles(others, min));
        }
      }
      same += resemblance == 1 ? 1 : 0;
      near += resemblance > 0 && resemblance < 1 ? 1 : 0;
    }
    assertTrue(same + " the same, " + near + " near", same > 100 && near > 1000);
  }

  public void testTextsWithoutFeatures() {
    for (String text : new String[] {"", " ", "...", "。", "\ud800"}) {
      FeatureSet features = verifier.features(text);
      assertEquals(0, features.size());
      assertEquals(0, features.jaccard(features), 0);
      assertEquals(0, features.containment(verifier.features("a word")), 0);
      assertFalse(features.resembles(features, .1));
      assertTrue(features.resembles(features, 0));
    }
  }

  public void testCaseWidthAndPunctuationDoNotCount() {
    assertEquals(1, resemblance("Ｎear duplicate texts, found.", "near DUPLICATE (texts) found"), 0);
    assertEquals(1, resemblance("近似重复的文本！", "近似 重复的，文本"), 0);
    assertEquals(1, resemblance("two words", "Two words!"), 0);
    assertEquals(2. / 7, resemblance("two words", "two other words"), 0);
  }

  /** Replacing one of n words, anywhere, leaves a resemblance of (n - 1) / (n + 5). */
  public void testEdgesCountAsMuchAsTheMiddle() {
    String text = "one two three four five six seven eight";
    for (String word : text.split(" ", -1)) {
      assertEquals(word, 7. / 13, resemblance(text, text.replace(word, "another")), 0);
    }
    String chinese = "渡轮周一又晚点了";
    for (int i = 0; i < chinese.length(); i++) {
      assertEquals(7. / 13, resemblance(chinese, chinese.replace(chinese.charAt(i), '港')), 0);
    }
    assertEquals(0, resemblance("two", "too"), 0);
    assertEquals(3, verifier.features("two").size());
  }

  /** A Chinese clause in an English text is no single word. */
  public void testChineseClauseInAnEnglishText() {
    String text = "the ferry to the island is late again on this cold Monday morning ";
    String clause = "渡轮周一又晚点了";
    assertEquals(23, verifier.features(text + clause).size());
    assertEquals(20. / 26, resemblance(text + clause, text + "渡轮周一又晚点啦"), 0);
    assertTrue(resemblance(text + clause, text + "港口没有人也没船") < .5);
  }

  /** Spellings, hyphens and symbols do not make a text different. */
  public void testTheSameTextInAnotherForm() {
    assertEquals(1, resemblance("ΟΔΥΣΣΕΥΣ ΤΟΥ ΟΜΗΡΟΥ", "οδυσσευς του ομηρου"), 0);
    assertEquals(1, resemblance("Tiếng Việt", Normalizer.normalize("tiếng việt", Form.NFD)), 0);
    assertEquals(1, resemblance("대한민국 사람", Normalizer.normalize("대한민국 사람", Form.NFD)), 0);
    assertEquals(
        1, resemblance("in\u00ADter\u00ADest and hyphen-\nated", "interest and hyphenated"), 0);
    assertEquals(1, resemblance("ｶﾞｲﾄﾞ", "ガイド"), 0);
    assertEquals(1, resemblance("😀🎉❤\uFE0F", "😀 🎉 ❤"), 0);
    assertEquals(0, resemblance("😀🎉", "🚀"), 0);
  }

  /** A verifier compares texts by the distinct features of its scheme, whatever their weights. */
  public void testFeaturesOfAScheme() {
    Random random = random();
    for (String name :
        List.of(
            "standard bits=128",
            "zh shingle=1 weights=tf",
            "char shingle=4",
            "en hash=polynomial",
            "en shingle=1 weights=tf top-features=2",
            "iscc")) {
      FingerprintScheme scheme = FingerprintScheme.parse(name);
      TextVerifier ofScheme = TextVerifier.of(scheme);
      for (int i = 0; i < 100; i++) {
        String text = RandomTexts.next(random);
        FeatureSet features = ofScheme.features(text);
        long[] distinct = scheme.tokens(text, false).features().distinct();
        assertArrayEquals(name, distinct, features.hashes());
        assertEquals(features.size() == 0, scheme.fingerprint(text).isEmpty());
        assertEquals(features.size() == 0 ? 0 : 1, features.jaccard(ofScheme.features(text)), 0);
      }
    }
    assertArrayEquals(
        verifier.features("near duplicates of 文本").hashes(),
        TextVerifier.of(FingerprintScheme.parse("standard bits=256"))
            .features("near duplicates of 文本")
            .hashes());
  }

  public void testFeaturesCountedByHand() {
    assertEquals(2. / 4, resemblance("char shingle=4", "abcdef", "abcdeg"), 0); // abcd, bcde
    assertEquals(2. / 4, resemblance("en shingle=1", "one two three", "one four three"), 0);
    assertEquals(1, resemblance("en shingle=1 weights=tf", "one two", "two one one"), 0);
    assertEquals(1. / 3, resemblance("en", "one two three", "one two four"), 0);
    assertEquals(2. / 4, resemblance("iscc", "abcdefghijklmno", "abcdefghijklmnx"), 0);
  }

  private static double resemblance(String scheme, String a, String b) {
    TextVerifier ofScheme = TextVerifier.of(FingerprintScheme.parse(scheme));
    return ofScheme.features(a).jaccard(ofScheme.features(b));
  }

  /** A scheme of characters compares characters, and guards words. */
  public void testGuardOfCharacters() {
    for (String name : List.of("standard", "char shingle=4", "iscc", "zh")) {
      TextVerifier guarded =
          TextVerifier.of(FingerprintScheme.parse(name)).guarded(Guard.parse("numbers"));
      FeatureSet text = guarded.features("the ferry to the island, No. 341");
      assertTrue(name, text.isHeldBack(guarded.features("the ferry to the island, No. 34 1")));
      assertFalse(name, text.isHeldBack(guarded.features("a ferry to an island, No. 341")));
    }
  }

  public void testSetOfHashes() {
    FeatureSet set = FeatureSet.of(3, -1, 3, Long.MIN_VALUE, Long.MAX_VALUE);
    assertArrayEquals(new long[] {Long.MIN_VALUE, -1, 3, Long.MAX_VALUE}, set.hashes());
    assertEquals(.5, set.jaccard(FeatureSet.of(-1, 3)), 0);
    assertEquals(1, FeatureSet.of(-1, 3).containment(set), 0);
    assertEquals(.5, set.containment(FeatureSet.of(-1, 3)), 0);
    for (double min : new double[] {-.1, 1.1, Double.NaN}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> set.resembles(set, min));
      assertEquals("minJaccard is " + min + ", expected 0 to 1", e.getMessage());
    }
  }

  private double resemblance(String a, String b) {
    return verifier.features(a).jaccard(verifier.features(b));
  }
}
