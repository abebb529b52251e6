package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.HostileTexts;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.io.StringReader;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordScannerTest {

  private static final Set<UnicodeScript> CUT =
      EnumSet.of(
          UnicodeScript.KATAKANA,
          UnicodeScript.BOPOMOFO,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR,
          UnicodeScript.TAI_LE,
          UnicodeScript.NEW_TAI_LUE,
          UnicodeScript.TAI_THAM,
          UnicodeScript.TAI_VIET,
          UnicodeScript.AHOM);

  /** Repetition marks among Han and kana, letters that look like marks, and colours of skin. */
  private static final String ITS_OWN =
      "3005 3031 3032 3033 3034 3035 303b 30a0 a720 a721 a789 a78a ab5b 16fe3 1f201"
          + " 1f3fb 1f3fc 1f3fd 1f3fe 1f3ff";

  private static final String EMOJI = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.EMOJI];

  private final StandardTokenizer tokens = new StandardTokenizer();
  private final CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
  private final TypeAttribute type = tokens.addAttribute(TypeAttribute.class);

  private static List<String> words(String text) {
    WordScanner scanner = new WordScanner(NormalText.of(text, false), false);
    List<String> words = new ArrayList<>();
    while (scanner.next()) {
      words.add(new String(scanner.text(), scanner.start(), scanner.length()));
    }
    return words;
  }

  private List<String> standard(String text) throws IOException {
    List<String> words = new ArrayList<>();
    tokens.setReader(new StringReader(new String(NormalText.of(text, false).chars())));
    tokens.reset();
    while (tokens.incrementToken()) {
      if (!type.type().equals(EMOJI)) {
        words.add(term.toString());
      }
    }
    tokens.end();
    tokens.close();
    return words;
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "Version v6.5 of docs.example.com, version v6.5 of docs.example.com",
        "don't and don’t, don't and don’t",
        "3.14 and 1; 2.x 1.a, 3.14 and 1 2 x 1 a",
        "snake_case _a_ __, snake_case _a_",
        "a:b c: d, a:b c d",
        "近似的text, 近 似 的 text",
        "カタカナとひらがな, カ タ カ ナ と ひ ら が な",
        "ภาษา, ภ า ษ า",
        "한국어 단어, 한국어 단어",
        "ה\"א ג'ד, ה\"א ג'ד",
        "I ❤ you 😀, i you",
        "C# C++ F# g++ A+ c++11, c# c++ f# g++ a+ c++ 11",
        "a+b 1+ #tag tag#tag # é+ é++1, a b 1 tag tag tag é+ é++ 1",
        "用C++编程 中+, 用 c++ 编 程 中",
        "😀👍🏽 ❤\uFE0F, 😀 👍 🏽 ❤",
        "... — !, ||",
      })
  void examples(String text, String words) {
    assertEquals(words == null ? "" : words, String.join(" ", words(text)));
  }

  /** Only scripts cut by character and characters younger than the tokenizer are exceptions. */
  @Test
  void everyCharacterIsThatOfTheStandardTokenizer() throws IOException {
    List<String> differences = new ArrayList<>();
    int young = 0;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (Character.isDefined(c) && !CUT.contains(UnicodeScript.of(c))) {
        String text = "a" + Character.toString(c) + "a 1" + Character.toString(c) + "1";
        if (!words(text).equals(standard(text))) {
          if (standard(text).equals(List.of("a", "a", "1", "1"))) {
            young++;
          } else {
            differences.add(Integer.toHexString(c));
          }
        }
      }
    }
    assertEquals(ITS_OWN, String.join(" ", differences));
    assertTrue(young < 30_000, young + " letters, digits and marks that it does not know");
  }

  /** The scanner agrees with Lucene, also on Hebrew letters, whose quotes have their own rules. */
  @ParameterizedTest
  @ValueSource(strings = {"'\"", "א"})
  void duelWithTheStandardTokenizer(String others) throws IOException {
    Random random = Seeds.random(7);
    int[] parts = "ab12.,:_ é\u0301中あ한’·$Ω-\n;٫".concat(others).codePoints().toArray();
    for (int round = 0; round < 30_000; round++) {
      String text =
          IntStream.range(0, 1 + random.nextInt(12))
              .mapToObj(i -> Character.toString(parts[random.nextInt(parts.length)]))
              .collect(Collectors.joining("", "x ", ""));
      assertEquals(standard(text), words(text), text);
    }
  }

  /** Low lines that fill the longest word are no part of a word; the tokenizer would keep 254. */
  @Test
  void lowLinesThatTakeAllTheRoomAreNoPartOfAWord() {
    assertEquals(List.of("_".repeat(254) + "a"), words("_".repeat(254) + "a"));
    assertEquals(List.of("a", "b"), words("_".repeat(255) + "a " + "_".repeat(1_000_000) + "b"));
  }

  @Test
  @Timeout(60)
  void symbolsAreFoundInOnePass() {
    assertEquals(1_000_000, words("😀".repeat(1_000_000)).size());
  }

  @Test
  void hostileTexts() {
    for (Map.Entry<String, String> piece : HostileTexts.pieces().entrySet()) {
      NormalText normal = NormalText.of(HostileTexts.text(piece.getValue(), 100_000), false);
      WordScanner scanner = new WordScanner(normal, false);
      int end = 0;
      while (scanner.next()) {
        assertTrue(scanner.start() >= end, piece.getKey());
        assertTrue(scanner.length() > 0 && scanner.length() <= 255, piece.getKey());
        end = scanner.start() + scanner.length();
      }
    }
  }
}
