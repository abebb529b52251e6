package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus.Position;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;

/** The documents of a corpus. A journal, if there is one, gets all that is read. */
public final class InputDocuments extends Documents implements Closeable {

  private static final int WHOLE_FILE = -1;

  /** What the journal gets at a time: the documents since the last, and how far they go. */
  private record Frame(List<String> ids, List<Row> rows, Position reached, Corpus.Counts counts) {}

  final Corpus corpus;
  private Journal journal; // null if nothing is remembered
  private Position start = Position.START;
  private int remembered; // documents that the journal has

  /** Of the text of each document; null if nobody asks whether it changed. */
  private List<byte[]> digests;

  /** Of each file: what tells that it was written meanwhile. */
  private final List<List<Object>> stamps = new ArrayList<>();

  public InputDocuments(Corpus corpus) {
    this.corpus = corpus;
  }

  /** From now on texts can be told from others that stand in their place later. */
  public void keepDigests() throws IOException {
    digests = new ArrayList<>();
    for (Source source : corpus.sources.all) {
      stamps.add(stamp(source.path()));
    }
  }

  private static List<Object> stamp(Path path) throws IOException {
    return path == null || !Files.exists(path)
        ? List.of()
        : List.of(path, Files.size(path), Files.getLastModifiedTime(path));
  }

  /**
   * Reads the input and makes the fingerprints.
   *
   * @param dated whether dates matter
   * @param resume folder of a journal, or null
   */
  public void read(FingerprintScheme scheme, boolean dated, Path resume) throws IOException {
    String dateField = corpus.input.fields().date();
    if (dateField != null && !dated) {
      throw new BadInput("--date-field is for --keep newest and oldest");
    }
    if (resume == null) {
      corpus.sources.makeRepeatable(corpus.terminal.in());
    } else {
      String dates = !dated ? "nothing" : dateField == null ? "files" : "field " + dateField;
      List<String> settings = new ArrayList<>();
      String words = keepsWords() ? " words " + scheme.wordSide().id() : "";
      settings.addAll(List.of("journal 10", "scheme " + scheme.id() + words, "dates of " + dates));
      settings.addAll(corpus.sources.settings());
      journal = new Journal(resume);
      journal.replay(settings, Frame.class, this::restore);
    }
    corpus.forEach(
        (raw, document) -> {
          Source source = raw.source();
          boolean hasOwnDate = dateField != null && source.format().hasFields();
          long date = !dated ? 0 : hasOwnDate ? document.date() : source.modified();
          Row row = row(source.index(), raw.offset(), bytes(raw), document.text(), scheme, date);
          byte[] digest = digests == null ? null : TextDocument.digest(document.text());
          return id -> {
            rows.add(row);
            if (digest != null) {
              digests.add(digest);
            }
          };
        },
        () -> {},
        this::remember,
        start);
  }

  /** Reads the input for what is made of each text; no fingerprints are made. */
  public void read(Corpus.Work work) throws IOException {
    corpus.sources.makeRepeatable(corpus.terminal.in());
    corpus.forEach(
        (raw, document) -> {
          int length = document.text().length();
          int bytes = bytes(raw);
          Row row = new Row(raw.source().index(), raw.offset(), bytes, null, length, 0, null, null);
          IOConsumer<String> done = work.of(raw, document);
          return id -> {
            rows.add(row);
            done.accept(id);
          };
        },
        () -> {},
        reached -> {},
        Position.START);
  }

  private static int bytes(RawText raw) {
    return raw.isWholeFile() ? WHOLE_FILE : (int) raw.length();
  }

  private void restore(Frame frame) {
    rows.addAll(frame.rows());
    corpus.restore(frame.ids(), frame.counts());
    start = frame.reached();
    remembered = count();
  }

  private void remember(Position reached) throws IOException {
    if (journal != null) {
      List<String> ids = IntStream.range(remembered, count()).mapToObj(this::id).toList();
      journal.append(new Frame(ids, rows.subList(remembered, count()), reached, corpus.counts()));
      remembered = count();
    }
  }

  @Override
  public String id(int document) {
    return corpus.id(document);
  }

