package io.github.lucenesimhash.corpus;

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
    T of(RawText raw, TextDocument document) throws IOException;
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
  }

  /** What was counted besides the documents. */
  record Counts(long named, Map<String, Long> skipped) {}

  final Input input;
  final Terminal terminal;
  final Sources sources;
  private final SkipReport skipped;
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
        (raw, document) -> document,
        (id, raw, read) -> sink.accept(new TextDocument(id, read.text(), read.date())),
        Position.START);
  }

  /**
   * Reads the documents, once, on all cores.
   *
   * @param start where a run before this one got to, which was given to {@link #restore}
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  public <T> void forEach(Work<T> work, ResultSink<T> sink, Position start) throws IOException {
    try (Terminal.Bar bar = terminal.progress("Reading", sources.bytes(), true);
        Reading<T> reading = new Reading<>(work, sink, bar)) {
      for (Source before : sources.all().subList(0, start.source())) {
        bar.step(before.size());
      }
      bar.step(start.offset());
      Position next = start;
      while (next.source() < sources.all().size()) {
        next = reading.read(next);
      }
      reading.tasks.finish();
    }
    skipped.finish();
    if (ids.size() == 0) {
      String inputs = String.join(", ", input.inputs());
      String rest = skipped.count() == 0 ? "" : ", skipped " + skipped.summary();
      throw new BadInput("no document in " + inputs + rest);
    }
  }

  /** One text read: a result, a problem or, for a blank line, neither. */
  private record Read<T>(RawText raw, String id, T result, SkippedException problem) {}

  private record Batch<T>(List<Read<T>> reads, Position end, long bytes) {}

  private final class Reading<T> implements AutoCloseable {
    private final OrderedTasks<Batch<T>> tasks = new OrderedTasks<>(this::take);
    private final Work<T> work;
    private final ResultSink<T> sink;
    private final Terminal.Bar bar;

    Reading(Work<T> work, ResultSink<T> sink, Terminal.Bar bar) {
      this.work = work;
      this.sink = sink;
      this.bar = bar;
    }

    /** Reads on to the start of the next source. */
    Position read(Position start) throws IOException {
      int index = start.source();
      Source source = sources.get(index);
      Position end = new Position(index + 1, 0, 0);
      if (source.format() == Source.Format.TEXT && source.isFile()) {
        give(List.of(RawText.unread(source)), end, source.size());
        return end;
      }
      try (InputStream in = sources.open(index, terminal.in())) {
        Source opened = sources.get(index);
        if (opened.format() == Source.Format.TEXT) {
          RawText whole = RawText.whole(opened, in);
          give(List.of(whole), end, whole.length());
        } else {
          in.skipNBytes(start.offset());
          readLines(new RawText.Lines(in, opened, start), end);
        }
      } catch (SkippedException e) {
        tasks.finish();
        skipped.add(source.place(), e);
      }
      return end;
    }

    private void readLines(RawText.Lines lines, Position end) throws IOException {
      List<RawText> batch = new ArrayList<>();
      long bytes = 0;
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        batch.add(line);
        bytes += line.length() + 1;
        if (bytes >= BATCH_BYTES) {
          give(batch, lines.position(), bytes);
          batch = new ArrayList<>();
          bytes = 0;
        }
      }
      give(batch, end, bytes);
    }

    private void give(List<RawText> raws, Position end, long bytes) throws IOException {
      tasks.give(
          () -> {
            List<Read<T>> reads = new ArrayList<>(raws.size());
            for (RawText raw : raws) {
              reads.add(read(raw));
            }
            return new Batch<>(reads, end, bytes);
          },
          bytes);
    }

    private Read<T> read(RawText raw) throws IOException {
      try {
        TextDocument document = raw.document(input);
        return document == null
            ? new Read<>(raw, null, null, null) // a blank line
            : new Read<>(raw, document.id(), work.of(raw, document), null);
      } catch (SkippedException e) {
        return new Read<>(raw, null, null, e);
      }
    }

    private void take(Batch<T> batch) throws IOException {
      for (Read<T> read : batch.reads()) {
        RawText raw = read.raw();
        if (read.problem() != null) {
          skipped.add(raw.place(), read.problem());
        } else if (read.result() != null) {
          sink.accept(uniqueId(read.id(), raw.name()), raw, read.result());
        }
      }
      sink.reached(batch.end());
      bar.step(batch.bytes());
    }

    @Override
    public void close() {
      tasks.close();
    }
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

  /** Says what was skipped, and how many ids are no document's own; returns the exit code. */
  public int end() {
    if (named > 0) {
      terminal.note(named + " documents go by file and line, without an id that is theirs alone");
    }
    return skipped.end();
  }

  Counts counts() {
    return new Counts(named, skipped.unread());
  }

  /** Goes on where a run before this one ended. */
  void restore(List<String> idsBefore, Counts counts) {
    idsBefore.forEach(id -> ids.add(new BytesRef(id)));
    named = counts.named();
    skipped.restore(counts.skipped());
  }

  public SkipReport skipped() {
    return skipped;
  }

  String id(int document) {
    return ids.get(document, new BytesRef()).utf8ToString();
  }

  public List<Path> files() {
    return sources.all().stream().map(Source::path).filter(Objects::nonNull).toList();
  }
}
