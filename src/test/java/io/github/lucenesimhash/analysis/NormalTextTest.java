package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTextTest {

  private static final String LONGEST = "\uFDFA";

  private static String normal(String text) {
    return new String(NormalText.of(text, false).chars());
  }

  /** Normalizes whole strings by the definition, which holds for few marks in a row. */
  private static String plain(String text) {
    String nfkd = seen(Normalizer.normalize(text, Form.NFKD));
    String folded =
        nfkd.codePoints().mapToObj(NormalTextTest::folded).collect(Collectors.joining());
    return Normalizer.normalize(folded, Form.NFKC);
  }

  private static String seen(String text) {
    return text.replaceAll(
        "[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164"
            + "\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]",
        "");
  }

  private static String folded(int c) {
    String upperCase = Character.toString(Character.toLowerCase(c)).toUpperCase(Locale.ROOT);
    return c == 'ı'
        ? "ı"
        : upperCase
            .codePoints()
            .map(Character::toLowerCase)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource({
    "ΟΔΟΣ, οδος",
    "ΟΔΥΣΣΕΥΣ, οδυσσευς",
    "STRASSE, Straße",
    "GROẞ, groß",
    "ῼ, ωι",
    "ᾳ\u0301, άι",
    "ͺ\u0316\u0301, ' \u0316\u0301ι'",
    "ᾳ, ΑΙ",
    "Ꮳ, ꮳ",
    "ǅ, dž",
    "ﬁne, FINE",
    "Ｆｕｌｌ, full",
    "ｶﾞ, ガ",
    "½, 1⁄2",
    "Ⅳ, iv",
    "e\u0301, É",
    "각, \u1100\u1161\u11A8",
    "ㄱㅏ, 가",
    "\uFACF, \uD84A\uDC4A",
    "İ, i\u0307",
    "I\u0307, İ",
    "in\u00ADter\u00ADest, interest",
    "e\u00AD\u0301, é",
    "\uD801\uDC00, \uD801\uDC28"
  })
  void spellingsOfTheSame(String a, String b) {
    assertEquals(normal(a), normal(b));
  }

  @ParameterizedTest
  @CsvSource({"I, ı", "I, İ", "i, ı", "e, é", "ss, s", "か, が", "-, \u2014"})
  void spellingsOfOthers(String a, String b) {
    assertNotEquals(normal(a), normal(b));
  }

  @Test
  void hyphensAtLineEnds() {
    assertEquals("hyphenated words", normal("hyphen-\nated words"));
    assertEquals("hyphenated", normal("hyphen\u2010\r\nated"));
    assertEquals("hyphenated", normal("hyphen\u00AD\nated"));
    assertEquals("éa", normal("e\u0301-\na"));
    for (String text :
        new String[] {
          "well-known",
          "a -\nb",
          "1-\nb",
          "a-\n1",
          "a-\n\nb",
          "a-\n b",
          "a-",
          "a-\n",
          "-\nb",
          "a\nb"
        }) {
      assertEquals(text, normal(text));
    }
    assertEquals("x-\nbox", normal("X-\nBox"));
  }

  @Test
  void everyCharacter() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String text = Character.toString(c);
      String normal = normal(text);
      if (!text.equals(LONGEST)) {
        assertEquals(plain(text), normal, Integer.toHexString(c));
      }
      assertEquals(normal, normal(normal), Integer.toHexString(c));
      assertTrue(normal.length() <= 8, Integer.toHexString(c));
    }
    assertEquals(LONGEST, normal(LONGEST));
  }

  /** A decomposed character has the normal form of its composed form, alone and between letters. */
  @Test
  void everyCharacterDecomposed() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String text = Character.toString(c);
      String decomposed = Normalizer.normalize(text, Form.NFD);
      if (!decomposed.equals(text)) {
        assertEquals(normal(text), normal(decomposed), Integer.toHexString(c));
        assertEquals(normal("Ab" + text + "Cd"), normal("Ab" + decomposed + "Cd"));
      }
    }
  }

  @Test
  void duelWithTheDefinition() {
    Random random = Seeds.random(7);
    int[] from = {
      0, 0x80, 0x300, 0x370, 0x900, 0xE00, 0x1100, 0x1E00, 0x3040, 0xAC00, 0xF900, 0xFB00
    };
    for (int round = 0; round < 20_000; round++) {
      int block = from[random.nextInt(from.length)];
      String text =
          IntStream.range(0, 1 + random.nextInt(30))
              .map(
                  i ->
                      switch (random.nextInt(8)) {
                        case 0 -> 0x300 + random.nextInt(0x46);
                        case 1 -> 'A' + random.nextInt(26);
                        case 2 -> random.nextInt(Character.MAX_CODE_POINT);
                        default -> block + random.nextInt(0x100);
                      })
              .mapToObj(Character::toString)
              .collect(Collectors.joining())
              .replaceAll("[-\u2010]", "+")
              .replace(LONGEST, "");
      assertEquals(plain(text), normal(text), () -> escaped(text));
      String decomposed = Normalizer.normalize(text, Form.NFD);
      assertEquals(normal(text), normal(decomposed), () -> escaped(text));
      NormalText withOffsets = NormalText.of(text, true);
      assertEquals(normal(text), new String(withOffsets.chars()), () -> escaped(text));
      for (int i = 0, at = 0; i < normal(text).length(); i++) {
        assertTrue(withOffsets.start(i) >= at && withOffsets.end(i) > withOffsets.start(i));
        at = withOffsets.start(i);
      }
      assertEquals(normal(text), normal(normal(text)), () -> escaped(text));
    }
  }

  /** The offsets of a character lead to its original in the text and to ignored neighbours. */
  @Test
  void offsets() {
    String text = "E\u0301cole hy\u00ADphen-\nated ﬃ Ｆ \uD835\uDC00x ½ en\u200Bd";
    NormalText normal = NormalText.of(text, true);
    String chars = new String(normal.chars());
    assertEquals("école hyphenated ffi f ax 1⁄2 end", chars);
    assertEquals("E\u0301", part(text, normal, chars.indexOf('é'), 1));
    assertEquals("cole", part(text, normal, chars.indexOf("cole"), 4));
    assertEquals("hy\u00ADphen-\nated", part(text, normal, chars.indexOf("hyphenated"), 10));
    assertEquals("ﬃ", part(text, normal, chars.indexOf("ffi"), 3));
    assertEquals("ﬃ", part(text, normal, chars.indexOf("ffi") + 1, 1));
    assertEquals("\uD835\uDC00", part(text, normal, chars.indexOf("ax"), 1));
    assertEquals("x", part(text, normal, chars.indexOf("ax") + 1, 1));
    assertEquals("½", part(text, normal, chars.indexOf('1'), 1));
    assertEquals("en\u200Bd", part(text, normal, chars.indexOf("end"), 3));
  }

  private static String part(String text, NormalText normal, int from, int length) {
    return text.substring(normal.start(from), normal.end(from + length - 1));
  }

  private static String escaped(String text) {
    return text.chars().mapToObj(Integer::toHexString).collect(Collectors.joining(" "));
  }

  /** A long text, which is normalized in pieces, has the normal form of its parts. */
  @Test
  void longTexts() {
    Random random = Seeds.random(8);
    String[] parts = {
      "plain ", "E\u0301cole ", "ΣΊΣ ", "中文", "हिन्दी ", "가각 ", "ﬃ", LONGEST + "\u0301 "
    };
    for (int round = 0; round < 20; round++) {
      StringBuilder text = new StringBuilder();
      StringBuilder normal = new StringBuilder();
      while (text.length() < 20_000) {
        String part = parts[random.nextInt(round % 2 == 0 ? parts.length : 2 + round % 3)];
        text.append(part);
        normal.append(normal(part));
      }
      assertEquals(normal.toString(), normal(text.toString()));
    }
  }

  @Test
  void manyMarksInARow() {
    String marks = "\u0316\u0301".repeat(1000);
    String normal = normal("a" + marks);
    assertEquals(normal("a\u0301").length() + marks.length() - 1, normal.length());
    assertEquals(normal("a" + marks.substring(0, 30)), normal.substring(0, 30));
  }
}
