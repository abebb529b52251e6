package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus.Position;
import io.github.lucenesimhash.corpus.FingerprintTable.Row;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;

/**
 * The documents of a corpus and where each lies in the input, so that it can be read again. Takes
 * 16 bytes a document besides ids and fingerprints. A journal, if there is one, gets all of it.
 */
public final class InputDocuments implements Documents, Corpus.ResultSink<Row>, Closeable {

  private static final int WHOLE_FILE = -1;

  /** That are open at a time. */
  private static final int MAX_FILES = 64;

  private final Corpus corpus;
  private final Input options;
  private final FingerprintTable table = new FingerprintTable();
  private final Map<Integer, FileChannel> files = new LinkedHashMap<>(16, .75f, true);
  private final ByteArrayOutputStream rows = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(rows);

  private int[] sources = new int[64];
  private long[] offsets = new long[64];
  private int[] bytes = new int[64];

  /** Null if nothing is remembered. */
  private Journal journal;

  public InputDocuments(Corpus corpus) {
    this.corpus = corpus;
    options = corpus.input();
  }

  @Override
  public FingerprintTable table() {
    return table;
  }

  /**
   * Reads the input and makes the fingerprints.
   *
   * @param dated whether dates matter
   * @param resume folder of a journal, or null
   */
  public void read(FingerprintScheme scheme, boolean dated, Path resume) throws IOException {
    if (options.dateField() != null && !dated) {
      throw new BadInput("--date-field is for --keep newest");
    }
    String settings =
        resume == null
            ? null
            : "scheme " + scheme.id() + "\n" + dates(dated) + "\n" + corpus.sources().settings();
    corpus.sources().makeRepeatable(corpus.terminal().in());
    Position[] start = {Position.START};
    if (resume != null) {
      journal = Journal.open(resume, settings);
      journal.replay(frame -> start[0] = replay(frame));
    }
    corpus.forEach(
        (document, source) ->
            new Row(
                scheme.fingerprint(document.text()),
                document.text().length(),
                dated ? date(document, source) : 0),
        this,
        start[0]);
  }

  /** What decides the dates of documents. */
  private String dates(boolean dated) {
    String field = options.dateField() == null ? "files" : "field " + options.dateField();
    return "dates of " + (dated ? field : "nothing");
  }

  private long date(TextDocument document, Source source) throws IOException {
    return source.format() == Source.Format.JSON_LINES && options.dateField() != null
        ? document.date()
        : source.modified();
  }

  private Position replay(DataInputStream in) throws IOException {
    while (in.readBoolean()) {
      String id = in.readUTF();
      corpus.restore(id);
      OptionalLong fingerprint =
          in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
      add(
          in.readInt(),
          in.readLong(),
          in.readInt(),
          new Row(fingerprint, in.readInt(), in.readLong()));
    }
    Position position = new Position(in.readInt(), in.readLong(), in.readLong());
    corpus.restoreCounts(in);
    return position;
  }

  @Override
  public void accept(String id, RawText raw, Row row) throws IOException {
    int length = raw.isWholeFile() ? WHOLE_FILE : (int) raw.slice().length();
    add(raw.source(), raw.offset(), length, row);
    if (journal != null) {
      out.writeBoolean(true);
      out.writeUTF(id);
      out.writeBoolean(row.fingerprint().isPresent());
      if (row.fingerprint().isPresent()) {
        out.writeLong(row.fingerprint().getAsLong());
      }
      out.writeInt(raw.source());
      out.writeLong(raw.offset());
      out.writeInt(length);
      out.writeInt(row.length());
      out.writeLong(row.date());
    }
  }

  private void add(int source, long offset, int length, Row row) {
    int document = table.documentCount();
    sources = ArrayUtil.grow(sources, document + 1);
    offsets = ArrayUtil.grow(offsets, document + 1);
    bytes = ArrayUtil.grow(bytes, document + 1);
    sources[document] = source;
    offsets[document] = offset;
    bytes[document] = length;
    table.add(row);
  }

  @Override
  public void reached(Position position) throws IOException {
    if (journal != null) {
      out.writeBoolean(false);
      out.writeInt(position.source());
      out.writeLong(position.offset());
      out.writeLong(position.line());
      corpus.writeCounts(out);
      journal.append(rows.toByteArray());
      rows.reset();
    }
  }

  @Override
  public String id(int document) {
    return corpus.id(document);
  }

  private Source source(int document) {
    return corpus.sources().get(sources[document]);
  }

  /** The number of the file that a document is in, or is. */
  int sourceNumber(int document) {
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

  private boolean isLine(int document) {
    return bytes[document] != WHOLE_FILE;
  }

  /** The document as it lies in its file: the line without its end. */
  private synchronized byte[] raw(int document) throws IOException {
    FileChannel file = file(sources[document]);
    ByteBuffer line = ByteBuffer.allocate(bytes[document]);
    while (line.hasRemaining()) {
      if (file.read(line, offsets[document] + line.position()) < 0) {
        throw changed(document, "is shorter");
      }
    }
    return line.array();
  }

  private FileChannel file(int source) throws IOException {
    FileChannel file = files.get(source);
    if (file == null) {
      if (files.size() == MAX_FILES) {
        var oldest = files.values().iterator();
        oldest.next().close();
        oldest.remove();
      }
      file = FileChannel.open(corpus.sources().get(source).path());
      files.put(source, file);
    }
    return file;
  }

  @Override
  public String text(int document) throws IOException {
    try {
      TextDocument read = rawText(document).document(source(document), options);
      if (read != null
          && read.text().length() == table.documentLength(document)
          && goesBy(read.id(), document)) {
        return read.text();
      }
    } catch (MalformedException | CharacterCodingException e) {
      throw changed(document, e.getMessage());
    } catch (FileSystemException e) {
      throw changed(document, "cannot be read: " + BadInput.reason(e));
    }
    throw changed(document, "has another text there");
  }

  private RawText rawText(int document) throws IOException {
    if (!isLine(document)) {
      return new RawText(sources[document], 0, 0, null);
    }
    byte[] line = raw(document);
    int number = offsets[document] == 0 ? 1 : 2;
    return new RawText(
        sources[document], offsets[document], number, new RawText.Slice(line, line.length));
  }

  private boolean goesBy(String id, int document) {
    String name = id(document);
    return !isLine(document) || name.equals(id) || name.contains(source(document).id() + ":");
  }

  private BadInput changed(int document, String how) {
    return new BadInput(
        "input '"
            + source(document).place()
            + "' changed while it was read: at document '"
            + id(document)
            + "' it "
            + how);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(journal);
    IOUtils.close(files.values());
  }
}
