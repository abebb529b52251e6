package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;

/**
 * A file or stream to read.
 *
 * @param index the index in {@link Sources}
 * @param id the id of a file that is one document, and the start of the ids of records without an
 *     id
 * @param place the name of the file in messages
 * @param path the path, or null for standard input
 * @param stamp the stamp of the file when it was found, or null for a stream, which cannot be read
 *     twice
 * @param charset the encoding, or null before the first bytes were read
 * @param columns the columns of a table after its first line was read, or null if there are none
 */
public record Source(
    int index,
    String id,
    String place,
    Path path,
    Stamp stamp,
    Format format,
    Charset charset,
    Columns columns) {

  /** The number of first bytes that indicate the encoding. */
  static final int START_BYTES = 1 << 16;

  /** The properties of a file that change when the file is written. */
  record Stamp(long bytes, FileTime modified) {

    static Stamp of(BasicFileAttributes file) {
      return new Stamp(file.size(), file.lastModifiedTime());
    }
  }

  static Source of(String id, String place, Path file, Stamp stamp, Input input) {
    Format format = input.format() != null ? input.format() : Format.of(id);
    Charset known = format == Format.PARQUET ? StandardCharsets.UTF_8 : null;
    return new Source(0, id, place, file, stamp, format, known, null);
  }

  Source at(int newIndex) {
    return new Source(newIndex, id, place, path, stamp, format, charset, columns);
  }

  Source at(Path copy) {
    return new Source(index, id, place, copy, stamp, format, charset, columns);
  }

  Source in(Charset encoding) {
    return new Source(index, id, place, path, stamp, format, encoding, columns);
  }

  Source with(Columns names) {
    return new Source(index, id, place, path, stamp, format, charset, names);
  }

  /** Returns the character between the name of a file and the number of a record. */
  char separator() {
    return format == Format.PARQUET ? '#' : ':';
  }

  /** Returns the number of the record at a line: the line, from 1, or a Parquet row, from 0. */
  long number(long line) {
    return format == Format.PARQUET ? line - 1 : line;
  }

  /** Returns whether the records have named fields or columns; also true for fingerprints. */
  boolean hasFields() {
    return format.isRecords() && (format != Format.TSV || columns != null);
  }

  boolean isFile() {
    return stamp != null;
  }

  /** Returns whether a file has the size and time it was found with; always true for a stream. */
  boolean isUnchanged() throws IOException {
    return !isFile()
        || (Files.exists(path)
            && stamp.equals(Stamp.of(Files.readAttributes(path, BasicFileAttributes.class))));
  }

  /** Returns the size of a file in bytes; 0 for streams and unreadable files, reported later. */
  long size() {
    try {
      return path == null ? 0 : Files.size(path); // a File would lose a name that is not UTF-8
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Opens the unpacked bytes. The stream supports {@link InputStream#mark}.
   *
   * @throws SkippedException if the source cannot be read
   */
  InputStream open(InputStream standardInput) throws IOException {
    InputStream raw =
        new BufferedInputStream(
            path != null
                ? readable(() -> Files.newInputStream(path))
                : new FilterInputStream(standardInput) {
                  @Override
                  public void close() {}
                });
    try {
      Packing packing = Packing.of(raw);
      return packing == Packing.NONE ? raw : unpacked(packing, raw);
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

  /** Returns the time of the file's last change, as a {@link TextDocument#rank}. */
  long modified() throws IOException {
    return TextDocument.rank((double) readable(() -> Files.getLastModifiedTime(path)).toMillis());
  }

  /** Reads a file that is one text. */
  RawText whole(Input input) throws IOException {
    long size = size();
    if (size > RawText.MAX_BYTES) {
      return new RawText(this, 0, 0, null, size);
    }
    byte[] bytes = readable(() -> Files.readAllBytes(path));
    Packing packing = Packing.of(bytes);
    if (packing == Packing.NONE) {
      return new RawText(this, 0, 0, bytes, bytes.length).encoded(input);
    }
    try (InputStream in = packing.unpack(new ByteArrayInputStream(bytes))) {
      return RawText.whole(this, in).encoded(input);
    }
  }

  static <T> T readable(IOSupplier<T> read) throws IOException {
    try {
      return read.get();
    } catch (FileSystemException e) {
      throw SkippedException.unreadable(e);
    }
  }

  /** Returns the path of a file that the command line names, as {@link FileNames#path} does. */
  public static Path path(String name) {
    return FileNames.path(name);
  }
}
