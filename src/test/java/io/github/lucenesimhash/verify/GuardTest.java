package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real texts, as a person would tell them apart, and random ones against the definition. */
class GuardTest {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();

  private static boolean isHeldBack(Guard guard, String a, String b) {
    TextVerifier verifier = TextVerifier.of(SCHEME).guarded(guard);
    return verifier.features(a).isHeldBack(verifier.features(b));
  }

  private static void assertHeldBack(boolean isHeldBack, Guard guard, String a, String b) {
    assertEquals(isHeldBack, isHeldBack(guard, a, b), a + " / " + b);
    assertEquals(isHeldBack, isHeldBack(guard, b, a), b + " / " + a);
    assertFalse(isHeldBack(guard, a, a), a);
    assertFalse(isHeldBack(Guard.NONE, a, b), a + " / " + b);
  }

  @ParameterizedTest
  @CsvSource({
    "cordless drill model 9341, cordless drill model 9342",
    "cordless drill AB-9341X, cordless drill AB-9341Y",
    "Notes on release v2.8.0, Notes on release v2.9.0",
    "1.2.3, 1.2.4",
    "Annual report 2023, Annual report 2024",
    "Annual report, Annual report 2024",
    "'from 3 to 5 days', 'from 5 to 3 days'",
    "a pack of 2 and 2, a pack of 2",
    "关于住房的公告（第三号）, 关于住房的公告（第四号）",
    "2023 年度预算报告, 2024 年度预算报告",
    "2023年度预算报告, 2024年度预算报告",
    "手机壳 9341 型, 手机壳 9342 型",
    "第十三届会议决定, 第十四届会议决定"
  })
  void otherNumbersAreHeldBack(String a, String b) {
    assertHeldBack(true, Guard.NUMBERS, a, b);
  }

  @ParameterizedTest
  @CsvSource({
    "cordless drill model 9341, Cordless drills (model 9341)",
    "cordless drill model 9341, model ９３４１ of a cordless drill",
    "Notes on release v2.8.0, Some notes on release V2.8.0",
    "关于住房的公告（第12号）, 关于住房问题的公告（第１２号）",
    "关于住房的公告（第三号）, 关于住房问题的公告（第三号）",
    "2023 年度预算报告, 2023年度预算的报告",
    "green shoes, red shoes",
    "红色的鞋子, 绿色的鞋子"
  })
  void equalNumbersAreNot(String a, String b) {
    assertHeldBack(false, Guard.NUMBERS, a, b);
  }

  /** 40,495,500 pairs: a guard that compares 23 bits of a word lets 4 of them through. */
  @Test
  void noNumberIsTakenForAnother() {
    TextVerifier verifier = TextVerifier.of(SCHEME).guarded(Guard.NUMBERS);
    List<FeatureSet> texts =
        IntStream.rangeClosed(1000, 9999)
            .mapToObj(n -> "Replacement battery for laptop model " + n + " black with charger")
            .map(verifier::features)
            .toList();
    long taken = 0;
    for (int i = 0; i < texts.size(); i++) {
      for (int j = 0; j < i; j++) {
        taken += texts.get(i).isHeldBack(texts.get(j)) ? 0 : 1;
      }
    }
    assertEquals(0, taken);
  }

  @ParameterizedTest
  @CsvSource({
    "the north gate is shut, the south gate is shut",
    "'Weather for Monday: rain', 'Weather for Thursday: rain'",
    "the gate is shut today, today the gate is shut",
    "红色的鞋子, 绿色的鞋子",
    "云溪市垃圾管理条例, 云岭市垃圾管理条例"
  })
  void replacedWordsAreHeldBack(String a, String b) {
    assertHeldBack(true, Guard.STANDARD, a, b);
    assertHeldBack(false, Guard.NUMBERS, a, b);
  }

  @ParameterizedTest
  @CsvSource({
    "the north gate is shut, 'Harbour Post: The north gate is shut | News'",
    "the north gate is shut, The Gate is Shut",
    "红色的鞋子, 红色鞋子",
    "a b a b, a b a"
  })
  void addedWordsAreNot(String a, String b) {
    assertHeldBack(false, Guard.STANDARD, a, b);
  }

  @Test
  void longTextsAreNotGuarded() {
    String text =
        IntStream.range(0, 63)
            .mapToObj(i -> "w" + (char) ('a' + i / 10) + (char) ('a' + i % 10))
            .collect(Collectors.joining(" "));
    assertHeldBack(true, Guard.NUMBERS, text + " 1", text + " 2");
    assertHeldBack(true, Guard.NUMBERS, text + " 1", text + " 2 and more of them");
    assertHeldBack(false, Guard.NUMBERS, text + " more 1", text + " more 2");
    String more = " more".repeat(128);
    assertHeldBack(true, Guard.NUMBERS, "1" + more.substring(65 * 5), "2" + more.substring(5));
    assertHeldBack(false, Guard.NUMBERS, "1" + more.substring(65 * 5), "2" + more);
    assertHeldBack(false, Guard.NUMBERS, text + " 1", "...");
    assertHeldBack(false, Guard.NUMBERS, "", "...");
  }

