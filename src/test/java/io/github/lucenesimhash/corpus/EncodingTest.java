package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Where the guess of an encoding turns: three in four characters beside another are Chinese. */
class EncodingTest {

  private static void assertGuessed(String expected, String text) {
    byte[] bytes = text.getBytes(Charset.forName(expected));
    assertEquals(expected, Encoding.of(bytes, null, false).name(), text);
  }

  /** As GB18030 these would be two characters in a row twice, and two alone. */
  @Test
  void twoInThreeInARowAreNotChinese() {
    assertGuessed("windows-1252", "\u00e9l\u00e8ve \u00e9l\u00e8ve \u00e9cole \u00e9tude");
  }

  @Test
  void threeInFourInARowAreChinese() {
    assertGuessed("GB18030", "\u4ed6\u6765\u4e86 ok \u597d");
  }

  private static Charset of(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return Encoding.of(all, null, false);
  }

  @Test
  void asGoodEitherWay() {
    assertEquals(StandardCharsets.UTF_16LE, of('a', 0, 0, 'a'));
    assertEquals(StandardCharsets.UTF_16BE, of(0, 'a', 'a', 0, 0, 'a'));
    assertEquals(StandardCharsets.UTF_8, of(0xC3, 0xA9, ' ', 0xE9, ' '));
    assertEquals("windows-1252", of(0xC3, 0xA9, ' ', 0xE9, ' ', 0xE8, ' ').name());
  }
}
