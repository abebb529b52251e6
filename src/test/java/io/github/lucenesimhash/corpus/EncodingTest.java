package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the guesses of the encoding of bytes without a byte order mark. */
class EncodingTest {

  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  @TempDir private Path folder;

  private static String page(String charset, String text) {
    return "<html><head><meta charset=\"" + charset + "\"></head><body>" + text + "</body></html>";
  }

  private static Charset guess(byte[] bytes) {
    return Encoding.of(bytes, null, true);
  }

  /** A tag is ignored if its charset does not exist, cannot encode, or cannot contain the tag. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "_autodetect_all",
        "-x",
        "-",
        "x-JISAutoDetect",
        "ISO-2022-CN",
        "no-such-charset",
        "utf-16",
        "UTF-16LE",
        "unicode",
        "utf-32",
        "IBM037"
      })
  void aTagThatCannotBeTrueTellsNothing(String charset) throws IOException {
    String latin = page(charset, "le caf\u00e9 est ferm\u00e9, l'\u00e9t\u00e9 aussi");
    String chinese = page(charset, "\u4e2d\u6587\u7f51\u9875\u7684\u5185\u5bb9");
    assertEquals(WINDOWS_1252, guess(latin.getBytes(WINDOWS_1252)));
    assertEquals(GB18030, guess(chinese.getBytes(GB18030)));
    assertEquals(StandardCharsets.UTF_8, guess(chinese.getBytes(StandardCharsets.UTF_8)));
    String second = page(charset, "<meta charset=big5>\u4e2d\u6587");
    assertEquals(Charset.forName("Big5"), guess(second.getBytes(Charset.forName("Big5"))));
    for (String name : new String[] {"a.html", "b.txt", "c"}) {
      Files.write(folder.resolve(name), latin.getBytes(WINDOWS_1252));
    }
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(folder))) {
      documents.read(FingerprintScheme.standard(), false, true);
      assertEquals(2, documents.count());
      assertEquals("le caf\u00e9 est ferm\u00e9, l'\u00e9t\u00e9 aussi", documents.text(0).strip());
    }
  }

  @Test
  void aPageIsReadByItsTag() throws IOException {
    byte[] page = page("Big5", "\u6e2c\u8a66").getBytes(Charset.forName("Big5"));
    Files.write(folder.resolve("a.html"), page);
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(folder))) {
      documents.read(FingerprintScheme.standard(), false, true);
      assertTrue(documents.text(0).contains("\u6e2c\u8a66"), documents.text(0));
    }
  }

  @Test
  void anyCharsetThatThereIs() {
    for (String name : Charset.availableCharsets().keySet()) {
      guess(page(name, "\u00e9t\u00e9").getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** Bytes are Chinese if three in four characters that are not ASCII are beside another one. */
  @ParameterizedTest
  @CsvSource({"3,1,GB18030", "6,2,GB18030", "2,1,windows-1252", "3,2,windows-1252"})
  void chineseStandsTogether(int together, int alone, String charset) {
    String text = "a " + "\u4e2d".repeat(together) + " b" + " \u4e2d c".repeat(alone);
    assertEquals(Charset.forName(charset), guess(text.getBytes(GB18030)));
  }

  /** A byte that is invalid, or half a surrogate pair, affects only its line, one of 300. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "GB18030", "UTF-16LE", "UTF-16BE"})
  void oneBadLineIsBadByItself(String name) throws IOException {
    Charset charset = Charset.forName(name);
    int bad = name.startsWith("UTF-16") ? 0xD8 : 0xFF;
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int line = 0; line < 300; line++) {
      String text = line + "\t\u4e2d\u6587\u7f51\u9875\u7684\u5185\u5bb9" + (char) (0x4e00 + line);
      lines.writeBytes(text.getBytes(charset));
      lines.writeBytes(line == 7 ? new byte[] {(byte) bad, (byte) bad} : new byte[0]);
      lines.writeBytes("\n".getBytes(charset));
    }
    assertEquals(charset, guess(lines.toByteArray()));
    Files.write(folder.resolve("a.tsv"), lines.toByteArray());
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(folder))) {
      BadInput e =
          assertThrows(
              BadInput.class, () -> documents.read(FingerprintScheme.standard(), false, true));
      assertEquals(folder.resolve("a.tsv") + ":8: invalid " + name, e.getMessage());
    }
  }

  /** English with NUL bytes is not read as UTF-16, where two letters are mostly a Han character. */
  @Test
  void englishWithNulBytesIsNotWide() {
    String text = "The ferry was late again, since the fog came in from the sea.\0\n".repeat(99);
    assertEquals(StandardCharsets.UTF_8, guess(text.getBytes(StandardCharsets.UTF_8)));
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

  /** Only the mark of UTF-8 is removed from bytes that an option says are UTF-8. */
  @Test
  void theMarkOfAnotherEncodingIsNotRemoved() throws IOException {
    byte[] marked = "\uFEFFab".getBytes(StandardCharsets.UTF_16LE);
    assertArrayEquals(marked, utf8(marked));
    assertArrayEquals(new byte[] {'a', 'b'}, utf8("\uFEFFab".getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] utf8(byte[] bytes) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes);
    return Encoding.utf8(in, StandardCharsets.UTF_8).readAllBytes();
  }

  /** A replacement character that the author of a file has written is not damage. */
  @Test
  void aWrittenReplacementCharacter() throws IOException {
    Files.writeString(
        folder.resolve("a.txt"), "\uFEFFa text with \uFFFD in it", StandardCharsets.UTF_16LE);
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(folder))) {
      documents.read(FingerprintScheme.standard(), false, true);
      assertEquals("a text with \uFFFD in it", documents.text(0));
    }
  }
}
