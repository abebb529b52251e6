package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.IOUtils;

/**
 * The files of a run's input, each once, whatever its names; by index. What is packed and has to be
 * read again is unpacked into temporary files.
 */
final class Sources implements Closeable {

  private final Input input;
  final List<Source> all;
  private final Map<Integer, Source> unpacked = new HashMap<>();
  final List<Path> temporary = new ArrayList<>();

  /** Whether unpacked tables are deleted once they are read. */
  boolean areReadOnce;

  private final BitSet damaged = new BitSet();

  /** Looks for the files; reads their first bytes at most. */
  Sources(Input input, SkipReport skipped) throws IOException {
    this.input = input;
    all = new FileSearch(input, skipped).files();
  }

  /** In all, or {@link Terminal#UNKNOWN}. */
  long bytes() {
    boolean isKnown = all.stream().allMatch(s -> s.isFile() && isAsRead(s));
    return isKnown ? all.stream().mapToLong(Source::size).sum() : Terminal.UNKNOWN;
  }

  /** Whether the file holds what is read of it. */
  private static boolean isAsRead(Source source) {
    return source.content().packing() == Packing.NONE && source.format() != Format.PARQUET;
  }

  /** Opens a source, and looks at the first bytes for what it holds. */
  Source.Opened open(int index, InputStream standardInput) throws IOException {
    if (all.get(index).format() == Format.PARQUET) {
      Path rows = unpacked(index).path();
      if (!areReadOnce) {
        return new Source.Opened(all.get(index), Files.newInputStream(rows));
      }
      unpacked.remove(index);
      InputStream last = Files.newInputStream(rows, StandardOpenOption.DELETE_ON_CLOSE);
      return new Source.Opened(all.get(index), last);
    }
    Source.Opened opened = all.get(index).open(standardInput, input);
    try {
      Source source = opened.source();
      byte[] start = source.isNamed(input) ? new byte[0] : opened.start();
      if (!source.isFile()) {
        source = source.with(source.content().guessed(start, true, input));
      }
      if (source.format().isRecords()) {
        source = source.withRecordsOf(start, input);
      }
      all.set(index, source);
      return new Source.Opened(source, opened.in());
    } catch (IOException | RuntimeException e) {
      IOUtils.closeWhileHandlingException(opened);
      throw e;
    }
  }

  /** Copies standard input and pipes to files, so that they can be read again. */
  void makeRepeatable(InputStream standardInput) throws IOException {
    for (int i = 0; i < all.size(); i++) {
      Source source = all.get(i);
      if (!source.isFile()) {
        try (InputStream in = source.rawStream(standardInput)) {
          Path copy = temporary();
          Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
          all.set(i, new Source(i, source.id(), source.place(), copy, source.content()));
          try (Source.Opened opened = all.get(i).open(standardInput, input)) {
            Content content = opened.source().content();
            all.set(i, opened.source().with(content.guessed(opened.start(), true, input)));
          }
        } catch (SkippedException e) {
          // it is counted when it is read
        }
      }
    }
  }

  private Path temporary() throws IOException {
    Path file = Files.createTempFile("lucene-simhash", ".input");
    file.toFile().deleteOnExit();
    temporary.add(file);
    return file;
  }

  /**
   * A source whose records, or what was extracted, lie in a file as they are read; by any thread.
   *
   * @throws SkippedException if it is a table that cannot be read
   */
  synchronized Source unpacked(int index) throws IOException {
    Source source = all.get(index);
    if (source.format().isRecords() && source.charset() == null) {
      open(index, InputStream.nullInputStream()).close();
      source = all.get(index);
    }
    Packing packing = source.content().packing();
    if (isAsRead(source) || (packing != Packing.EXTRACTED && !source.format().isRecords())) {
      return source;
    }
    Source before = unpacked.get(index);
    if (before == null) {
      before = source.unpackedTo(temporary());
      if (source.format() == Format.PARQUET) {
        writeRows(source, before.path());
      } else {
        unpack(source, before);
      }
      unpacked.put(index, before);
    }
    return before;
  }

  private void writeRows(Source source, Path target) throws IOException {
    try {
      ParquetRows.write(source, target, input.fields());
    } catch (SkippedException e) {
      Files.delete(target);
      throw e;
    }
  }

  private void unpack(Source source, Source target) throws IOException {
    try (Source.Opened opened = source.open(InputStream.nullInputStream(), input);
        OutputStream out = Files.newOutputStream(target.path())) {
      opened.in().transferTo(out);
    } catch (SkippedException e) {
      damaged.set(source.index());
      if (source.format().isRecords()) {
        cutBrokenRecord(target);
      }
    }
  }

  /** Whether a source that was unpacked has an end that cannot be read. */
  boolean isDamaged(int index) {
    return damaged.get(index);
  }

  /** Cuts off a last record without a line end, as a damaged file leaves it. */
  private static void cutBrokenRecord(Source target) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(target.path()));
        FileChannel file = FileChannel.open(target.path(), StandardOpenOption.WRITE)) {
      Lines lines = new Lines(in, target);
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        if (lines.offset == line.offset() + line.length()) {
          file.truncate(line.offset());
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.deleteFilesIfExist(temporary);
  }
}