  /** Of a record that was packed, the file must not have been written since. */
  @Override
  public boolean isUnchanged(int document) throws IOException {
    int source = rows.get(document).source();
    if (rows.get(document).bytes() == WHOLE_FILE) {
      return isAt(document, path(document));
    }
    try {
      return stamps.get(source).equals(stamp(path(document))) && isText(document, text(document));
    } catch (BadInput e) {
      return false;
    }
  }

  /** Whether the file of a document, which holds nothing else, is at this path as it was read. */
  public boolean isAt(int document, Path path) throws IOException {
    Source source = source(document);
    Source there = new Source(source.index(), source.id(), source.place(), path, source.content());
    try {
      TextDocument read = there.whole(corpus.input).document(corpus.input);
      return read != null && isText(document, read.text());
    } catch (SkippedException e) {
      return false;
    }
  }

  /** Whether this is the text that was read. */
  boolean isText(int document, String text) {
    return Arrays.equals(digests.get(document), TextDocument.digest(text));
  }

  @Override
  String kind(int document) {
    Source source = source(document);
    boolean isExtracted = source.content().packing() == Packing.EXTRACTED;
    String name = source.id().toLowerCase(Locale.ROOT);
    return isExtracted
        ? name.substring(name.lastIndexOf('.') + 1)
        : source.format() == Format.HTML ? Format.HTML.toString() : "";
  }

  private Source source(int document) {
    return corpus.sources.all.get(rows.get(document).source());
  }

  /** Bytes of the file that a document is in; 0 if it is gone. */
  public long size(int document) {
    return source(document).size();
  }

  /** The file that a document is in. */
  public Path path(int document) {
    return source(document).path();
  }

  /** The file's name as it was given, or its path within its folder. */
  public Path name(int document) {
    return CleanCorpus.name(source(document));
  }

  @Override
  public String text(int document) throws IOException {
    try (OpenFile file = new OpenFile()) {
      return text(document, file);
    }
  }

  @Override
  public void forEachText(int[] documents, TextConsumer consumer) throws IOException {
    try (OpenFile file = new OpenFile()) {
      for (int document : documents) {
        consumer.accept(document, text(document, file));
      }
    }
  }

  private String text(int document, OpenFile file) throws IOException {
    Row row = rows.get(document);
    Source source = source(document);
    String id = id(document);
    String how = "has another text there";
    try {
      RawText raw = raw(corpus.sources.unpacked(row.source()), row, file);
      TextDocument read = raw.document(corpus.input);
      if (read != null
          && read.text().length() == row.length()
          && (raw.isWholeFile()
              || id.equals(read.id())
              || id.contains(source.id() + source.separator()))) {
        return read.text();
      }
    } catch (SkippedException e) {
      how = e.getMessage();
    }
    String place = "input '" + source.place() + "' changed while it was read: ";
    throw new BadInput(place + "at document '" + id + "' it " + how);
  }

  /** None of what was copied from a stream. */
  @Override
  public Path file(int document) {
    Source source = source(document);
    boolean isWhole = rows.get(document).bytes() == WHOLE_FILE;
    return isWhole && !source.isCopy() ? source.path() : null;
  }

  /** The number of a line is not known any more: it is 1. */
  private RawText raw(Source source, Row row, OpenFile file) throws IOException {
    return row.bytes() == WHOLE_FILE
        ? source.whole(corpus.input)
        : new RawText(source, row.offset(), 1, new BytesRef(file.bytes(source, row)), row.bytes());
  }

  /** The file of the record that was read last: the next one may lie behind it. */
  private static final class OpenFile implements Closeable {

    private Source source;
    private InputStream in;
    private long position;

    byte[] bytes(Source source, Row row) throws IOException {
      if (!source.equals(this.source) || row.offset() < position) {
        close();
        in = source.rawStream(InputStream.nullInputStream());
        this.source = source;
        position = 0;
      }
      byte[] line = new byte[row.bytes()];
      try {
        in.skipNBytes(row.offset() - position);
        new DataInputStream(in).readFully(line);
      } catch (EOFException e) {
        throw SkippedException.malformed("is shorter");
      }
      position = row.offset() + line.length;
      return line;
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(in);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(journal, corpus.sources);
  }
}
