package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus.Position;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * The documents of a corpus and where each lies in the input, so that it can be read again. Takes
 * 16 bytes a document besides ids and fingerprints. A journal, if there is one, gets all of it.
 */
public final class InputDocuments extends Documents
    implements Corpus.ResultSink<Documents.Row>, Closeable {

  private static final int WHOLE_FILE = -1;

  /** Files that are open at a time. */
  private static final int MAX_FILES = 64;

  /** A document as the journal has it. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private record Entry(
      String id, int source, long offset, int bytes, Long fingerprint, int length, long date) {

    Row row() {
      OptionalLong made = fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint);
      return new Row(made, length, date);
    }
  }

  /** What the journal gets at a time: the documents since the last, and how far they go. */
  private record Frame(List<Entry> entries, Position reached, Corpus.Counts counts) {}

  private final Corpus corpus;
  private final Map<Integer, FileChannel> files = new HashMap<>();

  private int[] sources = new int[64];
  private long[] offsets = new long[64];
  private int[] bytes = new int[64];

  /** Null if nothing is remembered. */
  private Journal journal;

  /** What the journal has not got yet. */
  private final List<Entry> entries = new ArrayList<>();

  private Position start = Position.START;

  public InputDocuments(Corpus corpus) {
    this.corpus = corpus;
  }

  /**
   * Reads the input and makes the fingerprints.
   *
   * @param dated whether dates matter
   * @param resume folder of a journal, or null
   */
  public void read(FingerprintScheme scheme, boolean dated, Path resume) throws IOException {
    String dateField = corpus.input().dateField();
    if (dateField != null && !dated) {
      throw new BadInput("--date-field is for --keep newest");
    }
    List<String> settings = new ArrayList<>();
    if (resume != null) {
      settings.add("journal 3");
      settings.add("scheme " + scheme.id());
      String dates = dateField == null ? "files" : "field " + dateField;
      settings.add("dates of " + (dated ? dates : "nothing"));
      settings.addAll(corpus.sources().settings());
    }
    corpus.sources().makeRepeatable(corpus.terminal().in());
    if (resume != null) {
      journal = new Journal(resume);
      journal.replay(settings, Frame.class, this::restore);
    }
    corpus.forEach(
        (document, source) -> {
          boolean hasOwnDate = dateField != null && source.format() == Source.Format.JSON_LINES;
          return new Row(
              scheme.fingerprint(document.text()),
              document.text().length(),
              !dated ? 0 : hasOwnDate ? document.date() : source.modified());
        },
        this,
        start);
  }

  private void restore(Frame frame) {
    frame.entries().forEach(this::add);
    corpus.restore(frame.entries().stream().map(Entry::id).toList(), frame.counts());
    start = frame.reached();
  }

  @Override
  public void accept(String id, RawText raw, Row row) {
    Entry entry =
        new Entry(
            id,
            raw.source(),
            raw.offset(),
            raw.isWholeFile() ? WHOLE_FILE : (int) raw.length(),
            row.fingerprint().isPresent() ? row.fingerprint().getAsLong() : null,
            row.length(),
            row.date());
    add(entry);
    if (journal != null) {
      entries.add(entry);
    }
  }

  @Override
  public void reached(Position position) throws IOException {
    if (journal != null) {
      journal.append(new Frame(entries, position, corpus.counts()));
      entries.clear();
    }
  }

  private void add(Entry entry) {
    int document = count();
    sources = ArrayUtil.grow(sources, document + 1);
    offsets = ArrayUtil.grow(offsets, document + 1);
    bytes = ArrayUtil.grow(bytes, document + 1);
    sources[document] = entry.source();
    offsets[document] = entry.offset();
    bytes[document] = entry.bytes();
    add(entry.row());
  }

  /** The file in a folder that a run goes on from. */
  public static Path journal(Path folder) {
    return Journal.file(folder);
  }

  Corpus corpus() {
    return corpus;
  }

  @Override
  public String id(int document) {
    return corpus.id(document);
  }

  /** The index of the file that a document is in, or is. */
  int source(int document) {
    return sources[document];
  }

  /** Where in its file a document starts. */
  long start(int document) {
    return offsets[document];
  }

  /** Where in its file the line of a document ends, its line feed included. */
  long end(int document) {
    return offsets[document] + bytes[document] + 1;
  }

  @Override
  public String text(int document) throws IOException {
    Source source = corpus.sources().get(sources[document]);
    String id = id(document);
    String how = "has another text there";
    try {
      RawText raw = raw(source, document);
      TextDocument read = raw.document(source, corpus.input());
      if (read != null
          && read.text().length() == length(document)
          && (raw.isWholeFile() || id.equals(read.id()) || id.contains(source.id() + ":"))) {
        return read.text();
      }
    } catch (SkippedException e) {
      how = e.getMessage();
    }
    throw new BadInput(
        "input '"
            + source.place()
            + "' changed while it was read: at document '"
            + id
            + "' it "
            + how);
  }

  /** A line has the number 1, whichever it is. */
  private synchronized RawText raw(Source source, int document) throws IOException {
    int index = sources[document];
    if (bytes[document] == WHOLE_FILE) {
      return source.whole(index);
    }
    FileChannel file = files.get(index);
    if (file == null) {
      if (files.size() == MAX_FILES) {
        IOUtils.close(files.values());
        files.clear();
      }
      file = source.channel();
      files.put(index, file);
    }
    ByteBuffer line = ByteBuffer.allocate(bytes[document]);
    while (line.hasRemaining()) {
      if (file.read(line, offsets[document] + line.position()) < 0) {
        throw SkippedException.malformed("is shorter");
      }
    }
    return new RawText(index, offsets[document], 1, new BytesRef(line.array()), line.capacity());
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(journal);
    IOUtils.close(files.values());
  }
}
