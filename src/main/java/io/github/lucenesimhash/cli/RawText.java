package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;

/**
 * A text as it lies in the input, not looked at yet.
 *
 * @param source the number of its file among the sources
 * @param offset of its line in the file, in bytes; 0 for a whole file
 * @param line its number, from 1; 0 for a whole file
 * @param bytes of the line without its end; null for a whole file
 */
record RawText(int source, long offset, long line, Slice bytes) {

  /** Bytes that nobody changes. */
  static final class Slice {
    private final byte[] bytes;

    Slice(byte[] bytes) {
      this.bytes = bytes;
    }

    int length() {
      return bytes.length;
    }
  }

  /** Bytes that the text takes in memory while it is read. */
  static long weight(Source source, Slice bytes) throws IOException {
    return bytes == null ? Math.max(0, source.size()) : bytes.length();
  }

  /**
   * The document, or null for a blank line.
   *
   * @throws MalformedException if it is not one
   * @throws CharacterCodingException if it is not UTF-8
   */
  TextDocument document(Source from, InputOptions options, Console console)
      throws IOException, MalformedException {
    if (bytes == null) {
      try (InputStream in = from.open(console.in())) {
        return new TextDocument(from.id(), Utf8.readAll(in), Dates.NONE);
      }
    }
    String text = Lines.decode(bytes.bytes, bytes.length(), line == 1);
    if (text.isBlank()) {
      return null;
    }
    return from.format() == Source.Format.TSV
        ? TextDocument.ofTsv(text)
        : TextDocument.ofJson(text, options.idField, options.textField, options.dateField());
  }

  /** What messages call it. */
  String place(Source from) {
    return bytes == null ? from.place() : from.place() + ":" + line;
  }
}
