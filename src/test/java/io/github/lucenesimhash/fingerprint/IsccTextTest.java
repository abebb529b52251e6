package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lucenesimhash.testing.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsccTextTest {

  private static final long SEED = Seeds.of(13);

  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  private final SplittableRandom random = new SplittableRandom(SEED);

  record Vector(String text, String collapsed, String iscc) {}

  /** Reads the vectors of a file, whose first lines describe how the file was made. */
  private static List<Vector> vectors(String file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                IsccTextTest.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(columns -> new Vector(unescape(columns[0]), unescape(columns[1]), columns[2]))
          .toList();
    }
  }

  private static String unescape(String column) {
    return ESCAPE
        .matcher(column)
        .replaceAll(
            match -> {
              char c = (char) Integer.parseInt(match.group(1), 16);
              return c == '\\' ? "\\\\" : c == '$' ? "\\$" : String.valueOf(c);
            });
  }

  static Stream<Vector> published() throws IOException {
    return vectors("iscc-published.tsv").stream();
  }

  @ParameterizedTest
  @MethodSource
  void published(Vector vector) {
    long[] words = IsccUnit.CONTENT_TEXT.parse(vector.iscc);
    assertArrayEquals(words, words(vector.text, 64 * words.length));
    String collapsed = IsccCollapse.collapse(vector.text);
    assertEquals(vector.collapsed, "" + collapsed.codePointCount(0, collapsed.length()));
  }

  @Test
  void reference() throws IOException {
    List<Vector> vectors = vectors("iscc-reference.tsv");
    assertEquals(214, vectors.size());
    for (Vector vector : vectors) {
      assertEquals(vector.collapsed, IsccCollapse.collapse(vector.text), vector.text);
      long[] words = words(vector.text, 256);
      assertEquals(vector.iscc, IsccUnit.CONTENT_TEXT.format(words), vector.text);
      assertArrayEquals(Arrays.copyOf(words, 1), words(vector.text, 64));
      assertArrayEquals(Arrays.copyOf(words, 2), words(vector.text, 128));
    }
  }

  /** Returns the code of the standard; a text without characters has the code of an empty run. */
  private static long[] words(String text, int bits) {
    long[] features = IsccText.features(text);
    boolean isEmpty = features.length == 0;
    long[] hashes = isEmpty ? new long[] {XxHash32.hash(new byte[0], 0, 0)} : features;
    assertEquals(IsccCollapse.collapse(text).isEmpty(), isEmpty);
    return IsccText.fingerprint(hashes, hashes.length, bits).toArray();
  }

  @Test
  void isTheMinHashOfRunsCutOneByOne() {
    for (int round = 0; round < 500; round++) {
      String text = text(round % 40);
      int[] characters = IsccCollapse.collapse(text).codePoints().toArray();
      IsccMinHash minHash = new IsccMinHash();
      for (int i = 0; i == 0 || i + 13 <= characters.length; i++) {
        String run = new String(characters, i, Math.min(13, characters.length));
        byte[] utf8 = ("x" + run + "y").getBytes(StandardCharsets.UTF_8);
        minHash.add(XxHash32.hash(utf8, 1, utf8.length - 1));
      }
      assertArrayEquals(minHash.lanes(4), words(text, 256), "seed " + SEED + text);
    }
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(6)) {
        case 0 -> text.append((char) random.nextInt(' ', 0x7F));
        case 1 -> text.append((char) random.nextInt(0x10000));
        case 2 -> text.append((char) random.nextInt(0x370, 0x400));
        case 3 -> text.append((char) random.nextInt(0x3040, 0x3200));
        case 4 -> text.append((char) random.nextInt(0xFF00, 0x10000));
        default -> text.append((char) random.nextInt(0x4E00, 0x9FA6));
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -64, 0, 32, 65, 192, 320, 512, Integer.MAX_VALUE})
  void otherLengthsAreRefused(int bits) {
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> IsccText.fingerprint(new long[1], 1, bits))
            .getMessage();
    assertEquals("bits are " + bits + ", expected 64, 128 or 256", message);
  }
}
