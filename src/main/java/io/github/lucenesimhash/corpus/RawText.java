package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * A line or a whole file as it lies in the input, not decoded yet.
 *
 * @param source its file
 * @param offset of the line in the file, in bytes; 0 for a whole file
 * @param line its number, from 1; 0 for a whole file
 * @param bytes without the line feed; null if there are more than {@link #MAX_BYTES}
 * @param length in bytes
 */
public record RawText(Source source, long offset, long line, BytesRef bytes, long length) {

  /**
   * Most that a text may have as it lies in the input. Decoded, taken out of its JSON and split
   * into features, it takes up to sixteen times its size.
   */
  static final int MAX_BYTES = (int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 16);

  /**
   * The lines of a stream, one at a time. Lines are cut before they are decoded, so that bytes
   * which are not UTF-8 spoil their own line only. A line that is too long is passed over, not
   * held.
   */
  static final class Lines {

    private final InputStream in;
    private final Source source;
    private final byte[] buffer = new byte[1 << 16];
    private int next;
    private int limit;
    Corpus.Position position; // of the next line

    Lines(InputStream in) {
      this(in, null, Corpus.Position.START);
    }

    Lines(InputStream in, Source source, Corpus.Position position) {
      this.in = in;
      this.source = source;
      this.position = position;
    }

    /** The next line, or null. */
    RawText next() throws IOException {
      if (!fill()) {
        return null;
      }
      BytesRefBuilder line = new BytesRefBuilder();
      long length = 0;
      boolean ended = false;
      while (!ended && fill()) {
        int end = next;
        while (end < limit && buffer[end] != '\n') {
          end++;
        }
        int bytes = end - next;
        if (length + bytes <= MAX_BYTES) {
          line.append(buffer, next, bytes);
        } else {
          line = new BytesRefBuilder();
        }
        length += bytes;
        ended = end < limit;
        next = ended ? end + 1 : end;
      }
      BytesRef bytes = length > MAX_BYTES ? null : line.get();
      Corpus.Position start = position;
      long end = start.offset() + length + (ended ? 1 : 0);
      position = new Corpus.Position(start.source(), end, start.line() + 1);
      return new RawText(source, start.offset(), position.line(), bytes, length);
    }

    private boolean fill() throws IOException {
      if (next == limit) {
        next = 0;
        limit = Math.max(0, in.read(buffer));
      }
      return limit > 0;
    }
  }

  /**
   * Reads the lines of a file that has to be sound as a whole; leaves out blank lines.
   *
   * @param sink throws IllegalArgumentException to refuse a line
   * @throws BadInput if the file cannot be read, a line is not UTF-8 or refused
   */
  public static void forEachLine(Path file, Consumer<String> sink) {
    try (InputStream in = Files.newInputStream(file)) {
      Lines lines = new Lines(in);
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        line.accept(file, sink);
      }
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    }
  }

  public static RawText whole(Source source, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES);
    long more = in.transferTo(OutputStream.nullOutputStream());
    return new RawText(source, 0, 0, more > 0 ? null : new BytesRef(bytes), bytes.length + more);
  }

  /** A whole file that {@link #document} reads. */
  static RawText unread(Source source) {
    return new RawText(source, 0, 0, null, -1);
  }

  boolean isWholeFile() {
    return line == 0;
  }

  private void checkSize() {
    if (bytes == null) {
      throw new SkippedException(
          "too large",
          "has " + length + " bytes, expected at most " + MAX_BYTES + " (a part of java -Xmx)");
    }
  }

  /**
   * Decodes strictly: what is not UTF-8 is an error, never a replacement character. Leaves out a
   * byte order mark at the start of the file and the carriage return at the end of a line.
   *
   * @throws IllegalArgumentException if it is too large or not UTF-8
   */
  public String text() {
    checkSize();
    int last = bytes.length - 1;
    boolean hasReturn = !isWholeFile() && last >= 0 && bytes.bytes[last] == '\r';
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.bytes, 0, hasReturn ? last : bytes.length))
              .toString();
      return offset == 0 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new SkippedException("not UTF-8", "invalid UTF-8");
    }
  }

  /** Hands the text on unless it is blank; an error names file and line. */
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
  TextDocument document(Input input) throws IOException {
    if (length < 0) {
      return source.whole().document(input);
    }
    checkSize();
    if (isWholeFile()) {
      int start = Math.min(bytes.length, Source.START_BYTES);
      String reason = source.whyNotText(Arrays.copyOf(bytes.bytes, start));
      if (reason != null) {
        throw new SkippedException("not text", reason);
      }
      return new TextDocument(source.id(), text(), TextDocument.NO_DATE);
    }
    String text = text();
    return text.isBlank()
        ? null
        : source.format() == Source.Format.TSV
            ? TextDocument.ofTsv(text)
            : TextDocument.ofJson(text, input);
  }

  /** How messages name it. */
  public String place() {
    return isWholeFile() ? source.place() : source.place() + ":" + line;
  }

  /** The id of a document that has none of its own. */
  String name() {
    return isWholeFile() ? source.id() : source.id() + ":" + line;
  }
}
