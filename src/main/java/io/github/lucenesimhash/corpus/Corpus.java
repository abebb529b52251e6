package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.Kind;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.UnicodeUtil;

/**
 * All documents of a run, numbered in input order; what cannot be read is skipped. Each goes by its
 * id, or by its file and line if it has none, or one that stood before. These names are kept in
 * memory, their bytes and some 12 more each.
 */
public final class Corpus {

  private static final int MAX_ID_BYTES = IndexWriter.MAX_TERM_LENGTH - 16;

  /** Of lines that are read together. */
  private static final int BATCH_BYTES = 1 << 18;

  /** Makes something of a document. */
  public interface Work<T> {
    T of(TextDocument document, Source source) throws IOException;
  }

  /** Takes the documents. */
  public interface Sink {
    void accept(TextDocument document) throws IOException;
  }

  /** Takes what was made of the documents. */
  public interface ResultSink<T> {
    void accept(String id, RawText raw, T result) throws IOException;

    /** All before this position was accepted or skipped. */
    default void reached(Position position) throws IOException {}
  }

  /** How far the input was read: up to a line of a source, 0 for its start. */
  public record Position(int source, long offset, long line) {
    public static final Position START = new Position(0, 0, 0);
  }

  /** One text read: a result, a problem or, for a blank line, neither. */
  private record Read<T>(RawText raw, String id, T result, MalformedException problem) {}

  private record Batch<T>(List<Read<T>> reads, Position end, long bytes) {}

  private final Input options;
  private final Terminal console;
  private final SkipReport skipped;
  private final Sources sources;
  private final BytesRefHash names = new BytesRefHash();
  private long named;

  /**
   * Looks for the files, reads none.
   *
   * @throws BadInput if an input does not exist or is a folder without documents
   */
  public Corpus(Input options, Terminal console) throws IOException {
    this.options = options;
    this.console = console;
    skipped = new SkipReport(console, options.strict());
    sources = Sources.of(options, skipped);
  }

  /**
   * Reads the documents, once.
   *
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  public void forEach(Sink sink) throws IOException {
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
  public <T> void forEach(Work<T> work, ResultSink<T> sink, Position start) throws IOException {
    try (Terminal.Bar progress = console.progress("Reading", sources.bytes(), true);
        OrderedTasks<Batch<T>> reading = new OrderedTasks<>(batch -> take(batch, sink, progress))) {
      for (int i = 0; i < start.source(); i++) {
        progress.step(Math.max(0, sources.get(i).size()));
      }
      progress.step(start.offset());
      for (int i = start.source(); i < sources.size(); i++) {
        give(i, i == start.source() ? start : Position.START, work, reading);
      }
      reading.finish();
    }
    skipped.finish();
    if (names.size() == 0) {
      throw new BadInput(
          "no document in "
              + String.join(", ", options.inputs())
              + (skipped.count() == 0 ? "" : ", skipped " + skipped.summary()));
    }
  }

  /**
   * Says what was skipped, and how many documents go by file and line.
   *
   * @return the run's exit code
   */
  public int end() {
    if (named > 0) {
      console.note(named + " documents go by file and line, without an id that is theirs alone");
    }
    return skipped.end();
  }

  private <T> void give(int number, Position start, Work<T> work, OrderedTasks<Batch<T>> reading)
      throws IOException {
    Source source = sources.get(number);
    if (source.format() == Source.Format.TEXT && source.isFile()) {
      giveText(new RawText(number, 0, 0, null), source.size(), work, reading);
      return;
    }
    try (InputStream in = source.open(console.in())) {
      if (sources.look(number, in).format() != Source.Format.TEXT) {
        giveLines(number, in, start, work, reading);
      } else {
        RawText.Slice text = RawText.Slice.of(in);
        giveText(new RawText(number, 0, 0, text), text.length(), work, reading);
      }
    } catch (FileSystemException e) {
      reading.finish();
      skipped.add(source.place(), Kind.UNREADABLE, "cannot be read: " + BadInput.reason(e));
    }
  }

  private <T> void giveText(RawText raw, long size, Work<T> work, OrderedTasks<Batch<T>> reading)
      throws IOException {
    Position end = new Position(raw.source() + 1, 0, 0);
    reading.give(() -> new Batch<>(List.of(read(raw, work)), end, size), size);
  }

  private <T> void giveLines(
      int number, InputStream in, Position start, Work<T> work, OrderedTasks<Batch<T>> reading)
      throws IOException {
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
          more ? new Position(number, lines.end(), lines.number()) : new Position(number + 1, 0, 0);
      reading.give(() -> new Batch<>(readAll(batch, work), end, bytes), bytes);
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
      TextDocument document = raw.document(source, options);
      return document == null
          ? new Read<>(raw, null, null, null)
          : new Read<>(raw, document.id(), work.of(document, source), null);
    } catch (MalformedException e) {
      return new Read<>(raw, null, null, e);
    } catch (CharacterCodingException e) {
      return new Read<>(raw, null, null, new MalformedException(Kind.NOT_UTF_8, Utf8.INVALID));
    } catch (FileSystemException e) {
      String reason = "cannot be read: " + BadInput.reason(e);
      return new Read<>(raw, null, null, new MalformedException(Kind.UNREADABLE, reason));
    }
  }

  private <T> void take(Batch<T> batch, ResultSink<T> sink, Terminal.Bar progress)
      throws IOException {
    for (Read<T> read : batch.reads()) {
      Source source = sources.get(read.raw().source());
      if (read.problem() != null) {
        String reason = read.problem().getMessage();
        skipped.add(read.raw().place(source), read.problem().kind(), reason);
      } else if (read.result() != null) {
        sink.accept(name(read.id(), read.raw().name(source)), read.raw(), read.result());
      }
    }
    sink.reached(batch.end());
    progress.step(batch.bytes());
  }

  /** What a document goes by: something that none before it does. */
  private String name(String id, String place) {
    boolean fits = id != null && !id.isEmpty() && fits(id);
    if (fits && names.add(new BytesRef(id)) >= 0) {
      return id;
    }
    named++;
    String name = fits && fits(id + place) ? id + " (" + place + ")" : place;
    while (names.add(new BytesRef(name)) < 0) {
      name += "'";
    }
    return name;
  }

  /** Whether an index could hold the id, and a few characters more. */
  private static boolean fits(String id) {
    return UnicodeUtil.calcUTF16toUTF8Length(id, 0, id.length()) <= MAX_ID_BYTES;
  }

  /** Takes what the next document of a run before this one went by. */
  void restore(String name) {
    names.add(new BytesRef(name));
  }

  /** Writes what was counted so far, for a run after this one. */
  void writeCounts(DataOutput out) throws IOException {
    out.writeLong(named);
    skipped.write(out);
  }

  /** Goes on counting where a run before this one ended. */
  void restoreCounts(DataInput in) throws IOException {
    named = in.readLong();
    skipped.restore(in);
  }

  long documents() {
    return names.size();
  }

  /** What was not read. */
  public SkipReport skipped() {
    return skipped;
  }

  /** What a document goes by, by its number in input order, from 0. */
  String id(int document) {
    return names.get(document, new BytesRef()).utf8ToString();
  }

  /** What is read. */
  Input input() {
    return options;
  }

  Terminal terminal() {
    return console;
  }

  /** What messages call a text. */
  public String place(RawText raw) {
    return raw.place(sources.get(raw.source()));
  }

  /** The files that documents come from. */
  Sources sources() {
    return sources;
  }
}
