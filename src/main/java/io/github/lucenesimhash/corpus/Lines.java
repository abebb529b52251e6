package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.IOConsumer;

/**
 * Reads the lines of a stream in UTF-8, or the records of CSV, in which a quoted value may contain
 * line ends. Lines are cut before they are decoded, so that malformed bytes spoil only their own
 * line. A line that is too long is returned without its bytes.
 */
final class Lines {

  /** The state of a CSV record at some position. */
  private enum At {
    START,
    PLAIN,
    QUOTED,
    /** After a quote in a quoted value: its end, or the first of two quotes that mean one. */
    QUOTE,
    /** After another character behind a quote, which therefore did not end the value. */
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

  private static final int BATCH_LINES = 2048;
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final Input input;
  private final boolean isCsv;
  private final boolean isStream;
  private Source source; // has columns after the first line was read

  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start; // the index of the next record in the buffer
  private int limit; // the number of bytes in the buffer
  long offset; // the offset of the next record in the stream
  private long line; // the number of lines before the next record

  private At at; // the state at the end of the bytes that were examined
  private int newlines; // the number of line ends within the record
  private int firstLine; // the length of the record's first line, if there are newlines

  Lines(InputStream in) {
    this(in, null, null);
  }

  /** Creates a reader of the records of a source, which are in UTF-8. */
  Lines(InputStream in, Source source, Input input) {
    this.in = in;
    this.source = source;
    this.input = input;
    isCsv = source != null && source.format() == Format.CSV;
    isStream = source == null || !source.isFile();
  }

  /**
   * Reads records as they arrive, and passes on together the records that are available without
   * waiting.
   *
   * @param most the number of bytes that end a batch, as {@link #BATCH_LINES} records do
   * @throws SkippedException if the input is damaged, after passing on all records before the
   *     damage, or if the first line of a table is refused
   */
  void forEachBatch(int most, IOConsumer<List<RawText>> sink) throws IOException {
    List<RawText> batch = new ArrayList<>();
    long bytes = 0;
    try {
      for (RawText record = next(); record != null; record = next()) {
        batch.add(record);
        bytes += record.length() + 1;
        if (bytes >= most || batch.size() == BATCH_LINES || (isStream && isWaiting())) {
          sink.accept(batch);
          batch = new ArrayList<>();
          bytes = 0;
        }
      }
    } catch (SkippedException e) {
      sink.accept(batch);
      throw e;
    }
    sink.accept(batch);
  }

  /**
   * Returns the next record, or null at the end.
   *
   * @throws SkippedException if the input is damaged, or if the first line of a table is malformed
   *     or lacks a required text column
   */
  RawText next() throws IOException {
    RawText read = cut();
    boolean isFirst = read != null && read.offset() == 0 && source != null;
    if (isFirst && source.columns() == null && source.format().isTable()) {
      source = source.with(Columns.of(read.text(), source.format(), input));
      return new RawText(source, 0, read.line(), read.bytes(), read.length());
    }
    return read;
  }

  private RawText cut() throws IOException {
    int length = 0; // the length of the part that is in the buffer
    boolean ended = false;
    at = At.START;
    newlines = 0;
    while (!ended && length <= RawText.MAX_BYTES && (start + length < limit || fill())) {
      int end = end(start + length);
      length = end - start;
      ended = end < limit;
    }
    if (length == 0 && !ended) {
      return null;
    }
    if (newlines > 0 && (at == At.QUOTED || at == At.BROKEN || length > RawText.MAX_BYTES)) {
      length = firstLine; // a quote that never closes spoils no other line
      ended = true;
      newlines = 0;
    }
    int next = start + length;
    byte[] bytes = length > RawText.MAX_BYTES ? null : Arrays.copyOfRange(buffer, start, next);
    start = next;
    long all = length;
    while (!ended && bytes == null && (start < limit || fill())) { // skips the rest
      int end = lineEnd(start);
      all += (long) end - start;
      ended = end < limit;
      start = end;
    }
    start += ended ? 1 : 0;
    RawText read = new RawText(source, offset, line + 1, bytes, all);
    offset += all + (ended ? 1 : 0);
    line += newlines + 1;
    return read;
  }

  /** Returns whether the buffer contains no complete line, and no more bytes are available. */
  boolean isWaiting() throws IOException {
    return lineEnd(start) == limit && in.available() == 0;
  }

  private int lineEnd(int from) {
    int end = from;
    while (end < limit && buffer[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Returns the end of the part of the record that the buffer holds. */
  private int end(int from) {
    if (!isCsv) {
      return lineEnd(from);
    }
    for (int end = from; end < limit; end++) {
      int character = buffer[end];
      if (character == '\n') {
        if (at != At.QUOTED) {
          return end;
        }
        firstLine = newlines == 0 ? end - start : firstLine;
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

  /** Moves the begun record to the start of the buffer and reads more. Returns false at the end. */
  private boolean fill() throws IOException {
    limit -= start;
    int more = Math.min(2 * limit, RawText.MAX_BYTES + BUFFER_BYTES);
    byte[] target = limit < buffer.length ? buffer : new byte[more];
    if (start > 0 || limit == buffer.length) { // not at every read of a long record
      System.arraycopy(buffer, start, target, 0, limit);
    }
    buffer = target;
    start = 0;
    int read = in.read(buffer, limit, buffer.length - limit);
    limit += Math.max(0, read);
    return read > 0;
  }
}
