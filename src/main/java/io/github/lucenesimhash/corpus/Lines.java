package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * The lines of a stream, one at a time; of CSV its records, in which a quoted value may hold line
 * ends. They are cut before they are decoded, so that bytes that are not as expected spoil their
 * own line only. What is too long is passed over, not held.
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
  private final Source source;
  private final boolean isCsv;
  private final Columns columns; // the CSV's; null for those of the first line

  /** The bytes of a line end, as many as those of each character of ASCII. */
  private final byte[] newline;

  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int limit;
  private At at; // in the record
  private long newlines; // within the record
  private final Deque<ByteBuffer> again = new ArrayDeque<>(); // bytes to be cut once more
  long offset; // where the next record begins
  private long line; // number of the next record, from 0

  Lines(InputStream in) {
    this(in, null);
  }

  /** The stream of a source, whose encoding is known. */
  Lines(InputStream in, Source source) {
    this.in = in;
    this.source = source;
    isCsv = source != null && source.format() == Format.CSV;
    columns = isCsv ? source.content().columns() : null;
    newline = Encoding.newline(source == null ? StandardCharsets.UTF_8 : source.charset());
  }

  /** The next record, or null. */
  RawText next() throws IOException {
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
      next = ended ? end + newline.length : end;
    }
    if (newlines > 0 && at == At.QUOTED && length <= RawText.MAX_BYTES) {
      return firstLine(record.get());
    }
    BytesRef bytes = length > RawText.MAX_BYTES ? null : record.get();
    RawText read = new RawText(source, offset, line + 1, bytes, length);
    offset += length + (ended ? newline.length : 0);
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
    while (ascii(several.bytes, end) != '\n') {
      end += newline.length;
    }
    rest.put(several.bytes, end + newline.length, several.length - end - newline.length);
    again.push(rest.put(buffer, next, limit - next).flip());
    next = limit;
    RawText read = new RawText(source, offset, line + 1, new BytesRef(several.bytes, 0, end), end);
    offset += end + newline.length;
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
    if (newline.length == 1 && !isCsv) {
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      return end;
    }
    for (; end + newline.length <= limit; end += newline.length) {
      int character = ascii(buffer, end);
      if (character == '\n') {
        if (at != At.QUOTED) {
          return end;
        }
        newlines++;
      }
      if (isCsv) {
        at = at.after(character, isSeparator(character));
        if (at == At.BROKEN && newlines > 0) {
          return end;
        }
      }
    }
    return limit; // the bytes of half a character too
  }

  private boolean isSeparator(int character) {
    return columns == null
        ? Columns.SEPARATORS.contains((char) character)
        : character == columns.separator();
  }

  /** A character of ASCII, or -1. */
  private int ascii(byte[] bytes, int from) {
    int character = -1;
    for (int i = 0; i < newline.length; i++) {
      int each = bytes[from + i] & 0xFF;
      if (newline[i] != 0) {
        character = each;
      } else if (each != 0) {
        return -1;
      }
    }
    return character;
  }

  private boolean fill() throws IOException {
    if (next == limit) {
      next = 0;
      limit = Math.max(0, read(0, buffer.length));
      int more = limit;
      while (more > 0 && limit % newline.length > 0) {
        more = read(limit, newline.length - limit % newline.length);
        limit += Math.max(0, more);
      }
    }
    return limit > 0;
  }

  private int read(int from, int length) throws IOException {
    while (!again.isEmpty() && !again.peek().hasRemaining()) {
      again.pop();
    }
    if (again.isEmpty()) {
      return in.read(buffer, from, length);
    }
    int bytes = Math.min(length, again.peek().remaining());
    again.peek().get(buffer, from, bytes);
    return bytes;
  }
}
