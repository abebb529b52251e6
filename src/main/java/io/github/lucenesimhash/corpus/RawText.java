package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.Kind;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.lucene.util.BytesRef;

/**
 * A line or a whole file as it lies in the input, not decoded yet.
 *
 * @param source index of its file in {@link Sources}
 * @param offset of the line in the file, in bytes; 0 for a whole file
 * @param line its number, from 1; 0 for a whole file
 * @param bytes without the line feed; null if there are more than {@link #MAX_BYTES}
 * @param length in bytes
 */
public record RawText(int source, long offset, long line, BytesRef bytes, long length) {

  /**
   * Most that a text may have as it lies in the input. Decoded, taken out of its JSON and split
   * into features, it takes up to sixteen times its size.
   */
  static final int MAX_BYTES = (int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 16);

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Reads a stream to its end. */
  public static RawText whole(int source, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES);
    long more = in.transferTo(OutputStream.nullOutputStream());
    BytesRef all = more > 0 ? null : new BytesRef(bytes);
    return new RawText(source, 0, 0, all, bytes.length + more);
  }

  boolean isWholeFile() {
    return line == 0;
  }

  /** Refuses a text that is too large. */
  private BytesRef held() {
    if (bytes == null) {
      throw new SkippedException(
          Kind.TOO_LARGE,
          "has " + length + " bytes, expected at most " + MAX_BYTES + " (a part of java -Xmx)");
    }
    return bytes;
  }

  /**
   * Decodes strictly: what is not UTF-8 is an error, never a replacement character. Leaves out a
   * byte order mark at the start of the file and the carriage return at the end of a line.
   *
   * @throws SkippedException if it is too large or not UTF-8
   */
  public String text() {
    ByteBuffer text = ByteBuffer.wrap(held().bytes, 0, bytes.length);
    int last = bytes.length - 1;
    if (!isWholeFile() && last >= 0 && bytes.bytes[last] == '\r') {
      text.limit(last);
    }
    try {
      String decoded = StandardCharsets.UTF_8.newDecoder().decode(text).toString();
      return offset == 0 && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
    } catch (CharacterCodingException e) {
      throw new SkippedException(Kind.NOT_UTF_8, "invalid UTF-8");
    }
  }

  /**
   * Hands the text on unless it is blank.
   *
   * @param sink throws IllegalArgumentException to refuse it
   * @throws BadInput naming file and line if it is refused, too large or not UTF-8
   */
  void accept(Path file, Consumer<String> sink) {
    try {
      String text = text();
      if (!text.isBlank()) {
        sink.accept(text);
      }
    } catch (IllegalArgumentException e) {
      throw new BadInput(file + ":" + line + ": " + e.getMessage());
    }
  }

  /**
   * The document, which may have no id; null for a blank line.
   *
   * @throws SkippedException if there is none
   */
  TextDocument document(Source from, Input input) {
    if (isWholeFile()) {
      int start = Math.min(held().length, Source.START_BYTES);
      String reason = Source.Format.whyNotText(from.id(), Arrays.copyOf(bytes.bytes, start));
      if (reason != null) {
        throw new SkippedException(Kind.NOT_TEXT, reason);
      }
      return new TextDocument(from.id(), text(), TextDocument.NO_DATE);
    }
    String text = text();
    if (text.isBlank()) {
      return null;
    }
    return from.format() == Source.Format.TSV
        ? TextDocument.ofTsv(text)
        : TextDocument.ofJson(text, input);
  }

  /** How messages name it. */
  String place(Source from) {
    return isWholeFile() ? from.place() : from.place() + ":" + line;
  }

  /** The id of a document that has none of its own. */
  String name(Source from) {
    return isWholeFile() ? from.id() : from.id() + ":" + line;
  }
}
