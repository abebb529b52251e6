package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the encoding of bytes. Without an option, it is the first of these that applies: the
 * encoding that a byte order mark indicates; UTF-16, if there are NUL bytes and the bytes make
 * sense in UTF-16, some as ASCII; UTF-8, if all bytes are valid; the encoding that a tag of a page
 * names; UTF-8, if at least half of the characters beyond ASCII are valid; GB18030, if the bytes
 * make sense in it and most characters beyond ASCII are adjacent; otherwise Windows-1252, which
 * includes Latin-1.
 */
public final class Encoding {

  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  /** The encodings with a byte order mark. The mark of UTF-32LE begins with that of UTF-16LE. */
  private static final List<Charset> MARKED =
      List.of(
          Charset.forName("UTF-32LE"),
          Charset.forName("UTF-32BE"),
          StandardCharsets.UTF_8,
          StandardCharsets.UTF_16LE,
          StandardCharsets.UTF_16BE);

  private static final int MARK_BYTES = 3; // the length of the mark of UTF-8

  private static final int CHARACTERS_PER_BAD = 100;

  private static final Pattern META =
      Pattern.compile("(?i)<(?:meta|\\?xml)\\b[^>]*?(?:charset|encoding)\\s*=\\s*[\"']?([\\w-]+)");

  private Encoding() {}

