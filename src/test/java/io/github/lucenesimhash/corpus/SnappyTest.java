package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.apache.lucene.store.ByteArrayDataInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Tests bytes of the format's description; {@code ParquetTest} reads whole files. */
class SnappyTest {

  private static String uncompress(String hex, int room) throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(room);
    int length = Snappy.uncompress(ByteBuffer.wrap(HexFormat.of().parseHex(hex)), target);
    byte[] bytes = new byte[length];
    target.get(bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource({
    "00, ''",
    "03 08616263, abc",
    "03 f002616263, abc", // a length in one byte
    "03 f40200616263, abc", // a length in two bytes
    "07 08616263 0103, abcabca", // a copy of 4 bytes that overlaps itself
    "0a 0061 220100, aaaaaaaaaa", // a copy of 9 bytes of the byte before
    "06 08616263 0b03000000, abcabc" // a copy with an offset of four bytes
  })
  void reads(String hex, String text) throws IOException {
    assertEquals(text, uncompress(hex.replace(" ", ""), 10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ffffffffff",
        "ffffffff0f 0061", // 4 GB
        "0b 28 6162636465666768696a6b", // more bytes than the target can hold
        "03 08 6162", // a literal with too few bytes
        "02 08 616263", // more bytes than the length says
        "04 08 616263", // fewer bytes than the length says
        "03 0061 0505", // a copy from before the start
        "05 0061 0100", // a copy from a place that is still empty
        "09 fcffffffff 61", // a literal of 4 GB
        "05 0061 03ffffffff"
      })
  void refuses(String hex) {
    assertThrows(IOException.class, () -> uncompress(hex.replace(" ", ""), 10));
  }

  @Test
  void refusesWhateverElse() {
    Random random = Seeds.random(1);
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      try {
        int length = Snappy.uncompress(ByteBuffer.wrap(bytes), ByteBuffer.allocate(200));
        assertEquals(new ByteArrayDataInput(bytes).readVInt(), length); // the length at the start
      } catch (IOException e) {
        assertEquals("damaged snappy", e.getMessage());
      }
    }
  }
}
