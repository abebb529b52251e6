package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests real texts as a person would judge them, and random texts against the definition. */
class GuardTest {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final Guard REPLACED = Guard.parse("replaced");

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
    "'from 3 to 5 days', 'from 5 to 3 days'",
    "2 of 3 boats and 4 cars, 2 of 3 boats and 5 cars",
    "release 3.10, release 3.1",
    "release 2.0.0, release 2.0",
    "2.5 km to the harbour, 25 km to the harbour",
    "'1,500 boats', '1,5 boats'",
    "二〇二三年度预算报告, 二〇二四年度预算报告",
    "三月的预算, 四月的预算",
    "今晨气温-5度, 今晨气温5度",
    "2019年气温-5度, 2019年气温5度",
    "between 5 and -10%, between 5 and 10%",
    "公司法第十二条的说明, 公司法第13条的说明",
    "合同价款贰万元整, 合同价款叁万元整",
    "model 0x5 of the drill, model 0x05 of the drill",
    "一百五的价格, 一百零五的价格",
    "三四百人, 三百四十人",
    "两三天, 23天",
    "千万人口, 百万人口",
    "第十届会议, 第百届会议",
    "二○一九年度预算报告, 二○一八年度预算报告",
    "型号𝟗𝟑𝟒𝟏的钻头, 型号𝟗𝟑𝟒𝟐的钻头",
    "model 𑄿𑄹𑄺 of a drill, model 𑄿𑄹𑄻 of a drill",
    "model 𑄿𑄹𑄺 of a drill, model 935 of a drill",
    "周三开会, 周四开会",
    "3万人, 3亿人",
    "关于住房的公告（第三号）, 关于住房的公告（第四号）",
    "2023 年度预算报告, 2024 年度预算报告",
    "2023年度预算报告, 2024年度预算报告",
    "手机壳 9341 型, 手机壳 9342 型",
    "第十三届会议决定, 第十四届会议决定",
    "下午三点开会, 下午四点开会",
    "一个人受伤, 三个人受伤",
    "一些人, 万物",
    "投资1万2亿元, 投资200010000元",
    "投资-5万元, 投资5万元",
    "take .5 mg daily, take 5 mg daily",
    "a profit of -$5 million, a profit of $5 million",
    "Part II of the story, Part III of the story",
    "a rate of -.5 today, a rate of .5 today",
    "'the points (1,-2)', 'the points (1,2)'",
    "'he said \"-5\" today', 'he said \"5\" today'",
    "最低气温零下5度, 最低气温5度",
    "最低气温零下五度, 最低气温五度",
    "突破一万亿元, 突破一亿元",
    "one person was hurt, three people were hurt",
    "三天内付款, 五天内付款",
    "利率上调百分之五, 利率上调百分之六",
    "three people were hurt, four people were hurt",
    "a loss of 2 million dollars, a loss of 2 billion dollars",
    "thirty days to pay, sixty days to pay",
    "three people were hurt, 4 people were hurt",
    "三口人, 4口人"
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
    "2019年-2020年预算报告, 2019年至2020年预算报告",
    "2019年－2020年预算报告, 2019年—2020年预算报告",
    "3月-5月开放, 3月到5月开放",
    "三月-5月开放, 三月到5月开放",
    "call (555)-123-4567 now, call (555) 123-4567 now",
    "《办法》-2023年版, 《办法》2023年版",
    "5€-10€ each, 5€ to 10€ each",
    "5'-10' long, 5' to 10' long",
    "take .5 mg daily, take 0.5 mg daily",
    ".5万人, 5000人",
    "see .5-.75, see 0.5 to 0.75",
    "no.5 of ten, no. 5 of ten",
    "a profit of -$5 million, a profit of $-5 million",
    "最低气温零下5度, 最低气温零下五度",
    "Part Ⅱ of the story, Part 2 of the story",
    "½ cup of milk, 1/2 cup of milk",
    "a box of 10 x 20 cm, a box of 10 × 20 cm",
    "rates rose 5 percent, rates rose 5%",
    "rates rose five percent, rates rose 5%",
    "每天10时－12时开放, 每天10时至12时开放",
    "5公里-8公里的路, 5公里到8公里的路",
    "5%-10% of the boats, 5% to 10% of the boats",
    "5°-10° in the morning, 5° to 10° in the morning",
    "公司法第十二条的说明, 公司法第12条的说明",
    "合同价款贰万元整, 合同价款20000元整",
    "于2024年3月5日开放, 于2024年03月05日开放",
    "零五年的预算, 2005年 05年 5年的预算",
    "open at 9:05 today, open at 09:05 today",
    "三百零五万二千人参加, 3052000人参加",
    "两百人的会议, 二百人的会议",
    "一百五十米的跑道, 150米的跑道",
    "一千零五十米的跑道, 1050米的跑道",
    "十万零八千里的路, 108000里的路",
    "一亿二千万人, 120000000人",
    "兩萬三千人, 23000人",
    "2万元的奖金, 二万元的奖金",
    "2.5万元的奖金, 两万五千元的奖金",
    "3000万人, 三千万人",
    "10000元的奖金, 万元的奖金",
    "千万元的奖金, 1000万元的奖金",
    "突破一万亿元, 突破1万亿元",
    "突破十二万亿元, 突破12万亿元",
    "一万二千三百亿零五万元, 1230000050000元",
    "万亿元的市场, 1万亿元的市场",
    "二○一九年度预算报告, 2019年度预算报告",
    "型号𝟗𝟑𝟒𝟏的钻头, 型号9341的钻头",
    "model 𑄿𑄹𑄺 of a drill, model 934 of a drill",
    "Annual report, Annual report 2024",
    "a pack of 2 and 2, a pack of 2",
    "'2,002,000 boats', 2002000.00 boats",
    "'1,2,3 and off', '1, 2, 3 and off'",
    "١٬٢٣٤ boats, 1234 boats",
    "１２.０ boats, 12 boats",
    "v2.8.0 and 9341X, V2.8.0 and 9341x",
    "二〇二四年度预算报告, 2024 年度预算报告",
    "关于住房的公告（第三号）, 关于住房的公告（第3号）",
    "一些人, 人",
    "投资1亿2000万元, 投资1.2亿元",
    "2万3千人参加, 23000人参加",
    "投资-5万元, 投资 -50000元",
    "亏损 -1亿2000万元, 亏损 -1.2亿元",
    "'亏损 1亿-2000万元', '亏损 1亿至2000万元'",
    "three people were hurt, 3 people were hurt",
    "twenty days to pay, 20 days to pay",
    "three people were hurt, people were hurt",
    "下午三点开会, 下午3点开会",
    "投资3 亿元, 投资3亿元",
    "1.5 万人, 1.5万人",
    "3 亿 5000 万元, 3亿5000万元",
    "green shoes, red shoes",
    "红色的鞋子, 绿色的鞋子"
  })
  void equalNumbersAreNot(String a, String b) {
    assertHeldBack(false, Guard.NUMBERS, a, b);
  }

  @ParameterizedTest
  @CsvSource({"￥五百, €五百", "5万$, 5万€", "$ 3万, ￡ 3万", "$1亿, €1亿"})
  void currenciesOfLongTextsAreHeldBack(String a, String b) {
    String text = " boats".repeat(200);
    assertHeldBack(true, Guard.NUMBERS, text + " " + a + text, text + " " + b + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"十", "千", "亿", "两"})
  void manyZerosTakeNoLongerThanOtherCharacters(String end) {
    TextVerifier verifier = TextVerifier.of(SCHEME).guarded(Guard.NUMBERS);
    String zeros = "零".repeat(100_000) + end;
    assertTimeout(Duration.ofSeconds(10), () -> verifier.features(zeros));
  }

  @Test
  void manyPowersOfTenTakeNoLongerThanOtherCharacters() {
    StringBuilder powers = new StringBuilder("1" + "亿".repeat(100_000));
    for (int i = 1000; i > 0; i--) {
      powers.append('1').append("亿".repeat(i));
    }
    TextVerifier verifier = TextVerifier.of(SCHEME).guarded(Guard.NUMBERS);
    assertTimeout(Duration.ofSeconds(10), () -> verifier.features(powers));
  }

  /** All of 40,495,500 pairs are held back; a guard of 23 bits for a word would miss 4 of them. */
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
    "the north gate of the town, the south gate of the town",
    "'Weather for Monday: rain', 'Weather for Thursday: rain'",
    "today the gate is shut, the door is shut today",
    "红色的鞋子, 绿色的鞋子",
    "云溪市垃圾管理条例, 云岭市垃圾管理条例"
  })
  void replacedWordsAreHeldBack(String a, String b) {
    assertHeldBack(true, REPLACED, a, b);
    assertHeldBack(false, Guard.NUMBERS, a, b);
  }

  @ParameterizedTest
  @CsvSource({
    "the north gate is shut, 'Harbour Post: The north gate is shut | News'",
    "the north gate is shut, The Gate is Shut",
    "the gate is shut today, today the gate is shut",
    "the north gate is shut, the gate is shut again",
    "红色的鞋子, 红色鞋子",
    "a b a b, a b a"
  })
  void addedWordsAreNot(String a, String b) {
    assertHeldBack(false, REPLACED, a, b);
  }

  @ParameterizedTest
  @CsvSource({
    "Smoking is allowed in this building., Smoking is not allowed in this building.",
    "Sorry I am not coming home 4 dinner., Sorry I am coming home 4 dinner.",
    "Water the plant daily, Never water the plant daily",
    "Enter the hall by the north gate, Do not enter the hall by the north gate",
    "She smokes, She smokes not",
    "You can enter the hall by the north gate, You can't enter the hall by the north gate",
    "You can enter the hall by the north gate, You can’t enter the hall by the north gate",
    "You can enter the hall by the north gate, You cannot enter the hall by the north gate",
    "The gate will be shut, The gate won't be shut",
    "The gate is shut, The gate isn't shut",
    "We sell tickets here, We don't sell tickets here",
    "本合同有条件生效, 本合同无条件生效",
    "该决定有效, 该决定无效",
    "会员可以进入大厅, 非会员可以进入大厅",
    "孕妇可以吃这种饼干吗, 孕妇不可以吃这种饼干吗",
    "委员会周五批准了该项申请。, 委员会周五没有批准了该项申请。",
    "切勿每天浇水, 切每天浇水",
    "这里还有没卖完的票, 这里还有卖完的票",
    "I am not going today, I'm going today",
    "I'll go there today, I won't go there today",
    "I've seen the film, I haven't seen the film",
    "They’d go there today, They wouldn't go there today",
    "That's fair, That isn't fair",
    "There's a ferry today, There isn't a ferry today",
    "You can enter the hall, You cant enter the hall",
    "They're open on Sunday, They aren’t open on Sunday",
    "We sell tickets here, We dont sell tickets here",
    "四月至七月，公园内遛狗必牵绳。, 四月至七月，公园内遛狗不必牵绳。"
  })
  void negationsAreHeldBack(String a, String b) {
    assertHeldBack(true, Guard.STANDARD, a, b);
    assertHeldBack(false, Guard.NUMBERS, a, b);
  }

  @ParameterizedTest
  @CsvSource({
    "The ferry does not sail today. Buy your tickets here., The ferry does not sail today.",
    "The ferry does not sail today. Buy your tickets here., Buy your tickets here.",
    "May or may not: you may enter and you may not enter, You may not enter and you may enter: may or may not",
    "Do not smoke, DO NOT SMOKE!",
    "You can't enter the hall, You cannot enter the hall",
    "You don't enter the hall, You do not enter the hall",
    "The gate isn’t shut, The gate is not shut",
    "该决定无效, 该决定没有效",
    "最近有没有什么好看的韩剧, 最近有什么好看的韩剧",
    "那里有无损音乐免费下载？, 哪里有免费无损音乐下载？",
    "我不知道他来不来, 我不知道他来不来。",
    "今天渡轮不开。请在此购票。, 今天渡轮不开。"
  })
  void otherNegationsAreNot(String a, String b) {
    assertHeldBack(false, Guard.STANDARD, a, b);
  }

  @Test
  void longTextsAreNotGuarded() {
    String text = " more".repeat(511);
    assertHeldBack(true, Guard.NUMBERS, "1" + text, "2" + text);
    assertHeldBack(true, Guard.NUMBERS, "1" + text, "2" + text + text);
    assertHeldBack(false, Guard.NUMBERS, "1 more" + text, "2 more" + text);
    assertHeldBack(false, Guard.NUMBERS, "1" + text, "...");
    assertHeldBack(false, Guard.NUMBERS, "", "...");
    String words = " more".repeat(60);
    assertHeldBack(
        true, Guard.NUMBERS, "twelve boats, ten cars" + words, "ten cars, twelve boats" + words);
    assertHeldBack(
        false, Guard.NUMBERS, "twelve boats, ten cars" + text, "ten cars, twelve boats" + text);
    assertHeldBack(false, Guard.NUMBERS, "十只鸟，三人" + text, "三人，十只鸟" + text);
    assertHeldBack(true, Guard.NUMBERS, "第三号" + text.substring(50), "第四号" + text.substring(50));
    for (Guard guard : List.of(REPLACED, Guard.parse("words:red:blue"))) {
      String few = " more".repeat(63);
      String many = " more".repeat(127);
      assertHeldBack(true, guard, "red" + few, "blue" + few);
      assertHeldBack(false, guard, "red more" + few, "blue more" + few);
      assertHeldBack(false, guard, "red" + few, "blue more" + many);
    }
    assertHeldBack(true, Guard.parse("words:red"), "red", "blue" + " more".repeat(127));
  }

  @Test
  void otherWordsAreGuardedToo() {
    Guard words = Guard.NONE.withWords(List.of("not", "Revert", "不"));
    assertHeldBack(true, words, "Drink this", "Do not drink this");
    assertHeldBack(true, words, "Fix the build", "Revert \"Fix the build\"");
    assertHeldBack(true, words, "我们可以去", "我们不可以去");
    assertHeldBack(false, words, "model 9341", "model 9342");
    assertHeldBack(false, words, "Do NOT drink", "Do not drink it");
    Guard signs = Guard.NONE.withWords(List.of("C++", "C#"));
    assertHeldBack(true, signs, "written in C++", "written in C");
    assertHeldBack(true, signs, "written in C++", "written in c#");
    assertHeldBack(false, signs, "written in C", "written in D");
    Guard both = Guard.NUMBERS.withWords(List.of("not"));
    assertHeldBack(true, both, "model 9341", "model 9342");
    assertHeldBack(true, both, "model 9341", "not model 9341");
    for (Guard guard : List.of(Guard.NONE, Guard.NUMBERS, REPLACED, words, both)) {
      assertEquals(guard, Guard.parse(guard.toString()));
    }
    assertEquals(Guard.parse("words:not"), Guard.parse("words:not:not"));
    assertEquals("none", Guard.NONE.toString());
    assertEquals("numbers,negations", Guard.STANDARD.toString());
    assertEquals(Guard.STANDARD, Guard.parse("negations,numbers"));
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
    for (String other : List.of("...", "-", "+C", "C-", "√", "€", "state-of-the-art")) {
      Guard none = Guard.parse("words:" + other);
      var e =
          assertThrows(
              IllegalArgumentException.class,
              () -> Comparison.STANDARD.guarded(none).verifier(SCHEME));
      assertTrue(
          e.getMessage().startsWith("guarded word '" + other + "' can never be a word of a text"),
          e.getMessage());
    }
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
    String[] vocabulary = {
      "a", "not", "7", "8", "7b", "3", "三", "three", "four", "不", "号", "Gate", "8.0", "1,000", "c",
      "vi"
    };
    int heldBack = 0;
    for (int round = 0; round < 20_000; round++) {
      Guard guard =
          new Guard(
              random.nextBoolean(),
              random.nextBoolean(),
              false,
              random.nextBoolean() ? Set.of("not", "不") : Set.of());
      List<String> a = words(random, vocabulary);
      List<String> b =
          random.nextInt(3) > 0 ? edited(a, random, vocabulary) : words(random, vocabulary);
      boolean expected = PlainGuard.areApart(guard, a, b);
      heldBack += expected ? 1 : 0;
      boolean found = isHeldBack(guard, String.join(" ", a), String.join(" , ", b) + ".");
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
}
