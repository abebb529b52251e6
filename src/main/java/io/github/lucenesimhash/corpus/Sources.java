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
 * The files of a run's input, each once, whatever its names; by index. Records are read as UTF-8.
 * Where they are read again, those that lie otherwise in the input (packed, in another encoding, as
 * a table, in a pipe) are written into temporary files first.
 */
final class Sources implements Closeable {

  private final Input input;
  final List<Source> all;
  private final Map<Integer, Path> copies = new HashMap<>();
  private final Map<Integer, SkippedException> damaged = new HashMap<>();
  final List<Path> temporary = new ArrayList<>();

  /** Looks for the files; reads none. */
  Sources(Input input, SkipReport skipped) throws IOException {
    this.input = input;
    all = new FileSearch(input, skipped).files();
  }

  /** In all, or {@link Terminal#UNKNOWN}. */
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
   * Opens a source: a text as it lies in the input, unpacked; records in UTF-8 without a mark.
   *
   * @throws SkippedException if it cannot be read
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

  /** The first bytes, which are read again; of what is damaged those before. */
  private static byte[] start(InputStream in) throws IOException {
    byte[] start = new byte[Source.START_BYTES];
    int length = 0;
    in.mark(start.length);
    try {
      for (int read = 0; read >= 0 && length < start.length; length += Math.max(0, read)) {
        read = in.read(start, length, start.length - length);
      }
    } catch (SkippedException e) {
      // it is met again
    }
    in.reset();
    return Arrays.copyOf(start, length);
  }

  /** Writes what cannot be read again as it is into temporary files. */
  void makeRepeatable(InputStream standardInput) throws IOException {
    for (int index = 0; index < all.size(); index++) {
      Source source = all.get(index);
      if (source.format().isRecords() ? !isPlain(source) : !source.isFile()) {
        copy(index, standardInput);
      }
    }
  }

  /** Whether the bytes of a file are its records. */
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
      return true; // it is met again
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

  /** Returns a source in the file that is read again. */
  Source stored(int index) {
    Source source = all.get(index);
    return copies.containsKey(index) ? source.at(copies.get(index)) : source;
  }

  /** Returns the damage that ended the copy of a source; null if there was none. */
  SkippedException damage(int index) {
    return damaged.get(index);
  }

  @Override
  public void close() throws IOException {
    IOUtils.deleteFilesIfExist(temporary);
  }
}
