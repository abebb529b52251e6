package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.lucene.util.IOConsumer;

/**
 * A line in UTF-8, or a whole file as it lies in the input; not decoded yet.
 *
 * @param source its file
 * @param offset of the line in the file, in bytes; 0 for a whole file
 * @param line its number, from 1; 0 for a whole file
 * @param bytes without the line feed; null if there are more than {@link #MAX_BYTES}
 * @param length in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // texts are not compared
public record RawText(Source source, long offset, long line, byte[] bytes, long length) {

  /**
   * Most that a text may have as it lies in the input. Decoded, taken out of its JSON and split
   * into features, it takes up to sixteen times its size.
   */
  static final int MAX_BYTES = (int) Math.min(1_000_000_000, Runtime.getRuntime().maxMemory() / 16);

  private static final int BATCH_BYTES = 1 << 20;

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
        try {
          String text = line.text();
          if (!text.isBlank()) {
            sink.accept(text);
          }
        } catch (IllegalArgumentException e) {
          throw new BadInput(file + ":" + line.line + ": " + e.getMessage());
        }
      }
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    }
  }

  /** Cuts off a last line without a line end, as a damaged file or a killed run leaves it. */
  public static void cutLine(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, READ, WRITE)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      long end = file.size();
      while (end > 0 && file.read(last.clear(), end - 1) > 0 && last.get(0) != '\n') {
        end--;
      }
      file.truncate(end);
    }
  }

  /**
   * Reads lines as they come, and hands on together those that need not be waited for, up to a
   * limit; the last ones before more is waited for.
   */
  public static void forEachBatch(InputStream in, IOConsumer<List<RawText>> sink)
      throws IOException {
    new Lines(in).forEachBatch(BATCH_BYTES, sink);
  }

  public static RawText whole(Source source, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES);
    long more = in.transferTo(OutputStream.nullOutputStream());
    return new RawText(source, 0, 0, more > 0 ? null : bytes, bytes.length + more);
  }

  /** With the encoding that all of its bytes tell. */
  RawText encoded(Input input) {
    return bytes == null
        ? this
        : new RawText(
            source.in(Encoding.of(bytes, input.encoding(), source.format() == Format.HTML)),
            offset,
            line,
            bytes,
            length);
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
          "has "
              + length
              + " bytes, expected at most "
              + MAX_BYTES
              + " (a sixteenth of the heap: JAVA_OPTS=-Xmx8g)");
    }
  }

  /**
   * Decodes strictly: what is not in the encoding is an error, never a replacement character.
   * Leaves out a byte order mark at the start, where files were put one after another also of a
   * line, and the carriage return at the end of a line.
   *
   * @throws IllegalArgumentException if it is too large, or in another encoding
   */
  public String text() {
    checkSize();
    Charset charset = source == null ? StandardCharsets.UTF_8 : source.charset();
    try {
      String text = Encoding.strict(bytes, isWholeFile() ? charset : StandardCharsets.UTF_8);
      if (!charset.equals(StandardCharsets.UTF_8) && text.indexOf('\uFFFD') >= 0) {
        throw new CharacterCodingException(); // replaced as the line became UTF-8
      }
      int start = text.startsWith("\uFEFF") ? 1 : 0;
      int end = text.length() - (!isWholeFile() && text.endsWith("\r") ? 1 : 0);
      return text.substring(start, Math.max(start, end));
    } catch (CharacterCodingException e) {
      throw new SkippedException("not " + charset, "invalid " + charset);
    }
  }

  /** With its bytes, if it is a whole file that was not read yet. */
  RawText read(Input input) throws IOException {
    return length < 0 ? source.whole(input) : this;
  }

  /**
   * The document, which may have no id; null for a blank line and the names of columns.
   *
   * @throws SkippedException if there is none
   */
  TextDocument document(Input input) throws IOException {
    checkSize();
    if (isWholeFile()) {
      Encoding.check(bytes, source.charset());
      return input.fields().checked(source.format().read(text(), source, input));
    }
    boolean isHeader = offset == 0 && source.columns() != null;
    String text = text();
    return isHeader || text.isBlank()
        ? null
        : input.fields().checked(source.format().read(text, source, input));
  }

  /** How messages name it. */
  public String place() {
    return isWholeFile() ? source.place() : named(source.place());
  }

  /** The id of a document that has none of its own. */
  String name() {
    return isWholeFile() ? source.id() : named(source.id());
  }

  private String named(String file) {
    return file + source.separator() + source.number(line);
  }
}
