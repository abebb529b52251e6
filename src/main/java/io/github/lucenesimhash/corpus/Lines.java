package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.util.ArrayUtil;

/**
 * The lines of a stream, one at a time. Lines are cut before they are decoded, so that bytes which
 * are not UTF-8 spoil their own line only. A line that is too long is passed over, not held.
 */
public final class Lines {

  /** Takes lines. */
  public interface Sink {
    void accept(String line) throws MalformedException;
  }

  private static final int START = 1 << 10;

  /** Bytes of a line that is handed on instead of copied. */
  private static final int LARGE = 1 << 20;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;

  private byte[] line = new byte[START];
  private long length;
  private long number;
  private long offset;
  private long end;

  /** The stream is not closed. */
  Lines(InputStream in) {
    this(in, 0, 0);
  }

  /**
   * Lines from the middle of a file. The stream is not closed.
   *
   * @param offset where the stream is in the file, in bytes
   * @param number lines before that
   */
  Lines(InputStream in, long offset, long number) {
    this.in = in;
    this.end = offset;
    this.number = number;
  }

  /**
   * Reads the lines of a file that has to be sound as a whole; blank lines are left out.
   *
   * @throws BadInput if the file cannot be read, a line is not UTF-8 or the sink refuses it
   */
  public static void forEach(Path file, Sink sink) {
    try (InputStream in = Files.newInputStream(file)) {
      Lines lines = new Lines(in);
      while (lines.next()) {
        try {
          String line = lines.text();
          if (!line.isBlank()) {
            sink.accept(line);
          }
        } catch (CharacterCodingException e) {
          throw new BadInput(file + ":" + lines.number() + ": " + Utf8.INVALID);
        } catch (MalformedException e) {
          throw new BadInput(file + ":" + lines.number() + ": " + e.getMessage());
        }
      }
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    }
  }

  /** Goes to the next line, if there is one. */
  boolean next() throws IOException {
    length = 0;
    if (!fill()) {
      return false;
    }
    number++;
    offset = end;
    do {
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      append(end - position);
      if (end < limit) {
        position = end + 1;
        this.end++;
        return true;
      }
      position = end;
    } while (fill());
    return true;
  }

  private boolean fill() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, in.read(buffer));
    }
    return limit > 0;
  }

  private void append(int bytes) {
    if (length + bytes <= RawText.MAX_BYTES) {
      line = ArrayUtil.grow(line, (int) length + bytes);
      System.arraycopy(buffer, position, line, (int) length, bytes);
    } else {
      line = new byte[START];
    }
    length += bytes;
    end += bytes;
  }

  /** The current line's number, from 1. */
  long number() {
    return number;
  }

  /** Where the current line starts in the file, in bytes. */
  long offset() {
    return offset;
  }

  /** Where the next line starts. */
  long end() {
    return end;
  }

  /** The current line's bytes without the line feed; can be taken once. */
  RawText.Slice slice() {
    if (isTooLong()) {
      return new RawText.Slice(null, length);
    }
    if (length < LARGE) {
      return new RawText.Slice(ArrayUtil.copyOfSubArray(line, 0, (int) length), length);
    }
    RawText.Slice slice = new RawText.Slice(line, length);
    line = new byte[START];
    return slice;
  }

  private boolean isTooLong() {
    return length > RawText.MAX_BYTES;
  }

  /**
   * The current line without its end ({@code LF} or {@code CRLF}); without the byte order mark if
   * it is the first.
   *
   * @throws CharacterCodingException if it is not UTF-8
   * @throws MalformedException if it is too long
   */
  String text() throws CharacterCodingException, MalformedException {
    if (isTooLong()) {
      throw RawText.tooLarge(length);
    }
    return decode(line, (int) length, number == 1);
  }

  /**
   * A line's text, as {@link #text}.
   *
   * @param first whether it is the first of its file
   */
  static String decode(byte[] line, int length, boolean first) throws CharacterCodingException {
    boolean carriageReturn = length > 0 && line[length - 1] == '\r';
    String text = Utf8.decode(line, carriageReturn ? length - 1 : length);
    return first ? Utf8.withoutMark(text) : text;
  }
}
