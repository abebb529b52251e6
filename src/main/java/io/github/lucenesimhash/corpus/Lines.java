package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * The lines of a stream in UTF-8, one at a time; of CSV its records, in which a quoted value may
 * hold line ends. They are cut before they are decoded, so that bytes that are not as expected
 * spoil their own line only. What is too long is passed over, not held.
 */
final class Lines {

  /** Where in a record of CSV. */
  private enum At {
    START,
    PLAIN,
    QUOTED,
    /** After a quote within a quoted value: its end, or the first of two that stand for one. */
    QUOTE,
    /** After something else behind a quote: that was not the end of a value. */
    BROKEN;

    At after(int character, boolean isSeparator) {
      if (isSeparator) {
        return this == QUOTED ? QUOTED : this == BROKEN ? BROKEN : START;
      }
      return switch (this) {
        case QUOTED -> character == '"' ? QUOTE : QUOTED;
        case QUOTE ->
            character == '"' ? QUOTED : character == ' ' || character == '\r' ? QUOTE : BROKEN;
        case START -> character == '"' ? QUOTED : PLAIN;
        case PLAIN, BROKEN -> this;
      };
    }
  }

  private final InputStream in;
  private final Input input;
  private final boolean isCsv;
  private Source source; // has columns once the first line was read

  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int limit;
  private At at; // in the record
  private long newlines; // within the record
  private final Deque<ByteBuffer> again = new ArrayDeque<>(); // bytes to be cut once more
  long offset; // where the next record begins
  private long line; // number of the next record, from 0

  Lines(InputStream in) {
    this(in, null, null);
  }

  /** The records of a source, in UTF-8. */
  Lines(InputStream in, Source source, Input input) {
    this.in = in;
    this.source = source;
    this.input = input;
    isCsv = source != null && source.format() == Format.CSV;
  }

  /**
   * The next record, or null.
   *
   * @throws SkippedException if the first line names no column of text
   */
  RawText next() throws IOException {
    boolean isFirst = offset == 0;
    RawText read = cut();
    if (isFirst
        && read != null
        && source != null
        && source.columns() == null
        && source.format().isTable()) {
      source = source.with(Columns.of(read.text(), source.format(), input));
      return new RawText(source, 0, read.line(), read.bytes(), read.length());
    }
    return read;
  }

  private RawText cut() throws IOException {
    if (!fill()) {
      return null;
    }
    BytesRefBuilder record = new BytesRefBuilder();
    long length = 0;
    boolean ended = false;
    at = At.START;
    newlines = 0;
    while (!ended && fill()) {
      int end = end();
      int bytes = end - next;
      boolean isNone = at == At.BROKEN || length + bytes > RawText.MAX_BYTES;
      if (newlines > 0 && isNone && length <= RawText.MAX_BYTES) {
        record.append(buffer, next, bytes);
        next = end;
        return firstLine(record.get());
      }
      if (length + bytes <= RawText.MAX_BYTES) {
        record.append(buffer, next, bytes);
      } else {
        record = new BytesRefBuilder();
      }
      length += bytes;
      ended = end < limit;
      next = ended ? end + 1 : end;
    }
    if (newlines > 0 && at == At.QUOTED && length <= RawText.MAX_BYTES) {
      return firstLine(record.get());
    }
    BytesRef bytes = length > RawText.MAX_BYTES ? null : record.get();
    RawText read = new RawText(source, offset, line + 1, bytes, length);
    offset += length + (ended ? 1 : 0);
    line += newlines + 1;
    return read;
  }

  /**
   * The first line of what is no record of several lines: a quote in it does not end where a value
   * may. What follows is cut once more, so that the quote costs no other record.
   */
  private RawText firstLine(BytesRef several) {
    ByteBuffer rest = ByteBuffer.allocate(several.length + limit - next);
    int end = 0;
    while (several.bytes[end] != '\n') {
      end++;
    }
    rest.put(several.bytes, end + 1, several.length - end - 1);
    again.push(rest.put(buffer, next, limit - next).flip());
    next = limit;
    RawText read = new RawText(source, offset, line + 1, new BytesRef(several.bytes, 0, end), end);
    offset += end + 1;
    line++;
    return read;
  }

  /** Whether the next record, or its rest, has to be waited for, or is not there. */
  boolean isWaiting() throws IOException {
    for (int i = next; i < limit; i++) {
      if (buffer[i] == '\n') {
        return false;
      }
    }
    return again.isEmpty() && in.available() == 0;
  }

  /** Returns the end of the part of the record that the buffer holds. */
  private int end() {
    int end = next;
    if (!isCsv) {
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      return end;
    }
    for (; end < limit; end++) {
      int character = buffer[end];
      if (character == '\n') {
        if (at != At.QUOTED) {
          return end;
        }
        newlines++;
      }
      at = at.after(character, isSeparator(character));
      if (at == At.BROKEN && newlines > 0) {
        return end;
      }
    }
    return limit;
  }

  private boolean isSeparator(int character) {
    return source.columns() == null
        ? Columns.SEPARATORS.contains((char) character)
        : character == source.columns().separator();
  }

  private boolean fill() throws IOException {
    if (next == limit) {
      next = 0;
      limit = Math.max(0, read());
    }
    return limit > 0;
  }

  private int read() throws IOException {
    while (!again.isEmpty() && !again.peek().hasRemaining()) {
      again.pop();
    }
    if (again.isEmpty()) {
      return in.read(buffer, 0, buffer.length);
    }
    int bytes = Math.min(buffer.length, again.peek().remaining());
    again.peek().get(buffer, 0, bytes);
    return bytes;
  }
}
