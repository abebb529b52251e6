package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;

/**
 * One file to read.
 *
 * @param index in {@link Sources}
 * @param id of the document, for a file that is one
 * @param place how messages name it
 * @param path null for standard input
 */
public record Source(int index, String id, String place, Path path, Content content) {

  /** The first bytes, which tell what a file holds. */
  static final int START_BYTES = 1 << 16;

  /** A file whose name tells what it holds. */
  static Source of(String id, Path file, Input input) {
    return new Source(0, id, file.toString(), file, Content.of(id, input));
  }

  Source at(int newIndex) {
    return new Source(newIndex, id, place, path, content);
  }

  Source with(Content other) {
    return new Source(index, id, place, path, other);
  }

  /** Returns a source of these bytes unpacked in another file. */
  Source unpackedTo(Path file) {
    return new Source(index, id, place, file, content.packedAs(Packing.NONE));
  }

  /** Between the name of a file and the number of a record. */
  char separator() {
    return format() == Format.PARQUET ? '#' : ':';
  }

  /** The number of a record: its line, from 1, or the row of a table, from 0. */
  long number(long line) {
    return format() == Format.PARQUET ? line - 1 : line;
  }

  public Format format() {
    return content.format();
  }

  /** Whether its records have fields, or columns, by name. */
  boolean hasFields() {
    return format().isRecords() && (format() != Format.TSV || content.columns() != null);
  }

  Charset charset() {
    return content.charset();
  }

  /**
   * Refuses what holds no text of its own, as the name tells.
   *
   * @throws SkippedException saying what would be read
   */
  void checkKind(Input input) {
    String lowerCase = id.toLowerCase(Locale.ROOT);
    String reason =
        switch (lowerCase.substring(lowerCase.lastIndexOf('.') + 1)) {
          case "json" ->
              format() == Format.TEXT
                  ? "expected lines of JSON objects (jq -c '.[]' FILE > FILE.jsonl)"
                  : null;
          case "bz2", "xz", "lz4", "zip", "7z", "tar", "tgz" ->
              "packed files are not read but for .gz and .zst, expected what is in it"
                  + " (bzcat FILE | ... -)";
          default ->
              content.packing() == Packing.EXTRACTED && input.extract() == null
                  ? "holds no plain text, expected a command that prints it (--extract 'pdftotext {}"
                      + " -')"
                  : null;
        };
    if (reason != null) {
      throw notText(reason);
    }
  }

  /** Refuses bytes that are no text in the encoding. */
  void checkText(byte[] bytes) {
    if (Encoding.newline(charset()).length == 1
        && Encoding.hasNul(Arrays.copyOf(bytes, Math.min(bytes.length, START_BYTES)))) {
      throw notText("has NUL bytes, expected text");
    }
  }

  private static SkippedException notText(String reason) {
    return new SkippedException("not text", reason);
  }

  /** Whether all is named that the first bytes would tell; of a pipe they may come late. */
  boolean isNamed(Input input) {
    return (format() == Format.JSON_LINES || format() == Format.TSV)
        && input.encoding() != null
        && !input.encoding().equals(StandardCharsets.UTF_16);
  }

  /** Whether it can be read twice. */
  boolean isFile() {
    return path != null && Files.isRegularFile(path);
  }

  /** Whether the path, if there is one, is of a copy of what can be read once. */
  boolean isCopy() {
    return path == null || !place.equals(path.toString());
  }

