package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * A text as it lies in the input, not looked at yet.
 *
 * @param source the number of its file among the sources
 * @param offset of its line in the file, in bytes; 0 for a whole file
 * @param line its number, from 1; 0 for a whole file
 * @param slice the line without its end; null for a whole file that is read when it is needed
 */
public record RawText(int source, long offset, long line, Slice slice) {

  /**
   * Most that a text may have as it lies in the input. Decoded, taken out of its JSON, and taken
   * apart into features, it takes up to that many times its size.
   */
  static final int MAX_BYTES = (int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 16);

  /** Bytes that nobody changes; only their number if there are too many. */
  static final class Slice {
    private final byte[] bytes;
    private final long length;

    /**
     * @param bytes the first {@code length} count; null if there are too many
     */
    Slice(byte[] bytes, long length) {
      this.bytes = bytes;
      this.length = length;
    }

    /** The whole of a stream. */
    static Slice of(InputStream in) throws IOException {
      byte[] bytes = in.readNBytes(MAX_BYTES);
      long more = in.transferTo(OutputStream.nullOutputStream());
      return new Slice(more > 0 ? null : bytes, bytes.length + more);
    }

    long length() {
      return length;
    }

    private byte[] bytes() throws MalformedException {
      if (bytes == null) {
        throw tooLarge(length);
      }
      return bytes;
    }
  }

  static MalformedException tooLarge(long length) {
    return new MalformedException(
        Kind.TOO_LARGE,
        "has " + length + " bytes, expected at most " + MAX_BYTES + " (a part of java -Xmx)");
  }

  boolean isWholeFile() {
    return line == 0;
  }

  /**
   * The document, or null for a blank line. A line's may have no id.
   *
   * @throws MalformedException if it is not one
   * @throws CharacterCodingException if it is not UTF-8
   */
  TextDocument document(Source from, Input options) throws IOException, MalformedException {
    if (isWholeFile()) {
      Slice whole = slice == null ? read(from) : slice;
      byte[] bytes = whole.bytes();
      int length = (int) whole.length();
      String reason =
          NotText.reason(from.id(), Arrays.copyOf(bytes, Math.min(length, Source.START_BYTES)));
      if (reason != null) {
        throw new MalformedException(Kind.NOT_TEXT, reason);
      }
      return new TextDocument(from.id(), Utf8.withoutMark(Utf8.decode(bytes, length)), Dates.NONE);
    }
    String text = Lines.decode(slice.bytes(), (int) slice.length(), line == 1);
    if (text.isBlank()) {
      return null;
    }
    return from.format() == Source.Format.TSV
        ? TextDocument.ofTsv(text)
        : TextDocument.ofJson(text, options.idField(), options.textField(), options.dateField());
  }

  private static Slice read(Source from) throws IOException, MalformedException {
    if (from.size() > MAX_BYTES) {
      throw tooLarge(from.size());
    }
    try (InputStream in = from.open(InputStream.nullInputStream())) {
      return Slice.of(in);
    }
  }

  /** What messages call it. */
  String place(Source from) {
    return isWholeFile() ? from.place() : from.place() + ":" + line;
  }

  /** What it goes by if it has no id of its own. */
  String name(Source from) {
    return isWholeFile() ? from.id() : from.id() + ":" + line;
  }
}
