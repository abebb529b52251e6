package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests texts that differ in symbols, as a person would judge them, with both word schemes. */
class SymbolsTest {

  private static boolean areMerged(String scheme, String a, String b) {
    FingerprintScheme made = FingerprintScheme.parse(scheme);
    Comparison near = Comparison.CONTAINED;
    TextVerifier verifier = near.verifier(made);
    int distance = made.fingerprint(a).orElseThrow().distance(made.fingerprint(b).orElseThrow());
    return distance <= near.maxDistance()
        && near.likeness(verifier.features(a), verifier.features(b)).isNear();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The flat costs $500 a month and the heating comes on top | The flat costs €500 a month and the heating comes on top",
        "x > 5 and y < 3 is the condition for the alarm to ring | x < 5 and y > 3 is the condition for the alarm to ring",
        "The bike is rated ★★★★★ by the readers of the monthly paper | The bike is rated ★☆☆☆☆ by the readers of the monthly paper",
        "答案：√ 该同学的第三题回答正确无误 | 答案：× 该同学的第三题回答正确无误",
        "C# is preferred by the user | C++ is preferred by the user",
        "C# is preferred by the user | C is preferred by the user",
        "The share rose by +1.5 % on Monday morning in Frankfurt | The share rose by -1.5 % on Monday morning in Frankfurt",
        "Profit of the harbour company: −3 million in spring | Profit of the harbour company: 3 million in spring",
        "A fee of £20 is due when the boat leaves the harbour | A fee of $20 is due when the boat leaves the harbour",
        "一张船票的价格是￥80，老人和小孩半价 | 一张船票的价格是€80，老人和小孩半价",
        "Save 50% on all winter coats until Sunday evening | Save 50 on all winter coats until Sunday evening",
        "Save 5% on all winter coats until Sunday evening | Save 5‰ on all winter coats until Sunday evening",
        "The hotel by the old bridge has ★★★★★ in the guide | The hotel by the old bridge has ★★★★ in the guide",
        "Das Programm läuft ✓ auf dem alten Rechner im Keller | Das Programm läuft ✗ auf dem alten Rechner im Keller",
        "Ferry at noon: ✔ open for cars and for bicycles today | Ferry at noon: ❌ open for cars and for bicycles today",
        "My cat came home this morning after three weeks 😀 | My cat came home this morning after three weeks 😢",
        "今天的会议取消了，大家可以早点回家 👍 | 今天的会议取消了，大家可以早点回家 👎",
        "The lecture covers F# from the beginning to the end | The lecture covers F from the beginning to the end",
        "本课程讲授C++编程，每周一次 | 本课程讲授C#编程，每周一次",
        "Der Wert muss ≤ 7 sein, sonst wird die Pumpe gestoppt | Der Wert muss ≥ 7 sein, sonst wird die Pumpe gestoppt",
        "Compute 12 × 4 in your head and write down the result | Compute 12 ÷ 4 in your head and write down the result",
        "Compute 12 + 4 in your head and write down the result | Compute 12 = 4 in your head and write down the result",
        "温度为-5度时请关闭阀门并通知值班人员 | 温度为5度时请关闭阀门并通知值班人员",
        "g++ is the compiler that we use for all our programs | g is the compiler that we use for all our programs",
        "The cell shows a 3 where a ≠ b, and nothing elsewhere | The cell shows a 3 where a ≈ b, and nothing elsewhere"
      })
  void otherSymbolsAreAnotherText(String a, String b) {
    for (String scheme : new String[] {"standard", "titles"}) {
      assertFalse(areMerged(scheme, a, b), scheme);
      assertFalse(areMerged(scheme, b, a), scheme);
      assertTrue(areMerged(scheme, a, a), scheme);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "• The ferry leaves at noon from the island today | The ferry leaves at noon from the island today",
        "> The ferry leaves at noon from the island today | - The ferry leaves at noon from the island today",
        "Home > News > The ferry leaves at noon from the island today | Home ~ News » The ferry leaves at noon from the island today",
        "The ferry leaves at noon from the island today 😀 | The ferry leaves at noon from the island today",
        "The flat costs $500 a month and the heating on top | The flat costs ＄５００ a month and the heating on top",
        "The flat costs $500 a month and the heating on top | The flat costs 500 a month and the heating on top",
        "The share rose by +1.5 % on Monday in Frankfurt | The share rose by 1.5% on Monday in Frankfurt",
        "Open from 9-17 on Mondays at the harbour office | Open from 9–17 on Mondays at the harbour office",
        "#ferry leaves at noon from the island today again | ferry leaves at noon from the island today again",
        "Rated ★★★★★ by readers of the monthly paper for boats | Rated ★ ★ ★ ★ ★ by readers of the monthly paper for boats",
        "- 5 eggs, - 3 apples and a bottle of milk for supper | 5 eggs, 3 apples and a bottle of milk for supper",
        "== The old harbour == and all of its boats in spring | The old harbour and all of its boats in spring",
        "本课程讲授Ｃ＋＋编程，每周一次 | 本课程讲授C++编程，每周一次"
      })
  void otherDecorationIsNot(String a, String b) {
    for (String scheme : new String[] {"standard", "titles"}) {
      assertTrue(areMerged(scheme, a, b), scheme);
      assertTrue(areMerged(scheme, b, a), scheme);
    }
  }
}