  /**
   * Returns the encoding that an option names.
   *
   * @throws BadInput if no encoding has the name
   */
  public static Charset of(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new BadInput(
          "--encoding '%s' cannot be used, expected UTF-8, GB18030, UTF-16, ISO-8859-1 or another",
          name);
    }
  }

  /** Returns the encoding that a tag names, or null if it is unknown or does not extend ASCII. */
  private static Charset named(String name) {
    try {
      Charset charset = Charset.forName(name);
      return Arrays.equals("<".getBytes(charset), new byte[] {'<'}) ? charset : null;
    } catch (IllegalCharsetNameException
        | UnsupportedCharsetException
        | UnsupportedOperationException e) {
      return null;
    }
  }

  /** Returns the encoding that a byte order mark indicates, or null if there is none. */
  private static Charset marked(byte[] bytes) {
    for (Charset charset : MARKED) {
      byte[] mark = "\uFEFF".getBytes(charset);
      if (Arrays.mismatch(bytes, mark) == mark.length || Arrays.equals(bytes, mark)) {
        return charset;
      }
    }
    return null;
  }

  static boolean isMarked(byte[] bytes) {
    return marked(bytes) != null;
  }

  /**
   * Refuses bytes that are not text in the encoding.
   *
   * @throws SkippedException if a NUL is among the first {@link Source#START_BYTES} bytes, and the
   *     encoding has characters of one byte
   */
  static void check(byte[] bytes, Charset charset) {
    if ("\n".getBytes(charset).length == 1
        && hasNul(Arrays.copyOf(bytes, Math.min(bytes.length, Source.START_BYTES)))) {
      throw new SkippedException("not text", "has NUL bytes, expected text");
    }
  }

  /**
   * Converts text to UTF-8 without a byte order mark.
   *
   * @param in the text, a stream that supports {@link InputStream#mark}
   */
  static InputStream utf8(InputStream in, Charset charset) throws IOException {
    if (!charset.equals(StandardCharsets.UTF_8)) {
      return new Utf8(new InputStreamReader(in, charset));
    }
    in.mark(MARK_BYTES);
    if (!StandardCharsets.UTF_8.equals(marked(in.readNBytes(MARK_BYTES)))) {
      in.reset();
    }
    return in;
  }

  /**
   * Encodes characters as UTF-8. Malformed bytes become U+FFFD, which {@link RawText#text} refuses.
   */
  private static final class Utf8 extends InputStream {

    private final PushbackReader characters;
    private final char[] some = new char[1 << 13];
    private ByteArrayInputStream bytes = new ByteArrayInputStream(new byte[0]);

    Utf8(Reader reader) throws IOException {
      characters = new PushbackReader(reader);
      int first = characters.read();
      if (first >= 0 && first != '\uFEFF') {
        characters.unread(first);
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      if (bytes.available() == 0) {
        int count = characters.read(some, 0, some.length - 1);
        if (count < 0) {
          return -1;
        }
        int half = Character.isHighSurrogate(some[count - 1]) ? characters.read() : -1;
        if (half >= 0) {
          some[count++] = (char) half;
        }
        bytes =
            new ByteArrayInputStream(new String(some, 0, count).getBytes(StandardCharsets.UTF_8));
      }
      return bytes.read(target, from, length);
    }

    @Override
    public int available() throws IOException {
      return bytes.available() > 0 || characters.ready() ? 1 : 0;
    }

    @Override
    public void close() throws IOException {
      characters.close();
    }
  }

  /**
   * Returns the given encoding, or detects it from the bytes. For UTF-16, also detects the byte
   * order.
   *
   * @param given the encoding, or null if it is to be detected
   * @param isHtml whether a tag in the bytes may name the encoding
   */
  static Charset of(byte[] bytes, Charset given, boolean isHtml) {
    if (given != null && !given.equals(StandardCharsets.UTF_16)) {
      return given;
    }
    Charset marked = marked(bytes);
    if (marked != null) {
      return marked;
    }
    Charset wide = wide(bytes);
    if (given != null) {
      return wide == null ? StandardCharsets.UTF_16BE : wide;
    }
    return wide != null ? wide : narrow(bytes, isHtml);
  }

  /**
   * Returns UTF-16 in the byte order that makes sense and yields more ASCII characters. Returns
   * null without NUL bytes, or if no order makes sense and yields ASCII characters.
   */
  private static Charset wide(byte[] bytes) {
    if (!hasNul(bytes)) {
      return null;
    }
    long little = ascii(bytes, StandardCharsets.UTF_16LE);
    long big = ascii(bytes, StandardCharsets.UTF_16BE);
    return Math.max(little, big) <= 0
        ? null
        : little >= big ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
  }

  static boolean hasNul(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of ASCII characters, or -1 if the text makes no sense. */
  private static long ascii(byte[] bytes, Charset charset) {
    String text = decode(bytes, charset);
    return makesSense(text) ? text.chars().filter(c -> c < 0x80).count() : -1;
  }

  /**
   * Returns whether few characters are bad. A few bad bytes do not rule out an encoding: the lines
   * that contain them are skipped later.
   */
  private static boolean makesSense(String text) {
    long bad = text.codePoints().filter(c -> !isOfTexts(c)).count();
    return bad * CHARACTERS_PER_BAD <= text.length();
  }

  private static boolean isOfTexts(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL -> "\t\n\f\r".indexOf(character) >= 0;
      case Character.UNASSIGNED, Character.PRIVATE_USE, Character.SURROGATE -> false;
      default -> true;
    };
  }

  /** Decodes bytes, which may end within a character. Malformed bytes become NUL. */
  private static String decode(byte[] bytes, Charset charset) {
    CharBuffer text = CharBuffer.allocate(bytes.length + 1);
    boolean isAll = bytes.length < Source.START_BYTES;
    charset
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .onUnmappableCharacter(CodingErrorAction.REPLACE)
        .replaceWith("\0")
        .decode(ByteBuffer.wrap(bytes), text, isAll);
    return text.flip().toString();
  }

  private static Charset narrow(byte[] bytes, boolean isHtml) {
    boolean isPlain = new String(bytes, StandardCharsets.UTF_8).indexOf('\uFFFD') < 0; // faster
    if (isPlain || decode(bytes, StandardCharsets.UTF_8).indexOf(0) < 0) {
      return StandardCharsets.UTF_8;
    }
    if (isHtml) {
      Matcher meta = META.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
      while (meta.find()) {
        Charset named = named(meta.group(1));
        if (named != null) {
          return wider(named);
        }
      }
    }
    String utf8 = new String(bytes, StandardCharsets.UTF_8);
    long bad = utf8.chars().filter(c -> c == '\uFFFD').count();
    long good = utf8.codePoints().filter(c -> c >= 0x80 && c != '\uFFFD').count();
    return good >= bad ? StandardCharsets.UTF_8 : isChinese(bytes) ? GB18030 : WINDOWS_1252;
  }

  /** Returns the encoding that browsers use if a page names the given encoding. */
  private static Charset wider(Charset named) {
    return switch (named.name()) {
      case "GB2312", "GBK" -> GB18030;
      case "ISO-8859-1", "US-ASCII" -> WINDOWS_1252;
      default -> named;
    };
  }

  /**
   * Returns whether the bytes make sense in GB18030, and at least three in four characters beyond
   * ASCII are adjacent to another. In Chinese texts they are adjacent; in European languages most
   * of them are alone among ASCII characters.
   */
  private static boolean isChinese(byte[] bytes) {
    String text = decode(bytes, GB18030);
    int[] characters = text.codePoints().toArray();
    long all = 0;
    long together = 0;
    for (int i = 0; i < characters.length; i++) {
      if (characters[i] >= 0x80) {
        boolean before = i > 0 && characters[i - 1] >= 0x80;
        boolean after = i + 1 < characters.length && characters[i + 1] >= 0x80;
        all++;
        together += before || after ? 1 : 0;
      }
    }
    return makesSense(text) && 4 * together >= 3 * all;
  }

  /**
   * Decodes bytes, without replacing malformed bytes.
   *
   * @throws CharacterCodingException if the bytes are malformed
   */
  static String strict(byte[] bytes, Charset charset) throws CharacterCodingException {
    String text = new String(bytes, charset); // several times as fast as a decoder
    return text.indexOf('\uFFFD') < 0
        ? text
        : charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
