package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.Kind;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.UnicodeUtil;

/**
 * All documents of a run, numbered in input order; what cannot be read is skipped. Each has a
 * unique id: its own, or its file and line if it has none, or the id of one before. The ids are
 * kept in memory, their bytes and some 12 more each.
 */
public final class Corpus {

  private static final int MAX_ID_BYTES = IndexWriter.MAX_TERM_LENGTH - 16;

  /** Of lines that are read together. */
  private static final int BATCH_BYTES = 1 << 18;

  /** Makes something of a document; called on several threads. */
  public interface Work<T> {
    T of(TextDocument document, Source source) throws IOException;
  }

  /** Takes what was made of the documents, in input order on the thread that reads. */
  public interface ResultSink<T> {
    void accept(String id, RawText raw, T result) throws IOException;

    /** All before this position was accepted or skipped. */
    default void reached(Position position) throws IOException {}
  }

  /** How far the input was read: up to a line of a source, 0 for its start. */
  public record Position(int source, long offset, long line) {
    public static final Position START = new Position(0, 0, 0);

    static Position startOf(int source) {
      return new Position(source, 0, 0);
    }
  }

  /** One text read: a result, a problem or, for a blank line, neither. */
  private record Read<T>(RawText raw, String id, T result, SkippedException problem) {}

  private record Batch<T>(List<Read<T>> reads, Position end, long bytes) {}

  private final Input input;
  private final Terminal terminal;
  private final SkipReport skipped;
  private final Sources sources;
  private final BytesRefHash ids = new BytesRefHash();
  private long named;

  /**
   * Looks for the files, reads none.
   *
   * @throws BadInput if an input does not exist, is a folder without documents, or is known to hold
   *     no text
   */
  public Corpus(Input input, Terminal terminal) throws IOException {
    this.input = input;
    this.terminal = terminal;
    skipped = new SkipReport(terminal, input.strict());
    sources = new Sources(input, skipped);
  }

