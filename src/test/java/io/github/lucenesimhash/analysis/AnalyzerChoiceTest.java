package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AnalyzerChoiceTest {

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
