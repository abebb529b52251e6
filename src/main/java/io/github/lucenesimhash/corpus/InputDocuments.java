package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus.Position;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** The documents of a corpus. A journal, if there is one, gets all that is read. */
public final class InputDocuments extends Documents implements Closeable {

  private static final int WHOLE_FILE = -1;

  /** What the journal gets at a time: the documents since the last, and how far they go. */
  private record Frame(List<String> ids, List<Row> rows, Position reached, Corpus.Counts counts) {}

  final Corpus corpus;
  private Journal journal; // null if nothing is remembered
  private Position start = Position.START;

  public InputDocuments(Corpus corpus) {
    this.corpus = corpus;
  }

  /** The file in a folder that a run goes on from. */
  public static Path journal(Path folder) {
    return Journal.file(folder);
  }

  /**
   * Reads the input and makes the fingerprints.
   *
   * @param dated whether dates matter
   * @param resume folder of a journal, or null
   */
  public void read(FingerprintScheme scheme, boolean dated, Path resume) throws IOException {
    String dateField = corpus.input.dateField();
    if (dateField != null && !dated) {
      throw new BadInput("--date-field is for --keep newest");
    }
    List<String> settings = new ArrayList<>();
    if (resume != null) {
      String dates = dateField == null ? "files" : "field " + dateField;
      settings.addAll(List.of("journal 3", "scheme " + scheme.id()));
      settings.add("dates of " + (dated ? dates : "nothing"));
      settings.addAll(corpus.sources.settings());
    }
    corpus.sources.makeRepeatable(corpus.terminal.in());
    if (resume != null) {
      journal = new Journal(resume);
      journal.replay(settings, Frame.class, this::restore);
    }
    corpus.forEach(
        (raw, document) -> {
          Source source = raw.source();
          boolean hasOwnDate = dateField != null && source.format() == Source.Format.JSON_LINES;
          long date = !dated ? 0 : hasOwnDate ? document.date() : source.modified();
          int bytes = raw.isWholeFile() ? WHOLE_FILE : (int) raw.length();
          return Row.of(source.index(), raw.offset(), bytes, document.text(), scheme, date);
        },
        new Sink(),
        start);
  }

  private void restore(Frame frame) {
    frame.rows().forEach(this::add);
    corpus.restore(frame.ids(), frame.counts());
    start = frame.reached();
  }

  private final class Sink implements Corpus.ResultSink<Row> {
    private final List<String> ids = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    @Override
    public void accept(String id, RawText raw, Row row) {
      add(row);
      if (journal != null) {
        ids.add(id);
        rows.add(row);
      }
    }

    @Override
    public void reached(Position position) throws IOException {
      if (journal != null) {
        journal.append(new Frame(ids, rows, position, corpus.counts()));
        ids.clear();
        rows.clear();
      }
    }
  }

  @Override
  public String id(int document) {
    return corpus.id(document);
  }

  @Override
  public String text(int document) throws IOException {
    Source source = corpus.sources.get(source(document));
    String id = id(document);
    String how = "has another text there";
    try {
      RawText raw = raw(source, document);
      TextDocument read = raw.document(corpus.input);
      if (read != null
          && read.text().length() == length(document)
          && (raw.isWholeFile() || id.equals(read.id()) || id.contains(source.id() + ":"))) {
        return read.text();
      }
    } catch (SkippedException e) {
      how = e.getMessage();
    }
    String place = "input '" + source.place() + "' changed while it was read: ";
    throw new BadInput(place + "at document '" + id + "' it " + how);
  }

  /** A line has the number 1, whichever it is. */
  private RawText raw(Source source, int document) throws IOException {
    if (bytes(document) == WHOLE_FILE) {
      return RawText.unread(source);
    }
    byte[] line = new byte[bytes(document)];
    try (InputStream in = source.open(InputStream.nullInputStream())) {
      in.skipNBytes(offset(document));
      new DataInputStream(in).readFully(line);
    } catch (EOFException e) {
      throw SkippedException.malformed("is shorter");
    }
    return new RawText(source, offset(document), 1, new BytesRef(line), line.length);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(journal);
  }
}
