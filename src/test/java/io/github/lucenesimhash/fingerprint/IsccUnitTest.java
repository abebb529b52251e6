package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsccUnitTest {

  private static final long SEED = Seeds.of(24138);

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @EnumSource
  void bodiesComeBack(IsccUnit unit) {
    for (int round = 0; round < 300; round++) {
      long[] words = random.longs(1 << round % 3).toArray();
      String iscc = unit.format(words);
      String message = "seed " + SEED + ": " + iscc;
      assertArrayEquals(words, unit.parse(iscc), message);
      assertArrayEquals(words, unit.parse(iscc.substring(5)), message);
      assertArrayEquals(words, unit.parse(iscc.toLowerCase(Locale.ROOT)), message);
      assertEquals(iscc, unit.format(unit.parse(iscc)), message);
    }
  }

  /**
   * All text units in iscc_core/data.json of github.com/iscc/iscc-core are read, as of commit
   * e3cbeab39b55fdc0eb6e9f6dd0b82ef7ac4c286a.
   */
  @ParameterizedTest
  @CsvSource({
    "META,ISCC:AAAZXZ6OU74YAZIM",
    "META,ISCC:AAAZXZ6OU4E45RB5",
    "META,ISCC:AABZXZ6OU4E45RB57GAGKDGHZXV74",
    "META,ISCC:AADZXZ6OU4E45RB57GAGKDGHZXV752RFK424V76TRVZ2TKS2K6X5VVA",
    "META,ISCC:AADQPPCUKAL34VCQOCRWHDPQU5RY2LMRHPGS3HL35UEPHQ3CDDZ6GYQ",
    "META,ISCC:AAA76GFOHGPPBMPM",
    "META,ISCC:AAARPPSUKDYKOY4N",
    "META,ISCC:AAD6KOWKOF334VRANKFXRZXZWMVZZDZZAGHC3ON7O5ENTBJ3TXJ5XYQ",
    "META,ISCC:AAAWKLHFXN63LHL2",
    "META,ISCC:AAAWKLHFXN5Z7LLX",
    "META,ISCC:AAAWKLHFXN43ICP2",
    "META,ISCC:AAAX4GX3RZH2I6QZ",
    "META,ISCC:AAAX4GX3R32YH5P7",
    "META,ISCC:AAAWKLHFXNI6DUC6",
    "META,ISCC:AAAWKLHFXML34VCQ",
    "CONTENT_TEXT,ISCC:EAASL4F2WZY7KBXB",
    "CONTENT_TEXT,ISCC:EAASKDNZNYGUUF5A",
    "CONTENT_TEXT,ISCC:EADSKDNZNYGUUF5AMFEJLZ5P66CP5YKCOA3X7F36RWE4CIRCBTUWXYY",
    "CONTENT_TEXT,ISCC:EADTJCW2DT555KK6DEQAR5DQT7VYJGZM6CXHG3BM56WOMQDDVS7754I",
    "CONTENT_TEXT,ISCC:EABZHFKU6PNI7UVWYEEIQLOYHYLX6",
    "CONTENT_IMAGE,ISCC:EEAQAAAAAAAAAAAA",
    "CONTENT_IMAGE,ISCC:EEBYAAAAAAAAAAAAAAAAAAAAAAAAA",
    "CONTENT_IMAGE,ISCC:EED4GQZQTY6J5DTHQ2DWCPDZHQOM6QZQTY6J5DTFZ2DWCPDZHQOMXDI",
    "CONTENT_AUDIO,ISCC:EIAQAAAAAAAAAAAA",
    "CONTENT_AUDIO,ISCC:EIBQAAAAAEAAAAABAAAAAAAAAAAAA",
    "CONTENT_AUDIO,ISCC:EIDQAAAAAMAAAAABAAAAAAQAAAAAAAAAAAAAAAAAAEAAAAACAAAAAAA",
    "CONTENT_AUDIO,ISCC:EIDQAAAAAH777777AAAAAAAAAAAACAAAAAAP777774AAAAAAAAAAAAI",
    "CONTENT_AUDIO,ISCC:EIDWUJFCEZZOJYVDHJHIRB3KQSQCM2REUITDUTVAQNRGJIRENCCCULY",
    "CONTENT_VIDEO,ISCC:EMAQAAAAAAAAAAAA",
    "CONTENT_VIDEO,ISCC:EMBZEMGSDFIB4AHUEZSLJPJANMAAY",
    "CONTENT_VIDEO,ISCC:EMDVFD4RIMPXYSWSNEZPYBZ2FDFMSPZBUMDRUFJPYKJFXWXNDUMQAYI",
    "CONTENT_MIXED,ISCC:EQASNZJ36ZT33AL7",
    "CONTENT_MIXED,ISCC:EQBSBXXOMP6SZ2VX6DXG332JFUX76",
    "DATA,ISCC:GAAXL2XYM5BQIAZ3",
    "DATA,ISCC:GAASL4F2WZY7KBXB",
    "DATA,ISCC:GABXOD4P2IS6YHS2XOK6IBVPVXPPG",
    "DATA,ISCC:GAD2FL7K437RJZK2MMLL4C2672JVQTMGJYYZ3KAINZRWETNWFES3KYA"
  })
  void stringsOfTheReferenceComeBack(IsccUnit unit, String iscc) {
    assertEquals(iscc, unit.format(unit.parse(iscc)));
  }

  @Test
  void bodyIsBigEndian() {
    assertArrayEquals(
        new long[] {0xa18e2fb2bd663d21L, 0xdb9c7dcc9ae78380L},
        IsccUnit.CONTENT_TEXT.parse("EAB2DDRPWK6WMPJB3OOH3TE246BYA"));
    assertEquals("ISCC:AAAQAAAAAAAAAAAB", IsccUnit.META.format(new long[] {1}));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ISCC:",
        "EAASKDNZNYGUUF5", // a digit too few
        "EAASKDNZNYGUUF5AA", // a digit too many
        "EAASKDNZNYGUUF5A=",
        "EAASKDNZNYGUUF5\u0131",
        "\u0131SCC:EAASKDNZNYGUUF5A",
        "EAASKDNZNYGUUF51",
        " EAASKDNZNYGUUF5A",
        "EAAS-KDNZ-NYGU-UF5A",
        "ISCC:ISCC:EAASKDNZNYGUUF5A",
        "EEASKDNZNYGUUF5A", // an image
        "AAASKDNZNYGUUF5A", // metadata
        "IAASKDNZNYGUUF5A", // instance
        "EAIQ3KGG4H5BJVZZ", // version 1
        "EAAJHFKU6M", // 32 bits
        "EABZHFKU6PNI7UVWYEEIQLOYHYLX7", // a leftover bit
        "EABZHFKU6PNI7UVW", // 64 bits of 128
        "EAASKDNZNYGUUF5AMFEJLZ5P66CP5", // 128 bits of 64
        "EACTLKVTKS3GHSVVTVZVC3CCPOPW3ILKNM3KHAY", // 192 bits
        "KACYPXW445FTYNJ3CYSXHAFJMA2HUWULUNRFE3BLHRSCXYH2M5AEGQY" // an ISCC-CODE
      })
  void anythingElseIsRefused(String iscc) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> IsccUnit.CONTENT_TEXT.parse(iscc))
            .getMessage();
    assertTrue(message.contains("'" + iscc + "', expected CONTENT_TEXT of version 0"), message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 5, 8})
  void otherNumbersOfWordsAreRefused(int words) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> IsccUnit.DATA.format(new long[words]))
            .getMessage();
    assertEquals("bits are " + 64 * words + ", expected 64, 128 or 256", message);
  }
}
