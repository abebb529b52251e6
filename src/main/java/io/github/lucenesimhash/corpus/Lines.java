package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The lines of a stream, one at a time. Lines are cut before they are decoded, so that bytes which
 * are not UTF-8 spoil their own line only. A line that is too long is passed over, not held.
 */
public final class Lines {

  /** A larger buffer is not kept for the next line. */
  private static final int LARGE = 1 << 20;

  private final InputStream in;
  private final int source;
  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int limit;
  private byte[] line = {};
  private long offset;
  private long number;

  Lines(InputStream in) {
    this(in, Corpus.Position.START);
  }

  /**
   * @param start where the stream is in its file
   */
  Lines(InputStream in, Corpus.Position start) {
    this.in = in;
    source = start.source();
    offset = start.offset();
    number = start.line();
  }

  /**
   * Reads the lines of a file that has to be sound as a whole; leaves out blank lines.
   *
   * @param sink throws IllegalArgumentException to refuse a line
   * @throws BadInput if the file cannot be read, a line is not UTF-8 or refused
   */
  public static void forEach(Path file, Consumer<String> sink) {
    try (InputStream in = Files.newInputStream(file)) {
      Lines lines = new Lines(in);
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        line.accept(file, sink);
      }
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    }
  }

  /** The next line, or null. */
  RawText next() throws IOException {
    if (!fill()) {
      return null;
    }
    long start = offset;
    long length = 0;
    boolean ended = false;
    while (!ended && fill()) {
      int end = next;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      int bytes = end - next;
      if (length + bytes <= RawText.MAX_BYTES) {
        line = ArrayUtil.grow(line, (int) length + bytes);
        System.arraycopy(buffer, next, line, (int) length, bytes);
      } else {
        line = new byte[0];
      }
      length += bytes;
      ended = end < limit;
      next = ended ? end + 1 : end;
    }
    offset += ended ? length + 1 : length;
    number++;
    BytesRef bytes =
        length > RawText.MAX_BYTES
            ? null
            : new BytesRef(ArrayUtil.copyOfSubArray(line, 0, (int) length));
    if (line.length > LARGE) {
      line = new byte[0];
    }
    return new RawText(source, start, number, bytes, length);
  }

  private boolean fill() throws IOException {
    if (next == limit) {
      next = 0;
      limit = Math.max(0, in.read(buffer));
    }
    return limit > 0;
  }

  /** Where the next line starts. */
  Corpus.Position position() {
    return new Corpus.Position(source, offset, number);
  }
}