  @Test
  void otherWordsAreGuardedToo() {
    Guard words = Guard.NONE.withWords(List.of("not", "Revert", "不"));
    assertHeldBack(true, words, "Drink this", "Do not drink this");
    assertHeldBack(true, words, "Fix the build", "Revert \"Fix the build\"");
    assertHeldBack(true, words, "我们可以去", "我们不可以去");
    assertHeldBack(false, words, "model 9341", "model 9342");
    assertHeldBack(false, words, "Do NOT drink", "Do not drink it");
    Guard both = Guard.NUMBERS.withWords(List.of("not"));
    assertHeldBack(true, both, "model 9341", "model 9342");
    assertHeldBack(true, both, "model 9341", "not model 9341");
    for (Guard guard : List.of(Guard.NONE, Guard.NUMBERS, Guard.STANDARD, words, both)) {
      assertEquals(guard, Guard.parse(guard.toString()));
    }
    assertEquals(Guard.parse("words:not"), Guard.parse("words:not:not"));
    assertEquals("none", Guard.NONE.toString());
    assertEquals("numbers,words:never:not", both.withWords(Set.of("never")).toString());
    assertEquals(Guard.NUMBERS, Guard.NUMBERS.withWords(List.of()));
  }

  @Test
  void otherGuardsAreRefused() {
    for (String other :
        List.of("", "words", "words:", "words::not", "words:a b", "none,numbers", "numbers,none")) {
      var e = assertThrows(IllegalArgumentException.class, () -> Guard.parse(other), other);
      assertTrue(e.getMessage().startsWith("guard is '" + other + "', expected "), e.getMessage());
    }
    for (String word :
        List.of("", " ", "not for", "不\u3000没", "not\u2028", "a\u00A0b", "a,b", "a:b")) {
      var e =
          assertThrows(
              IllegalArgumentException.class, () -> Guard.NONE.withWords(List.of(word)), word);
      assertTrue(e.getMessage().startsWith("guarded word is '" + word + "'"), e.getMessage());
    }
    Guard none = Guard.parse("words:...");
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Comparison.STANDARD.guarded(none).verifier(SCHEME));
    assertTrue(e.getMessage().startsWith("guarded word '...' has no letter"), e.getMessage());
  }

  @Test
  void aSchemeOfCharactersIsGuardedByItsWords() {
    TextVerifier characters =
        Comparison.STANDARD.verifier(FingerprintScheme.parse("char shingle=4"));
    FeatureSet first = characters.features("cordless drill model 9341");
    assertTrue(first.isHeldBack(characters.features("cordless drill model 9342")));
    assertFalse(first.isHeldBack(FeatureSet.of(first.hashes())));
  }

  @Test
  void randomTextsAreThoseOfTheDefinition() {
    long seed = Long.getLong("tests.bulkSeed", new Random().nextLong());
    Random random = new Random(seed);
    String[] vocabulary = {"a", "not", "7", "8", "7b", "三", "不", "号", "Gate"};
    int heldBack = 0;
    for (int round = 0; round < 20_000; round++) {
      Guard guard =
          new Guard(
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean() ? Set.of("not", "不") : Set.of());
      List<String> a = words(random, vocabulary);
      List<String> b =
          random.nextInt(3) > 0 ? edited(a, random, vocabulary) : words(random, vocabulary);
      boolean expected = areApart(guard, a, b);
      heldBack += expected ? 1 : 0;
      boolean found = isHeldBack(guard, String.join(" ", a), String.join(", ", b) + ".");
      assertEquals(expected, found, () -> "seed " + seed + ": " + guard + " " + a + " / " + b);
    }
    assertTrue(heldBack > 1000, heldBack + " held back");
  }

  private static List<String> words(Random random, String... vocabulary) {
    int size = random.nextInt(20) == 0 ? 60 + random.nextInt(75) : random.nextInt(6);
    return random
        .ints(size, 0, vocabulary.length)
        .mapToObj(i -> vocabulary[i])
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<String> edited(List<String> words, Random random, String... vocabulary) {
    List<String> edited = new ArrayList<>(words);
    int at = random.nextInt(words.size() + 1);
    if (random.nextBoolean() && at < words.size()) {
      edited.remove(at);
    }
    if (random.nextBoolean()) {
      edited.add(Math.min(at, edited.size()), vocabulary[random.nextInt(vocabulary.length)]);
    }
    return edited;
  }

  private static boolean areApart(Guard guard, List<String> a, List<String> b) {
    int fewest = Math.min(a.size(), b.size());
    if (fewest == 0 || fewest > 64 || Math.max(a.size(), b.size()) > 128) {
      return false;
    }
    List<String> few = a.size() <= b.size() ? a : b;
    boolean isReplaced = guard.replaced() && !isIn(few, few.equals(a) ? b : a);
    return isReplaced || !guarded(guard, a).equals(guarded(guard, b));
  }

  private static List<String> guarded(Guard guard, List<String> words) {
    return words.stream()
        .filter(
            word ->
                guard.words().contains(word.toLowerCase(Locale.ROOT))
                    || (guard.numbers() && (word.matches(".*[0-9].*") || word.equals("三"))))
        .toList();
  }

  /** Whether the words are in others in the same order. */
  private static boolean isIn(List<String> few, List<String> many) {
    List<String> rest = new ArrayList<>(few);
    for (String word : many) {
      if (!rest.isEmpty() && rest.getFirst().equals(word)) {
        rest.removeFirst();
      }
    }
    return rest.isEmpty();
  }
}
