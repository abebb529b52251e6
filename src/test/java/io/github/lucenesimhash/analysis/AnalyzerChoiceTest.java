package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.apache.lucene.analysis.Analyzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzerChoiceTest {

  private static final AnalyzerChoice CHOICE = AnalyzerChoice.of("auto");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc中",
        "a1b2c3!!! 中",
        "abcdef中国",
        "中",
        "ｆｕｌ中",
        "abc\uD840\uDC0B",
        "абв中",
        "中, 123456789"
      })
  void hanFromAQuarterOfTheLettersOn(String text) {
    assertSame(CHOICE.hanAnalyzer(), CHOICE.forText(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1234",
        "abcd中",
        "abcdefg中国",
        "ひらがな",
        "한국어",
        "abcd\uD840\uDC0B",
        "\uD840",
        "!!"
      })
  void standardBelow(String text) {
    assertSame(CHOICE.analyzer(), CHOICE.forText(text));
  }

  @Test
  void choiceIsBetweenTheAnalyzersOfTheFixedSchemes() {
    Analyzer english = AnalyzerChoice.of("en").analyzer();
    Analyzer chinese = AnalyzerChoice.of("zh").analyzer();
    assertNotSame(english, chinese);
    assertSame(english, CHOICE.analyzer());
    assertSame(chinese, CHOICE.hanAnalyzer());
    assertSame(english, AnalyzerChoice.of("en").forText("全是中文"));
    assertSame(chinese, AnalyzerChoice.of("zh").forText("no Han at all"));
  }

  @Test
  void perDocumentGivesWhatTheFixedSchemesGive() {
    String english = "Eleven letters and not one of them is Han";
    String chinese = "近似重复文本的检测方法 of 2007";
    FingerprintScheme auto = FingerprintScheme.parse("auto");
    assertEquals(FingerprintScheme.parse("en").fingerprint(english), auto.fingerprint(english));
    assertEquals(FingerprintScheme.parse("zh").fingerprint(chinese), auto.fingerprint(chinese));
    assertNotEquals(FingerprintScheme.parse("zh").fingerprint(english), auto.fingerprint(english));
    assertNotEquals(FingerprintScheme.parse("en").fingerprint(chinese), auto.fingerprint(chinese));
  }

  @Test
  void widthAndCaseAreFolded() {
    FingerprintScheme words = FingerprintScheme.parse("en");
    assertEquals(words.fingerprint("full width abc"), words.fingerprint("ＦＵＬＬ　Width　ＡＢＣ"));
    FingerprintScheme characters = FingerprintScheme.parse("char");
    assertEquals(characters.fingerprint("ab1c"), characters.fingerprint("Ａ-Ｂ １。Ｃ"));
    assertEquals(
        characters.fingerprint("Ésope ΟΣ"), characters.fingerprint("e\u0301_so\u00ADpe ος"));
    assertEquals(3, characters.features("q\u0301rst").length, "marks go with their letters");
  }

  @Test
  void supplementaryCharacterIsOneCharacter() {
    FingerprintScheme pairs = FingerprintScheme.parse("char");
    assertEquals(1, pairs.features("\uD840\uDC0B\uD842\uDFB7").length, "one pair");
    assertEquals(2, pairs.features("\uD840\uDC0B\uD842\uDFB7a").length, "two pairs");
  }
}
