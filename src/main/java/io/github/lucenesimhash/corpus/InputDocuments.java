package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;

/** The documents of a corpus. */
public final class InputDocuments extends Documents {

  private static final int WHOLE_FILE = -1;

  final Corpus corpus;

  public InputDocuments(Corpus corpus) {
    this.corpus = corpus;
  }

  /**
   * Reads the input and makes the fingerprints.
   *
   * @param dated whether the dates or other values of the date field matter
   * @param byFile whether documents have the date of their file if no date field applies to them
   */
  public void read(FingerprintScheme scheme, boolean dated, boolean byFile) throws IOException {
    String dateField = corpus.input.fields().date();
    if (dateField != null && !dated) {
      throw new BadInput("--date-field is for --keep newest and oldest");
    }
    corpus.sources.makeRepeatable(corpus.terminal.in());
    corpus.read(
        (raw, document) -> {
          Source source = raw.source();
          boolean hasOwnDate = dateField != null && source.hasFields();
          long ofFile =
              !dated || hasOwnDate || !byFile
                  ? TextDocument.NO_DATE
                  : corpus.sources.stored(source.index()).modified();
          long date = !dated ? 0 : hasOwnDate ? document.date() : ofFile;
          Row row = row(source.index(), raw.offset(), bytes(raw), document.text(), scheme, date);
          return id -> add(row);
        },
        () -> {});
    finish();
  }

  /** Reads the input and passes each text to the work, without making fingerprints. */
  public void read(Corpus.Work work) throws IOException {
    corpus.sources.makeRepeatable(corpus.terminal.in());
    corpus.read(
        (raw, document) -> {
          int length = document.text().length();
          int bytes = bytes(raw);
          Row row = new Row(raw.source().index(), raw.offset(), bytes, null, length, 0, null, 0);
          IOConsumer<String> done = work.of(raw, document);
          return id -> {
            add(row);
            done.accept(id);
          };
        },
        () -> {});
    finish();
  }

  private static int bytes(RawText raw) {
    return raw.isWholeFile() ? WHOLE_FILE : (int) raw.length();
  }

  @Override
  String ownId(int document) throws IOException {
    return corpus.id(document);
  }

  @Override
  boolean isOwnUnchanged(int document) throws IOException {
    return sourceOf(document).isUnchanged();
  }

  /** Refuses the input if one of its files was written or deleted since the file was found. */
  public void checkUnchanged() throws IOException {
    for (Source source : corpus.sources.all) {
      if (!source.isUnchanged()) {
        throw new BadInput("'" + source.place() + "' was written to while it was read");
      }
    }
  }

  private Source sourceOf(int document) {
    return corpus.sources.all.get(source(document));
  }

  /** Returns the path of a document's file in an output folder, as {@code CleanCorpus} names it. */
  public Path name(int document) {
    return CleanCorpus.name(sourceOf(document));
  }

  @Override
  String ownText(int document) throws IOException {
    try (OpenFile file = new OpenFile()) {
      return text(document, file);
    }
  }

  @Override
  void forEachOwnText(int[] documents, TextConsumer consumer) throws IOException {
    try (OpenFile file = new OpenFile()) {
      for (int document : documents) {
        consumer.accept(document, text(document, file));
      }
    }
  }

  @Override
  long ownBytes(int document) {
    int bytes = bytes(document);
    long read = bytes == WHOLE_FILE ? sourceOf(document).size() : bytes;
    return Math.max(read, length(document)); // a packed file is smaller than its text
  }

  private String text(int document, OpenFile file) throws IOException {
    Source source = sourceOf(document);
    String id = id(document);
    String how = "has another text there";
    try {
      RawText raw = raw(corpus.sources.stored(source.index()), document, file);
      TextDocument read = raw.document(corpus.input);
      if (read != null
          && read.text().length() == length(document)
          && (raw.isWholeFile()
              || id.equals(read.id())
              || id.contains(source.id() + source.separator()))) {
        return read.text();
      }
    } catch (SkippedException e) {
      how = e.getMessage();
    }
    String place = "input '" + source.place() + "' changed while it was read: ";
    throw new BadInput(place + "at document '" + id + "': " + how);
  }

  /** Returns whether a document was copied from a stream, which cannot be read again. */
  public boolean isOfStream(int document) {
    return !sourceOf(document).isFile();
  }

  /** Returns the file of this document alone, or null for a record or a document of a stream. */
  @Override
  Path ownFile(int document) {
    Source source = sourceOf(document);
    boolean isWhole = bytes(document) == WHOLE_FILE;
    return isWhole && source.isFile() ? source.path() : null;
  }

  /** Reads a document again. The number of its line is not known any more and is set to 1. */
  private RawText raw(Source source, int document, OpenFile file) throws IOException {
    long offset = offset(document);
    int bytes = bytes(document);
    return bytes == WHOLE_FILE
        ? source.whole(corpus.input)
        : new RawText(source, offset, 1, file.bytes(source.path(), offset, bytes), bytes);
  }

  /** Keeps the file of the last record open, because the next record may be in the same file. */
  private static final class OpenFile implements Closeable {

    private Path path;
    private FileChannel in;

    byte[] bytes(Path file, long offset, int length) throws IOException {
      if (!file.equals(path)) {
        close();
        in = Source.readable(() -> FileChannel.open(file));
        path = file;
      }
      ByteBuffer bytes = ByteBuffer.allocate(length);
      while (bytes.hasRemaining()) {
        if (in.read(bytes, offset + bytes.position()) < 0) {
          throw SkippedException.malformed("is shorter");
        }
      }
      return bytes.array();
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(in);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(super::close, corpus);
  }
}