  /** Bytes of a file; 0 of others, and if they cannot be read, which is reported later. */
  long size() {
    try {
      return isFile() ? Files.size(path) : 0; // a File would lose a name that is not UTF-8
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * With what its first bytes tell of the format.
   *
   * @throws SkippedException if it cannot be read, as the following methods, or is no text
   */
  Source guessed(Input input) throws IOException {
    if (!isFile() || content.packing() == Packing.EXTRACTED) {
      checkKind(input);
      return this;
    }
    try (Opened opened = open(InputStream.nullInputStream(), input)) {
      byte[] start = opened.start();
      Source source = opened.source.with(opened.source.content.guessed(start, false, input));
      source.checkKind(input);
      if (!source.format().isRecords()) {
        source.withEncodingOf(start, input).checkText(start);
      }
      return source;
    }
  }

  Source withEncodingOf(byte[] bytes, Input input) {
    return with(content.encoded(bytes, input));
  }

  /** With all that is needed to read records: encoding and columns. */
  Source withRecordsOf(byte[] start, Input input) throws IOException {
    Source source = withEncodingOf(start, input);
    return source.with(source.content.withColumns(source, start, input));
  }

  /** The bytes as they lie in the file, or of a command that is made for it. */
  private InputStream raw(InputStream standardInput, Input input) throws IOException {
    if (content.packing() == Packing.EXTRACTED) {
      checkKind(input);
      return Extraction.of(path, input.extract());
    }
    return rawStream(standardInput);
  }

  /** The bytes as they lie in the file. */
  InputStream rawStream(InputStream standardInput) throws IOException {
    return path != null
        ? readable(() -> Files.newInputStream(path))
        : new FilterInputStream(standardInput) {
          @Override
          public void close() {}
        };
  }

  /**
   * A source and its bytes, which are not packed any more.
   *
   * @param source whose packing is known
   * @param in can go back over the first bytes
   */
  record Opened(Source source, InputStream in) implements Closeable {

    /** The first bytes, which are read again; of what is damaged those before. */
    byte[] start() throws IOException {
      byte[] start = new byte[START_BYTES];
      int length = 0;
      in.mark(START_BYTES);
      try {
        for (int read = 0; read >= 0 && length < START_BYTES; length += Math.max(0, read)) {
          read = in.read(start, length, START_BYTES - length);
        }
      } catch (SkippedException e) {
        // it is met again
      }
      in.reset();
      return Arrays.copyOf(start, length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  Opened open(InputStream standardInput, Input input) throws IOException {
    InputStream raw = new BufferedInputStream(raw(standardInput, input));
    try {
      Packing found = content.packing() == Packing.EXTRACTED ? Packing.EXTRACTED : Packing.of(raw);
      if (content.packing() != found && found == Packing.NONE) {
        throw new SkippedException(
            "damaged", "is damaged: no ." + content.packing() + ", as its name says");
      }
      boolean isPacked = found == Packing.GZIP || found == Packing.ZSTD;
      InputStream in = isPacked ? unpacked(found, raw) : raw;
      return new Opened(with(content.packedAs(found)), in);
    } catch (IOException | RuntimeException e) {
      IOUtils.closeWhileHandlingException(raw);
      throw e;
    }
  }

  private static InputStream unpacked(Packing packing, InputStream raw) throws IOException {
    return new BufferedInputStream(packing.unpack(raw)) {
      @Override
      public int available() throws IOException {
        return Math.max(super.available(), raw.available());
      }
    };
  }

  /** When the file was changed, as {@link TextDocument#rank} has it. */
  long modified() throws IOException {
    return TextDocument.rank((double) readable(() -> Files.getLastModifiedTime(path)).toMillis());
  }

  RawText whole(Input input) throws IOException {
    checkKind(input);
    if (content.packing() == Packing.NONE && isFile()) {
      long size = size();
      if (size > RawText.MAX_BYTES) {
        return new RawText(this, 0, 0, null, size);
      }
      byte[] bytes = readable(() -> Files.readAllBytes(path));
      if (Packing.of(bytes) == Packing.NONE) {
        return new RawText(this, 0, 0, new BytesRef(bytes), bytes.length).encoded(input);
      }
    }
    try (Opened opened = open(InputStream.nullInputStream(), input)) {
      return RawText.whole(opened.source, opened.in).encoded(input);
    }
  }

  private static <T> T readable(IOSupplier<T> read) throws IOException {
    try {
      return read.get();
    } catch (FileSystemException e) {
      throw SkippedException.unreadable(e);
    }
  }

  /** A file that the command line names, as {@link FileNames#path} has it. */
  public static Path path(String name) {
    return FileNames.path(name);
  }
}