  /**
   * Reads the documents, once.
   *
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  public void forEach(IOConsumer<TextDocument> sink) throws IOException {
    forEach(
        (document, source) -> document,
        (id, raw, read) -> sink.accept(new TextDocument(id, read.text(), read.date())),
        Position.START);
  }

  /**
   * Reads the documents, once, on all cores.
   *
   * @param start where a run before this one got to; its ids were given to {@link #restore}
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  public <T> void forEach(Work<T> work, ResultSink<T> sink, Position start) throws IOException {
    try (Terminal.Bar bar = terminal.progress("Reading", sources.bytes(), true);
        OrderedTasks<Batch<T>> reading = new OrderedTasks<>(batch -> take(batch, sink, bar))) {
      for (int i = 0; i < start.source(); i++) {
        bar.step(Math.max(0, sources.get(i).size()));
      }
      bar.step(start.offset());
      for (int i = start.source(); i < sources.all().size(); i++) {
        give(i == start.source() ? start : Position.startOf(i), work, reading);
      }
      reading.finish();
    }
    skipped.finish();
    if (ids.size() == 0) {
      throw new BadInput(
          "no document in "
              + String.join(", ", input.inputs())
              + (skipped.count() == 0 ? "" : ", skipped " + skipped.summary()));
    }
  }

  private <T> void give(Position start, Work<T> work, OrderedTasks<Batch<T>> reading)
      throws IOException {
    int index = start.source();
    Source source = sources.get(index);
    Position end = Position.startOf(index + 1);
    if (source.format() == Source.Format.TEXT && source.isFile()) {
      long size = source.size();
      reading.give(() -> new Batch<>(List.of(readFile(index, work)), end, size), size);
      return;
    }
    try (InputStream in = sources.open(index, terminal.in())) {
      if (sources.get(index).format() == Source.Format.TEXT) {
        RawText raw = RawText.whole(index, in);
        reading.give(() -> new Batch<>(List.of(read(raw, work)), end, raw.length()), raw.length());
      } else {
        in.skipNBytes(start.offset());
        giveLines(new RawText.Lines(in, start), end, work, reading);
      }
    } catch (SkippedException e) {
      reading.finish();
      skipped.add(source.place(), e);
    }
  }

  private <T> void giveLines(
      RawText.Lines lines, Position end, Work<T> work, OrderedTasks<Batch<T>> reading)
      throws IOException {
    boolean more = true;
    while (more) {
      List<RawText> batch = new ArrayList<>();
      long bytes = 0;
      while (more && bytes < BATCH_BYTES) {
        RawText line = lines.next();
        more = line != null;
        if (more) {
          batch.add(line);
          bytes += line.length() + 1;
        }
      }
      Position reached = more ? lines.position() : end;
      long size = bytes;
      reading.give(() -> new Batch<>(readAll(batch, work), reached, size), size);
    }
  }

  private <T> List<Read<T>> readAll(List<RawText> batch, Work<T> work) throws IOException {
    List<Read<T>> reads = new ArrayList<>(batch.size());
    for (RawText raw : batch) {
      reads.add(read(raw, work));
    }
    return reads;
  }

  private <T> Read<T> readFile(int index, Work<T> work) throws IOException {
    try {
      return read(sources.get(index).whole(index), work);
    } catch (SkippedException e) {
      return new Read<>(new RawText(index, 0, 0, null, 0), null, null, e);
    }
  }

  private <T> Read<T> read(RawText raw, Work<T> work) throws IOException {
    Source source = sources.get(raw.source());
    try {
      TextDocument document = raw.document(source, input);
      return document == null
          ? new Read<>(raw, null, null, null)
          : new Read<>(raw, document.id(), work.of(document, source), null);
    } catch (SkippedException e) {
      return new Read<>(raw, null, null, e);
    }
  }

  private <T> void take(Batch<T> batch, ResultSink<T> sink, Terminal.Bar bar) throws IOException {
    for (Read<T> read : batch.reads()) {
      Source source = sources.get(read.raw().source());
      if (read.problem() != null) {
        skipped.add(read.raw().place(source), read.problem());
      } else if (read.result() != null) {
        sink.accept(uniqueId(read.id(), read.raw().name(source)), read.raw(), read.result());
      }
    }
    sink.reached(batch.end());
    bar.step(batch.bytes());
  }

  private String uniqueId(String id, String place) {
    boolean fits = id != null && !id.isEmpty() && fits(id);
    if (fits && ids.add(new BytesRef(id)) >= 0) {
      return id;
    }
    named++;
    String unique = fits && fits(id + place) ? id + " (" + place + ")" : place;
    while (ids.add(new BytesRef(unique)) < 0) {
      unique += "'";
    }
    return unique;
  }

  /** Whether an index could hold the id, and a few characters more. */
  private static boolean fits(String id) {
    return UnicodeUtil.calcUTF16toUTF8Length(id, 0, id.length()) <= MAX_ID_BYTES;
  }

  /**
   * Says what was skipped, and how many documents go by file and line.
   *
   * @return the run's exit code
   */
  public int end() {
    if (named > 0) {
      terminal.note(named + " documents go by file and line, without an id that is theirs alone");
    }
    return skipped.end();
  }

  /** What was counted so far, for a run after this one. */
  record Counts(long named, Map<Kind, Long> skipped) {}

  Counts counts() {
    return new Counts(named, skipped.unread());
  }

  /** Goes on where a run before this one ended. */
  void restore(List<String> idsBefore, Counts counts) {
    idsBefore.forEach(id -> ids.add(new BytesRef(id)));
    named = counts.named();
    skipped.restore(counts.skipped());
  }

  /** What was not read. */
  public SkipReport skipped() {
    return skipped;
  }

  /** The id of a document, by its number in input order, from 0. */
  String id(int document) {
    return ids.get(document, new BytesRef()).utf8ToString();
  }

  /** How messages name a text. */
  public String place(RawText raw) {
    return raw.place(sources.get(raw.source()));
  }

  /** The files that are read. */
  public List<Path> files() {
    return sources.all().stream().map(Source::path).filter(Objects::nonNull).toList();
  }

  Input input() {
    return input;
  }

  Terminal terminal() {
    return terminal;
  }

  Sources sources() {
    return sources;
  }
}
