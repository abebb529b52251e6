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
 * A text before decoding: a line in UTF-8, or a whole file in the encoding of the input.
 *
 * @param source the file or stream of the text, or null if the lines belong to no {@link Source}
 * @param offset the offset of the line in the file, in bytes; 0 for a whole file
 * @param line the number of the line, from 1; 0 for a whole file
 * @param bytes the bytes without the line feed, or null if there are more than {@link #MAX_BYTES}
 *     or the file was not read yet
 * @param length the length in bytes, or -1 if the file was not read yet
 */
@SuppressWarnings("ArrayRecordComponent") // texts are not compared
public record RawText(Source source, long offset, long line, byte[] bytes, long length) {

  /**
   * The maximum size of a text in the input, in bytes. Decoded, extracted from its JSON and split
   * into features, a text takes up to sixteen times its size.
   */
  static final int MAX_BYTES = (int) Math.min(1_000_000_000, Runtime.getRuntime().maxMemory() / 16);

  private static final int BATCH_BYTES = 1 << 20;

  /**
   * Reads the lines of a file in which every line must be valid. Leaves out blank lines.
   *
   * @param sink the consumer of the lines, which throws IllegalArgumentException to refuse a line
   * @throws BadInput if the file cannot be read, or a line is too long, not UTF-8 or refused
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

  /** Cuts off a last line without a line end, which a damaged file or a killed run may leave. */
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
   * Reads lines as they arrive, and passes on together the lines that are available without
   * waiting, up to a limit. Passes on the last lines before it waits for more.
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

  /** Returns this text in the encoding that the input or its bytes give; unchanged if too large. */
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

  /** Returns a text that is a whole file, which {@link #read} reads later. */
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
   * Decodes this text. Malformed bytes are an error, and never become replacement characters.
   * Leaves out a byte order mark at the start of the file, or of a line, where files may have been
   * concatenated. Leaves out the carriage return at the end of a line.
   *
   * @throws IllegalArgumentException if the text is too large or malformed, or is a line with
   *     U+FFFD of a source that is not in UTF-8
   */
  public String text() {
    checkSize();
    Charset charset = source == null ? StandardCharsets.UTF_8 : source.charset();
    try {
      String text = Encoding.strict(bytes, isWholeFile() ? charset : StandardCharsets.UTF_8);
      boolean isConverted = !isWholeFile() && !charset.equals(StandardCharsets.UTF_8);
      if (isConverted && text.indexOf('\uFFFD') >= 0) {
        throw new CharacterCodingException(); // malformed before the line became UTF-8
      }
      int start = text.startsWith("\uFEFF") ? 1 : 0;
      int end = text.length() - (!isWholeFile() && text.endsWith("\r") ? 1 : 0);
      return text.substring(start, Math.max(start, end));
    } catch (CharacterCodingException e) {
      throw new SkippedException("not " + charset, "invalid " + charset);
    }
  }

  /** Returns this text with its bytes, which are read now if it is an unread file. */
  RawText read(Input input) throws IOException {
    return length < 0 ? source.whole(input) : this;
  }

  /**
   * Returns the document, which may have no id, or null for a blank line or the names of columns.
   *
   * @throws SkippedException if the text contains no document
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

  /** Returns the name of this text in messages. */
  public String place() {
    return isWholeFile() ? source.place() : named(source.place());
  }

  /** Returns the id of a document that has no id of its own. */
  String name() {
    return isWholeFile() ? source.id() : named(source.id());
  }

  private String named(String file) {
    return file + source.separator() + source.number(line);
  }
}
