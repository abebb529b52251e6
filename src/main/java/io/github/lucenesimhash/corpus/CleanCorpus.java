package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.corpus.Source.Format;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The input less its duplicates, byte by byte: what could not be read is copied too. All of it
 * appears at once when {@link #complete}.
 */
public final class CleanCorpus implements Closeable {

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final JsonFactory JSON = new JsonFactoryBuilder().rootValueSeparator("").build();

  private final Path target;
  private final Path part;
  private final Input options;
  private final Corpus corpus;

  /** Null for a folder. */
  private final Format format;

  private CleanCorpus(Path target, Path part, Format format, Corpus corpus) {
    this.target = target;
    this.part = part;
    this.format = format;
    this.corpus = corpus;
    options = corpus.input();
  }

  /**
   * Where the clean corpus goes.
   *
   * @param target a file to be, or a folder to be; null for nothing
   * @throws BadInput if it cannot be written there, or it is there
   */
  public static CleanCorpus at(Path target, Corpus corpus) throws IOException {
    if (target == null) {
      return null;
    }
    String option = "--write-clean '" + target + "'";
    Format format = Source.formatOf(target.toString());
    if (format == Format.TSV && !corpus.sources().all(Format.TSV)) {
      throw new BadInput(option + " can take the lines of .tsv files only, expected .jsonl");
    }
    if (Files.exists(target) && (format == Format.TEXT || !Files.isRegularFile(target))) {
      throw new BadInput(option + " exists already, expected the name of a new folder");
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInput(option + " is in a folder that does not exist");
    }
    Set<Path> names = new HashSet<>();
    for (int i = 0; format == Format.TEXT && i < corpus.sources().size(); i++) {
      Path name = name(corpus.sources().get(i));
      if (!names.add(name)) {
        throw new BadInput(option + " would hold two files named '" + name + "'");
      }
    }
    Path part =
        folder.resolve("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    return new CleanCorpus(target, part, format == Format.TEXT ? null : format, corpus);
  }

  /**
   * Writes every record but the duplicates.
   *
   * @param duplicates the documents to leave out
   */
  public void write(InputDocuments documents, BitSet duplicates) throws IOException {
    try {
      if (format == null) {
        Files.createDirectory(part);
        eachSource(
            documents, (source, from, to) -> writeFile(source, documents, duplicates, from, to));
      } else {
        try (FileChannel out = create(part)) {
          eachSource(
              documents,
              (source, from, to) -> append(source, documents, duplicates, from, to, out));
        }
        if (corpus.skipped().unread() > 0 && !corpus.sources().all(format)) {
          corpus
              .terminal()
              .note(
                  "--write-clean '"
                      + target
                      + "' lacks what was skipped of files of another format");
        }
      }
    } catch (FileSystemException e) {
      throw unusable(e);
    }
  }

  private BadInput unusable(IOException e) {
    return new BadInput("--write-clean '" + target + "' cannot be written: " + BadInput.reason(e));
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  /** Takes a file and the numbers of its documents. */
  private interface SourceSink {
    void accept(Source source, int from, int to) throws IOException;
  }

  /** The files in input order; those that could not be read have no document. */
  private void eachSource(InputDocuments documents, SourceSink sink) throws IOException {
    int count = documents.table().documentCount();
    int from = 0;
    for (int i = 0; i < corpus.sources().size(); i++) {
      int to = from;
      while (to < count && documents.sourceNumber(to) == i) {
        to++;
      }
      Source source = corpus.sources().get(i);
      if (to > from || (source.isFile() && Files.isReadable(source.path()))) {
        sink.accept(source, from, to);
      }
      from = to;
    }
  }

  private void writeFile(
      Source source, InputDocuments documents, BitSet duplicates, int from, int to)
      throws IOException {
    Path file = part.resolve(name(source));
    Files.createDirectories(file.getParent());
    if (source.format() != Format.TEXT && from < to) {
      try (FileChannel out =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        copyLines(source, documents, duplicates, from, to, out);
      }
    } else if (from == to || !duplicates.get(from)) {
      Files.copy(source.path(), file);
    }
  }

  private void append(
      Source source, InputDocuments documents, BitSet duplicates, int from, int to, FileChannel out)
      throws IOException {
    if (source.format() == format) {
      copyLines(source, documents, duplicates, from, to, out);
      return;
    }
    JsonGenerator json = JSON.createGenerator(Channels.newOutputStream(out));
    for (int i = duplicates.nextClearBit(from); i < to; i = duplicates.nextClearBit(i + 1)) {
      json.writeStartObject();
      json.writeStringField(options.idField(), documents.id(i));
      json.writeStringField(options.textField(), documents.text(i));
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }

  /** The file less the lines of duplicates and its byte order mark; its last line gets an end. */
  private void copyLines(
      Source source, InputDocuments documents, BitSet duplicates, int from, int to, FileChannel out)
      throws IOException {
    try (FileChannel in = FileChannel.open(source.path())) {
      ByteBuffer first = ByteBuffer.allocate(MARK.length);
      in.read(first, 0);
      long copied = first.flip().equals(ByteBuffer.wrap(MARK)) ? MARK.length : 0;
      for (int i = duplicates.nextSetBit(from);
          i >= 0 && i < to;
          i = duplicates.nextSetBit(i + 1)) {
        copy(in, copied, documents.start(i), out);
        copied = documents.end(i);
      }
      copy(in, copied, in.size(), out);
      ByteBuffer last = ByteBuffer.wrap(new byte[] {'\n'});
      if (copied < in.size() && in.read(last, in.size() - 1) == 1 && last.array()[0] != '\n') {
        out.write(ByteBuffer.wrap(new byte[] {'\n'}));
      }
    }
  }

  private void copy(FileChannel in, long from, long to, FileChannel out) throws IOException {
    for (long at = from; at < to; ) {
      long bytes = in.transferTo(at, to - at, out);
      if (bytes <= 0) {
        throw new BadInput("--write-clean '" + target + "': an input changed while it was read");
      }
      at += bytes;
    }
  }

  /** Within the folder: the file's name as it was given, or its path within its folder. */
  private static Path name(Source source) {
    Path path = Path.of(source.id()).normalize();
    Path name = path.getRoot() == null ? path : path.getRoot().relativize(path);
    while (name.startsWith("..") && name.getNameCount() > 1) {
      name = name.subpath(1, name.getNameCount());
    }
    return name;
  }

  /** Puts the finished file or folder into its place. */
  public void complete() throws IOException {
    try {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      throw unusable(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (Files.exists(part)) {
      List<Path> left;
      try (Stream<Path> files = Files.walk(part)) {
        left = files.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : left) {
        Files.delete(path);
      }
    }
  }
}
