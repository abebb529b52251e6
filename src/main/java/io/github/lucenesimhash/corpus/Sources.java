package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.IOUtils;

/**
 * The files and streams of a run's input by index, each file only once. Records are read as UTF-8.
 * If the input is read twice, streams and records in other forms (packed, with a byte order mark,
 * in another encoding, in Parquet) are first written into temporary files.
 */
final class Sources implements Closeable {

  private final Input input;
  final List<Source> all;
  private final Map<Integer, Path> copies = new HashMap<>();
  private final Map<Integer, SkippedException> damaged = new HashMap<>();
  final List<Path> temporary = new ArrayList<>();

  /** Searches for the files, but does not read them. */
  Sources(Input input, SkipReport skipped) throws IOException {
    this.input = input;
    all = new FileSearch(input, skipped).files();
  }

  /** Returns the total size of all sources in bytes, or {@link Terminal#UNKNOWN}. */
  long bytes() {
    boolean isKnown =
        all.stream()
            .allMatch(
                source ->
                    source.isFile()
                        && source.format() != Format.PARQUET
                        && Packing.of(source.id()) == Packing.NONE);
    return isKnown ? all.stream().mapToLong(Source::size).sum() : Terminal.UNKNOWN;
  }

  /**
   * Opens a source. Whole texts are unpacked, but keep their encoding; records are in UTF-8 without
   * a byte order mark.
   *
   * @throws SkippedException if the source cannot be read
   */
  InputStream open(int index, InputStream standardInput) throws IOException {
    Source source = all.get(index);
    if (copies.containsKey(index)) {
      return Files.newInputStream(copies.get(index));
    }
    if (source.format() == Format.PARQUET) {
      Path rows = temporary();
      try {
        ParquetRows.write(source, rows, input.fields());
      } catch (SkippedException e) {
        Files.delete(rows);
        throw e;
      } catch (IOException e) {
        throw TemporaryBytes.failed(e);
      }
      return Files.newInputStream(rows, StandardOpenOption.DELETE_ON_CLOSE);
    }
    InputStream in = source.open(standardInput);
    if (!source.format().isRecords()) {
      return in;
    }
    try {
      boolean isGiven =
          input.encoding() != null && !input.encoding().equals(StandardCharsets.UTF_16);
      Charset charset =
          isGiven ? input.encoding() : Encoding.of(start(in), input.encoding(), false);
      all.set(index, source.in(charset));
      return Encoding.utf8(in, charset);
    } catch (IOException | RuntimeException e) {
      IOUtils.closeWhileHandlingException(in);
      throw e;
    }
  }

  /** Returns the first bytes, only up to damage if there is any, and resets the stream. */
  private static byte[] start(InputStream in) throws IOException {
    byte[] start = new byte[Source.START_BYTES];
    int length = 0;
    in.mark(start.length);
    try {
      for (int read = 0; read >= 0 && length < start.length; length += Math.max(0, read)) {
        read = in.read(start, length, start.length - length);
      }
    } catch (SkippedException e) {
      // thrown again when the rest is read
    }
    in.reset();
    return Arrays.copyOf(start, length);
  }

  /** Copies sources that cannot be read again as they are into temporary files. */
  void makeRepeatable(InputStream standardInput) throws IOException {
    for (int index = 0; index < all.size(); index++) {
      Source source = all.get(index);
      if (source.format().isRecords() ? !isPlain(source) : !source.isFile()) {
        copy(index, standardInput);
      }
    }
  }

  /** Returns whether a source is a file with unpacked records in UTF-8 without a mark. */
  private boolean isPlain(Source source) throws IOException {
    if (!source.isFile() || source.format() == Format.PARQUET) {
      return false;
    }
    try (InputStream in = Files.newInputStream(source.path())) {
      byte[] start = in.readNBytes(Source.START_BYTES);
      return Packing.of(start) == Packing.NONE
          && !Encoding.isMarked(start)
          && Encoding.of(start, input.encoding(), false).equals(StandardCharsets.UTF_8);
    } catch (IOException e) {
      return true; // thrown again when the file is read
    }
  }

  private void copy(int index, InputStream standardInput) throws IOException {
    Path copy = temporary();
    boolean isTable = all.get(index).format() == Format.PARQUET;
    try {
      if (isTable) {
        ParquetRows.write(all.get(index), copy, input.fields());
      } else {
        write(index, standardInput, copy);
      }
    } catch (IOException e) {
      throw TemporaryBytes.failed(e);
    } catch (SkippedException e) {
      damaged.put(index, e);
      if (isTable) {
        Files.write(copy, new byte[0]);
      } else if (all.get(index).format().isRecords()) {
        RawText.cutLine(copy);
      }
    }
    copies.put(index, copy);
  }

  private void write(int index, InputStream standardInput, Path copy) throws IOException {
    try (InputStream in = open(index, standardInput);
        OutputStream out = Files.newOutputStream(copy)) {
      in.transferTo(out);
    }
  }

  private Path temporary() throws IOException {
    Path file = Files.createTempFile("lucene-simhash", ".input");
    file.toFile().deleteOnExit();
    temporary.add(file);
    return file;
  }

  /** Returns a source with the path of its temporary copy, if it has one. */
  Source stored(int index) {
    Source source = all.get(index);
    return copies.containsKey(index) ? source.at(copies.get(index)) : source;
  }

  /** Returns the damage that ended the copy of a source, or null if there was none. */
  SkippedException damage(int index) {
    return damaged.get(index);
  }

  @Override
  public void close() throws IOException {
    IOUtils.deleteFilesIfExist(temporary);
  }
}
