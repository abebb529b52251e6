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

/** Bytes by the format's description; whole files are read by {@code ParquetTest}. */
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
    "03 f002616263, abc", // its length in a byte
    "03 f40200616263, abc", // in two
    "07 08616263 0103, abcabca", // a copy of 4 that overlaps itself
    "0a 0061 220100, aaaaaaaaaa", // of 9, of the byte before
    "06 08616263 0b03000000, abcabc" // with an offset of four bytes
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
        "0b 28 6162636465666768696a6b", // more than there is room for
        "03 08 6162", // too few
        "02 08 616263", // more than it said
        "04 08 616263", // less
        "03 0061 0505", // from before the start
        "05 0061 0100", // from where nothing is yet
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
        assertEquals(new ByteArrayDataInput(bytes).readVInt(), length); // as long as it says
      } catch (IOException e) {
        assertEquals("damaged snappy", e.getMessage());
      }
    }
  }
}
