package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first bytes of a file determine its packing, and can be read again. */
class PackingTest {

  @ParameterizedTest
  @CsvSource({
    "1f8b0800, GZIP",
    "1f8b08ff, GZIP",
    "1f8b0900, NONE",
    "1f8b08, NONE",
    "28b52ffd, ZSTD",
    "28b52ffe, NONE",
    "502a4d18, ZSTD", // frames to be skipped
    "5f2a4d18, ZSTD",
    "602a4d18, NONE",
    "502a4d19, NONE",
    "'', NONE"
  })
  void firstBytes(String hex, Packing expected) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    InputStream in = new ByteArrayInputStream(bytes);
    assertEquals(expected, Packing.of(in));
    assertArrayEquals(bytes, in.readAllBytes());
  }

  private static InputStream packed(String text) throws IOException {
    return new ByteArrayInputStream(
        CorpusFiles.packed(Packing.GZIP, text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The second member belongs to the file, although it arrives after the first one was read. */
  @Test
  void aMemberThatComesLateIsOfTheFile() throws IOException {
    InputStream in = Packing.GZIP.unpack(new SequenceInputStream(packed("one "), packed("two")));
    assertEquals('o', in.read());
    assertEquals("ne two", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    assertEquals(-1, in.read());
  }
}
