package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/**
 * All documents of a run, numbered in input order, each id once; what cannot be read is skipped.
 * Ids are kept in memory, their bytes and some 12 more each.
 */
final class Corpus {

  private static final long MAX_TEXT_BYTES = Integer.MAX_VALUE - 8;

  /** Of lines that are read together. */
  private static final int BATCH_BYTES = 1 << 18;

  /** Makes something of a document. */
  interface Work<T> {
    T of(TextDocument document, Source source) throws IOException;
  }

  /** Takes the documents. */
  interface Sink {
    void accept(TextDocument document) throws IOException;
  }

  /** Takes what was made of the documents. */
  interface ResultSink<T> {
    void accept(String id, RawText raw, T result) throws IOException;

    /** All before this position was accepted or skipped. */
    default void reached(Position position) throws IOException {}
  }

  /**
   * How far the input was read: up to a line of a source, 0 for its start.
   *
   * @param skipped lines and files so far
   */
  record Position(int source, long offset, long line, long skipped) {
    static final Position START = new Position(0, 0, 0, 0);
  }

  /** One text read: a result, a problem or, for a blank line, neither. */
  private record Read<T>(RawText raw, String id, T result, String problem) {}

  private record Batch<T>(List<Read<T>> reads, Position end, long bytes) {}

  private final InputOptions options;
  private final Console console;
  private final SkipReport skipped;
  private final Sources sources;
  private final BytesRefHash ids = new BytesRefHash();

  /**
   * Looks for the files, reads none.
   *
   * @throws BadInput if an input does not exist or is a folder without documents
   */
  Corpus(InputOptions options, Console console) throws IOException {
    this.options = options;
    this.console = console;
    skipped = new SkipReport(console, options.strict);
    sources = Sources.of(options, skipped);
  }

  /**
   * Reads the documents, once.
   *
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  void forEach(Sink sink) throws IOException {
    forEach(
        (document, source) -> document,
        (id, raw, read) -> sink.accept(new TextDocument(id, read.text(), read.date())),
        Position.START);
  }

  /**
   * Reads the documents, once, on all cores.
   *
   * @param work done on several threads
   * @param sink called on this thread, in input order
   * @param start where a run before this one got to; its ids were given to {@link #restore}
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  <T> void forEach(Work<T> work, ResultSink<T> sink, Position start) throws IOException {
    try (Progress progress = new Progress(console, "Reading", sources.bytes(), Progress.MEGABYTES);
        OrderedWork<Batch<T>> reading = new OrderedWork<>(batch -> take(batch, sink, progress))) {
      for (int i = 0; i < start.source(); i++) {
        progress.step(Math.max(0, sources.get(i).size()));
      }
      progress.step(start.offset());
      for (int i = start.source(); i < sources.size(); i++) {
        if (sources.get(i).format() == Source.Format.TEXT) {
          giveText(i, work, reading);
        } else {
          giveLines(i, i == start.source() ? start : Position.START, work, reading);
        }
      }
      reading.finish();
    }
    skipped.finish();
    if (ids.size() == 0) {
      throw new BadInput(
          "no document in " + String.join(", ", options.inputs) + ", " + skipped() + " skipped");
    }
  }

  private <T> void giveText(int number, Work<T> work, OrderedWork<Batch<T>> reading)
      throws IOException {
    long size = Math.max(0, sources.get(number).size());
    RawText raw = new RawText(number, 0, 0, null);
    Position end = new Position(number + 1, 0, 0, 0);
    reading.give(() -> new Batch<>(List.of(read(raw, work)), end, size), size);
  }

  private <T> void giveLines(
      int number, Position start, Work<T> work, OrderedWork<Batch<T>> reading) throws IOException {
    Source source = sources.get(number);
    try (InputStream in = source.open(console.in())) {
      in.skipNBytes(start.offset());
      Lines lines = new Lines(in, start.offset(), start.line());
      boolean more = true;
      while (more) {
        List<RawText> batch = new ArrayList<>();
        long from = lines.end();
        while (lines.end() - from < BATCH_BYTES && more) {
          more = lines.next();
          if (more) {
            batch.add(new RawText(number, lines.offset(), lines.number(), lines.slice()));
          }
        }
        long bytes = lines.end() - from;
        Position end =
            more
                ? new Position(number, lines.end(), lines.number(), 0)
                : new Position(number + 1, 0, 0, 0);
        reading.give(() -> new Batch<>(readAll(batch, work), end, bytes), bytes);
      }
    } catch (FileSystemException e) {
      reading.finish();
      skipped.add(source.place(), "cannot be read: " + BadInput.reason(e));
    }
  }

  private <T> List<Read<T>> readAll(List<RawText> batch, Work<T> work) throws IOException {
    List<Read<T>> reads = new ArrayList<>(batch.size());
    for (RawText raw : batch) {
      reads.add(read(raw, work));
    }
    return reads;
  }

  /** On any thread. */
  private <T> Read<T> read(RawText raw, Work<T> work) throws IOException {
    Source source = sources.get(raw.source());
    try {
      if (raw.bytes() == null && source.size() > MAX_TEXT_BYTES) {
        String problem = "has " + source.size() + " bytes, expected less than 2 GiB";
        return new Read<>(raw, null, null, problem);
      }
      TextDocument document = raw.document(source, options, console);
      return document == null
          ? new Read<>(raw, null, null, null)
          : new Read<>(raw, document.id(), work.of(document, source), null);
    } catch (MalformedException e) {
      return new Read<>(raw, null, null, e.getMessage());
    } catch (CharacterCodingException e) {
      return new Read<>(raw, null, null, Utf8.INVALID);
    } catch (FileSystemException e) {
      return new Read<>(raw, null, null, "cannot be read: " + BadInput.reason(e));
    }
  }

  private <T> void take(Batch<T> batch, ResultSink<T> sink, Progress progress) throws IOException {
    for (Read<T> read : batch.reads()) {
      String problem = read.problem();
      if (problem == null && read.id() != null) {
        // as an index will hold it: unpaired surrogates become U+FFFD
        BytesRef bytes = new BytesRef(read.id());
        problem = problemOf(bytes);
        if (problem == null) {
          sink.accept(bytes.utf8ToString(), read.raw(), read.result());
        }
      }
      if (problem != null) {
        skipped.add(read.raw().place(sources.get(read.raw().source())), problem);
      }
    }
    Position end = batch.end();
    sink.reached(new Position(end.source(), end.offset(), end.line(), skipped()));
    progress.step(batch.bytes());
  }

  /** Why an id cannot be used, or null if it was not there before and is now. */
  private String problemOf(BytesRef id) {
    if (id.length == 0) {
      return "the id is empty";
    }
    if (id.length > IndexWriter.MAX_TERM_LENGTH) {
      return "the id has " + id.length + " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH;
    }
    return ids.add(id) < 0 ? "duplicate id '" + id.utf8ToString() + "'" : null;
  }

  /** Takes the next id of a run before this one. */
  void restore(String id) {
    ids.add(new BytesRef(id));
  }

  /** As {@link #restore}, what was skipped. */
  void restoreSkipped(long count) {
    skipped.restore(count);
  }

  long documents() {
    return ids.size();
  }

  long skipped() {
    return skipped.count();
  }

  /** The id of a document by its number in input order, from 0. */
  String id(int document) {
    return ids.get(document, new BytesRef()).utf8ToString();
  }

  /** The files that documents come from. */
  Sources sources() {
    return sources;
  }
}
