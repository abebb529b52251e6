package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real texts, as a person would tell them apart. */
class GuardTest {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();

  private static Signature words(String text) {
    return SCHEME.read(text);
  }

  private static void assertHeldBack(boolean isHeldBack, Guard guard, String a, String b) {
    assertEquals(isHeldBack, guard.holdsBack(words(a), words(b)), a + " / " + b);
    assertEquals(isHeldBack, guard.holdsBack(words(b), words(a)), b + " / " + a);
    assertFalse(guard.holdsBack(words(a), words(a)), a);
    assertFalse(Guard.NONE.holdsBack(words(a), words(b)), a + " / " + b);
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
    assertFalse(Guard.NUMBERS.holdsBack(words(text), Signature.NONE));
    assertFalse(Guard.NUMBERS.holdsBack(Signature.NONE, Signature.NONE));
  }

  @Test
  void otherWordsAreGuardedToo() {
    Guard words = Guard.NONE.withWords(List.of(words("not"), words("revert"), words("不")));
    assertHeldBack(true, words, "Drink this", "Do not drink this");
    assertHeldBack(true, words, "Fix the build", "Revert \"Fix the build\"");
    assertHeldBack(true, words, "我们可以去", "我们不可以去");
    assertHeldBack(false, words, "model 9341", "model 9342");
    assertHeldBack(false, words, "Do NOT drink", "Do not drink it");
    Guard both = Guard.NUMBERS.withWords(List.of(words("not")));
    assertHeldBack(true, both, "model 9341", "model 9342");
    assertHeldBack(true, both, "model 9341", "not model 9341");
    for (Guard guard : List.of(Guard.NONE, Guard.NUMBERS, Guard.STANDARD, words, both)) {
      assertEquals(guard, Guard.parse(guard.toString()));
    }
    assertEquals("none", Guard.NONE.toString());
    assertThrows(IllegalArgumentException.class, () -> new Guard(true, true, Set.of(1 << 24)));
    assertEquals(Comparison.within(3), Comparison.within(3).verified(-0.0).words(-0.0));
    assertTrue(both.toString().matches("numbers,words:[0-9a-f]{6}"), both.toString());
    for (String other :
        List.of("", "words", "words:", "words:12", "none,numbers", "numbers,none")) {
      assertThrows(IllegalArgumentException.class, () -> Guard.parse(other), other);
    }
    assertTrue(Guard.NUMBERS.withWords(List.of()).equals(Guard.NUMBERS));
  }
}
