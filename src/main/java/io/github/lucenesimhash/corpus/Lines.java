package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.IOConsumer;

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

  private static final int BATCH_LINES = 2048;
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final Input input;
  private final boolean isCsv;
  private final boolean isStream;
  private Source source; // has columns once the first line was read

  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start; // of the next record in the buffer
  private int limit; // of what was read into the buffer
  long offset; // where the next record begins
  private long line; // number of the next record, from 0

  private At at; // in the record
  private int newlines; // within the record
  private int firstLine; // its bytes, if there are newlines

  Lines(InputStream in) {
    this(in, null, null);
  }

  /** The records of a source, in UTF-8. */
  Lines(InputStream in, Source source, Input input) {
    this.in = in;
    this.source = source;
    this.input = input;
    isCsv = source != null && source.format() == Format.CSV;
    isStream = source == null || !source.isFile();
  }

  /**
   * Reads records as they come, and hands on together those that need not be waited for.
   *
   * @param most bytes that make a batch end, as {@link #BATCH_LINES} do
   * @throws SkippedException if the input is damaged, after all that is before the damage
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
   * The next record, or null.
   *
   * @throws SkippedException if the first line names no column of text
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
    int length = 0; // of the part that is in the buffer
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
      length = firstLine; // its quote never closes, which costs no other line
      ended = true;
      newlines = 0;
    }
    int next = start + length;
    byte[] bytes = length > RawText.MAX_BYTES ? null : Arrays.copyOfRange(buffer, start, next);
    start = next;
    long all = length;
    while (!ended && bytes == null && (start < limit || fill())) { // passed over
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

  /** Whether the next record, or its rest, has to be waited for, or is not there. */
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

  /** Moves the begun record to the start of the buffer, and reads more; false at the end. */
  private boolean fill() throws IOException {
    limit -= start;
    int more = Math.min(2 * limit, RawText.MAX_BYTES + BUFFER_BYTES);
    byte[] target = limit < buffer.length ? buffer : new byte[more];
    if (start > 0 || limit == buffer.length) { // not at each of the many reads of a long record
      System.arraycopy(buffer, start, target, 0, limit);
    }
    buffer = target;
    start = 0;
    int read = in.read(buffer, limit, buffer.length - limit);
    limit += Math.max(0, read);
    return read > 0;
  }
}
