package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Duels of the verifier with sets of strings. */
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

  /** One word of n that is another leaves (n - 1) / (n + 5), wherever it stands. */
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

  /** A clause in Chinese is no single word. */
  public void testChineseClauseInAnEnglishText() {
    String text = "the ferry to the island is late again on this cold Monday morning ";
    String clause = "渡轮周一又晚点了";
    assertEquals(23, verifier.features(text + clause).size());
    assertEquals(20. / 26, resemblance(text + clause, text + "渡轮周一又晚点啦"), 0);
    assertTrue(resemblance(text + clause, text + "港口没有人也没船") < .5);
  }

  /** What made two texts of one: spellings, hyphens, symbols. */
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

  public void testFeaturesOfAScheme() {
    Random random = random();
    FingerprintScheme scheme = FingerprintScheme.parse("zh").textSide();
    TextVerifier ofScheme = TextVerifier.of(FingerprintScheme.parse("zh shingle=1 weights=tf"));
    for (int i = 0; i < 300; i++) {
      String text = RandomTexts.next(random);
      FeatureSet features = ofScheme.features(text);
      assertArrayEquals(scheme.features(text), features.hashes());
      assertEquals(features.size() == 0, scheme.fingerprint(text).isEmpty());
      assertEquals(features.size() == 0 ? 0 : 1, features.jaccard(ofScheme.features(text)), 0);
    }
    FeatureSet characters =
        TextVerifier.of(FingerprintScheme.parse("char shingle=4"))
            .features("near duplicates of 文本");
    assertEquals(characters.size(), characters.hashes().length);
    assertArrayEquals(verifier.features("near duplicates of 文本").hashes(), characters.hashes());
  }

  /** A guard of one holds back what the other has. */
  public void testTheWordsAreThoseOfTheScheme() {
    for (String name :
        List.of("standard", "zh", "zh shingle=4", "classic-words", "en hash-seed=3")) {
      FingerprintScheme scheme = FingerprintScheme.parse(name).withStopWords(List.of("the"));
      String text = "the ferry to the island, 第三号 船";
      assertArrayEquals(name, scheme.words(text, 128), scheme.textSide().words(text, 128));
    }
    assertEquals(FingerprintScheme.standard(), FingerprintScheme.standard().textSide());
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
