package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus.Position;
import io.github.lucenesimhash.corpus.FingerprintTable.Row;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * The documents of a corpus and where each lies in the input, so that it can be read again. Takes
 * 16 bytes a document besides ids and fingerprints. A journal, if there is one, gets all of it.
 */
public final class InputDocuments implements Documents, Corpus.ResultSink<Row>, Closeable {

  private static final int WHOLE_FILE = -1;

  /** Files that are open at a time. */
  private static final int MAX_FILES = 64;

  private final Corpus corpus;
  private final FingerprintTable table = new FingerprintTable();
  private final Map<Integer, FileChannel> files = new HashMap<>();

  private int[] sources = new int[64];
  private long[] offsets = new long[64];
  private int[] lengths = new int[64];

  /** Null if nothing is remembered. */
  private Journal journal;

  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(frame);

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
    String settings = null;
    if (resume != null) {
      String dates = !dated ? "nothing" : dateField == null ? "files" : "field " + dateField;
      settings =
          "scheme " + scheme.id() + "\ndates of " + dates + "\n" + corpus.sources().settings();
    }
    corpus.sources().makeRepeatable(corpus.terminal().in());
    Position[] start = {Position.START};
    if (resume != null) {
      journal = Journal.open(resume, settings, frame -> start[0] = replay(frame));
    }
    corpus.forEach(
        (document, source) ->
            new Row(
                scheme.fingerprint(document.text()),
                document.text().length(),
                !dated
                    ? 0
                    : dateField != null && source.format() == Source.Format.JSON_LINES
                        ? document.date()
                        : source.modified()),
        this,
        start[0]);
  }

  private Position replay(DataInputStream in) throws IOException {
    while (in.readBoolean()) {
      corpus.restore(in.readUTF());
      int source = in.readInt();
      long offset = in.readLong();
      int length = in.readInt();
      OptionalLong fingerprint =
          in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
      add(source, offset, length, new Row(fingerprint, in.readInt(), in.readLong()));
    }
    Position position = new Position(in.readInt(), in.readLong(), in.readLong());
    corpus.restoreCounts(in);
    return position;
  }

  @Override
  public void accept(String id, RawText raw, Row row) throws IOException {
    int length = raw.isWholeFile() ? WHOLE_FILE : (int) raw.length();
    add(raw.source(), raw.offset(), length, row);
    if (journal != null) {
      out.writeBoolean(true);
      out.writeUTF(id);
      out.writeInt(raw.source());
      out.writeLong(raw.offset());
      out.writeInt(length);
      out.writeBoolean(row.fingerprint().isPresent());
      if (row.fingerprint().isPresent()) {
        out.writeLong(row.fingerprint().getAsLong());
      }
      out.writeInt(row.length());
      out.writeLong(row.date());
    }
  }

  @Override
  public void reached(Position position) throws IOException {
    if (journal != null) {
      out.writeBoolean(false);
      out.writeInt(position.source());
      out.writeLong(position.offset());
      out.writeLong(position.line());
      corpus.writeCounts(out);
      journal.append(frame.toByteArray());
      frame.reset();
    }
  }

  private void add(int source, long offset, int length, Row row) {
    int document = table.documentCount();
    sources = ArrayUtil.grow(sources, document + 1);
    offsets = ArrayUtil.grow(offsets, document + 1);
    lengths = ArrayUtil.grow(lengths, document + 1);
    sources[document] = source;
    offsets[document] = offset;
    lengths[document] = length;
    table.add(row);
  }

  Corpus corpus() {
    return corpus;
  }

  @Override
  public FingerprintTable table() {
    return table;
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
    return offsets[document] + lengths[document] + 1;
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
          && read.text().length() == table.documentLength(document)
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

  /** Of a line, the number is not known; it is no whole file. */
  private synchronized RawText raw(Source source, int document) throws IOException {
    int index = sources[document];
    if (lengths[document] == WHOLE_FILE) {
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
    ByteBuffer line = ByteBuffer.allocate(lengths[document]);
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
