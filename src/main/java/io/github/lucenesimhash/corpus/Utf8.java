package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Strict decoding: what is not UTF-8 is an error, never a replacement character. */
public final class Utf8 {

  /** Why a line or a file is skipped. */
  public static final String INVALID = "invalid UTF-8";

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private Utf8() {}

  /**
   * @throws CharacterCodingException if the bytes are not UTF-8
   */
  static String decode(byte[] bytes, int length) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes, 0, length))
        .toString();
  }

  /**
   * A whole stream, without its byte order mark; the stream is not closed.
   *
   * @throws CharacterCodingException if the bytes are not UTF-8
   */
  public static String readAll(InputStream in) throws IOException {
    byte[] bytes = in.readAllBytes();
    return withoutMark(decode(bytes, bytes.length));
  }

  /** The text without a byte order mark at its start. */
  static String withoutMark(String text) {
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }
}
