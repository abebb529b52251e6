package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.corpus.Source.Format;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.util.IOUtils;

/**
 * The input less its duplicates, byte by byte: what could not be read is copied too. All of it
 * appears at once when {@link #complete}.
 */
public final class CleanCorpus implements Closeable {

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String option;
  private final Path target;
  private final Path part;

  /** Of the file to be; TEXT for a folder of all files. */
  private final Format format;

  private final InputDocuments documents;
  private final Sources sources;
  private final JsonFactory jsonFactory;
  private BitSet duplicates = new BitSet();

  /**
   * Checks the target, a file to be or a folder to be.
   *
   * @param jsonFactory for texts that become lines of JSON
   * @throws BadInput if it cannot be written there, or it is there
   */
  public CleanCorpus(Path target, InputDocuments documents, JsonFactory jsonFactory) {
    this.target = target;
    this.documents = documents;
    this.jsonFactory = jsonFactory;
    option = "--write-clean '" + target + "'";
    format = Format.of(target.toString());
    sources = documents.corpus.sources;
    if (format == Format.TSV && !areAll(Format.TSV)) {
      throw new BadInput(option + " can take the lines of .tsv files only, expected .jsonl");
    }
    if (Files.exists(target) && (format == Format.TEXT || !Files.isRegularFile(target))) {
      throw new BadInput(option + " exists already, expected the name of a new folder");
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInput(option + " is in a folder that does not exist");
    }
    long pid = ProcessHandle.current().pid();
    part = folder.resolve("." + target.getFileName() + "." + pid + ".part");
    Set<Path> names = new HashSet<>();
    for (Source source : sources.all) {
      if (format == Format.TEXT && !names.add(name(source))) {
        throw new BadInput(option + " would hold two files named '" + name(source) + "'");
      }
    }
  }

  private boolean areAll(Format expected) {
    return sources.all.stream().allMatch(source -> source.format() == expected);
  }

  /** Within the folder: the file's name as it was given, or its path within its folder. */
  static Path name(Source source) {
    Path path = Path.of(source.id()).normalize();
    Path name = path.getRoot() == null ? path : path.getRoot().relativize(path);
    while (name.startsWith("..") && name.getNameCount() > 1) {
      name = name.subpath(1, name.getNameCount());
    }
    return name;
  }

  /** Writes all but these documents, beside the target. */
  public void write(BitSet without) throws IOException {
    duplicates = without;
    close(); // what a killed run of this process id left
    try (FileChannel out = format == Format.TEXT ? null : create(part)) {
      writeSources(out);
    } catch (FileSystemException e) {
      throw unusable(e);
    }
    Corpus corpus = documents.corpus;
    if (format != Format.TEXT && !corpus.skipped().unread.isEmpty() && !areAll(format)) {
      corpus.terminal.note(option + " lacks what was skipped of files of another format");
    }
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private BadInput unusable(IOException e) {
    return new BadInput(option + " cannot be written: " + BadInput.reason(e));
  }

  /** The files in input order, into one file or each into its own. */
  private void writeSources(FileChannel out) throws IOException {
    int from = 0;
    for (int i = 0; i < sources.all.size(); i++) {
      int to = from;
      while (to < documents.count() && documents.rows.get(to).source() == i) {
        to++;
      }
      Source source = sources.all.get(i);
      boolean isRead = to > from; // what could not be read has no document
      if (isRead || (source.isFile() && Files.isReadable(source.path()))) {
        if (out != null) {
          append(source, from, to, out);
        } else {
          writeFile(source, from, to);
        }
      }
      from = to;
    }
  }

  private void writeFile(Source source, int from, int to) throws IOException {
    Path file = part.resolve(name(source));
    Files.createDirectories(file.getParent());
    if (source.format() != Format.TEXT && from < to) {
      try (FileChannel out = create(file)) {
        copyLines(source, from, to, out);
      }
    } else if (from == to || !duplicates.get(from)) {
      Files.copy(source.path(), file);
    }
  }

  private void append(Source source, int from, int to, FileChannel out) throws IOException {
    if (source.format() == format) {
      copyLines(source, from, to, out);
      return;
    }
    Input input = documents.corpus.input;
    JsonGenerator json =
        jsonFactory.createGenerator(Channels.newWriter(out, StandardCharsets.UTF_8));
    for (int i = duplicates.nextClearBit(from); i < to; i = duplicates.nextClearBit(i + 1)) {
      json.writeStartObject();
      json.writeStringField(input.idField(), documents.id(i));
      json.writeStringField(input.textField(), documents.text(i));
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }

  /** The file less the lines of duplicates and its byte order mark; its last line gets an end. */
  private void copyLines(Source source, int from, int to, FileChannel out) throws IOException {
    try (FileChannel in = FileChannel.open(source.path())) {
      ByteBuffer first = ByteBuffer.allocate(MARK.length);
      in.read(first, 0);
      long copied = first.flip().equals(ByteBuffer.wrap(MARK)) ? MARK.length : 0;
      for (int i : duplicates.get(from, to).stream().toArray()) {
        Documents.Row duplicate = documents.rows.get(from + i);
        copy(in, copied, duplicate.offset(), out);
        copied = duplicate.offset() + duplicate.bytes() + 1;
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
        throw new BadInput(option + ": an input changed while it was read");
      }
      at += bytes;
    }
  }

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
      IOUtils.rm(part);
    }
  }
}
