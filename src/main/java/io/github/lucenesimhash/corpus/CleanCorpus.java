package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.util.IOUtils;

/**
 * The input less its duplicates, record by record and byte by byte, in its own formats, encodings
 * and packings: what could not be read is copied too. All of it appears at once when {@link
 * #complete}.
 */
public final class CleanCorpus implements Closeable {

  private final String option;
  private final Path target;
  private final Path part;

  /** Of the file to be; null for a folder of all files. */
  private final Format format;

  private final Packing packing;

  private final InputDocuments documents;
  private final Sources sources;
  private final JsonFactory jsonFactory;
  private BitSet duplicates = new BitSet();

  /** Of the file that is written; null if it is empty. */
  private Charset charset;

  private Columns columns;

  /** A file that was written whose last value lacks its end quote; null if there is none. */
  private Source open;

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
    Format named = Format.of(target.toString());
    packing = Packing.of(target.toString());
    if (packing == Packing.EXTRACTED) {
      throw new BadInput(option + " would be a ." + extension(target) + ", expected .jsonl");
    }
    format = named.isRecords() ? named : null;
    sources = documents.corpus.sources;
    checkFormats(sources.all.stream().filter(Source::isFile).toList());
    if (Files.exists(target) && (format == null || !Files.isRegularFile(target))) {
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
      if (format == null && !names.add(name(source))) {
        throw new BadInput(option + " would hold two files named '" + name(source) + "'");
      }
    }
  }

  private static String extension(Path file) {
    String name = file.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** What a stream holds is known once it was read. */
  private void checkFormats(List<Source> known) {
    if (format != null && format != Format.JSON_LINES && !areAll(known)) {
      throw new BadInput(
          "%s can take the lines of .%s files only, expected .jsonl", option, format);
    }
  }

  private boolean areAll(List<Source> known) {
    return known.stream().allMatch(source -> source.format() == format);
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
    checkFormats(sources.all);
    duplicates = without;
    charset = null;
    open = null;
    close(); // what a killed run of this process id left
    try (WritableByteChannel out = format == null ? null : create(part, packing)) {
      writeSources(out);
    } catch (FileSystemException e) {
      throw unusable(e);
    }
    Corpus corpus = documents.corpus;
    if (format != null && !corpus.skipped().unread.isEmpty() && !areAll(sources.all)) {
      corpus.terminal.note(option + " lacks what was skipped of files of another format");
    }
  }

  private static WritableByteChannel create(Path file, Packing packing) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return packing == Packing.NONE
        ? channel
        : Channels.newChannel(packing.pack(Channels.newOutputStream(channel)));
  }

  private BadInput unusable(IOException e) {
    return new BadInput(option + " cannot be written: " + BadInput.reason(e));
  }

  /** The files in input order, into one file or each into its own. */
  private void writeSources(WritableByteChannel out) throws IOException {
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
    boolean isWhole = !source.format().isRecords();
    int duplicate = duplicates.nextSetBit(from);
    if (duplicate < 0 || duplicate >= to) {
      Files.copy(source.path(), file);
    } else if (!isWhole) {
      Packing own = source.content().packing();
      if (own == Packing.EXTRACTED) {
        throw new BadInput(
            "%s would hold a part of '%s', which cannot be written, expected a name in .jsonl",
            option, source.place());
      }
      charset = null;
      try (WritableByteChannel out = create(file, own)) {
        copyRecords(source.index(), from, to, out);
      }
    }
  }

  private void append(Source source, int from, int to, WritableByteChannel out) throws IOException {
    if (source.format() == format) {
      if (open != null) {
        throw new BadInput(
            "%s would lose '%s' in a quote that '%s' does not end, expected a new folder",
            option, source.place(), open.place());
      }
      copyRecords(source.index(), from, to, out);
      open = format == Format.CSV && endsInQuote(source.index(), from, to) ? source : null;
      return;
    }
    charset = charset == null ? StandardCharsets.UTF_8 : charset;
    Input input = documents.corpus.input;
    JsonGenerator json = jsonFactory.createGenerator(Channels.newWriter(out, charset));
    for (int i = duplicates.nextClearBit(from); i < to; i = duplicates.nextClearBit(i + 1)) {
      json.writeStartObject();
      json.writeStringField(input.idField(), documents.id(i));
      json.writeStringField(input.textField(), documents.text(i));
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }

  /** The file less the records of duplicates; its last record gets an end. */
  private void copyRecords(int index, int from, int to, WritableByteChannel out)
      throws IOException {
    Source source = sources.unpacked(index);
    ByteBuffer newline = ByteBuffer.wrap(Encoding.newline(source.charset()));
    try (FileChannel in = FileChannel.open(source.path())) {
      long copied = in.size() == 0 ? 0 : start(source, in);
      for (int i : duplicates.get(from, to).stream().toArray()) {
        Documents.Row duplicate = documents.rows.get(from + i);
        copy(in, copied, duplicate.offset(), out);
        copied = duplicate.offset() + duplicate.bytes() + newline.capacity();
      }
      copy(in, copied, in.size(), out);
      ByteBuffer last = ByteBuffer.allocate(newline.capacity());
      if (copied < in.size() && in.read(last, in.size() - last.capacity()) > 0) {
        if (!last.flip().equals(newline)) {
          out.write(newline);
        }
      }
    }
    if (sources.isDamaged(index)) {
      String lacking = " lacks what follows the damage in '" + source.place() + "'";
      documents.corpus.terminal.note(option + lacking);
    }
  }

  private boolean endsInQuote(int index, int from, int to) throws IOException {
    Source source = sources.unpacked(index);
    Documents.Row last = to > from ? documents.rows.get(to - 1) : null;
    try (FileChannel in = FileChannel.open(source.path())) {
      in.position(last == null ? 0 : last.offset() + last.bytes());
      Lines lines = new Lines(Channels.newInputStream(in), source, Corpus.Position.START);
      while (lines.next() != null) {}
      return lines.isOpen();
    }
  }

  /**
   * Where to begin: a file that follows another leaves out its byte order mark and the names of its
   * columns; the first leaves out a mark that means nothing.
   */
  private long start(Source source, FileChannel in) throws IOException {
    byte[] mark = Encoding.mark(source.charset());
    ByteBuffer first = ByteBuffer.allocate(mark.length);
    in.read(first, 0);
    boolean isMarked = first.flip().equals(ByteBuffer.wrap(mark));
    if (charset == null) {
      charset = source.charset();
      columns = source.content().columns();
      boolean isHabit = charset.equals(StandardCharsets.UTF_8) && source.format() != Format.CSV;
      return isMarked && isHabit ? mark.length : 0;
    }
    if (!charset.equals(source.charset()) || !Objects.equals(columns, source.content().columns())) {
      throw new BadInput(
          "%s would hold %s and %s of '%s', expected a new folder",
          option,
          name(charset, columns),
          name(source.charset(), source.content().columns()),
          source.place());
    }
    if (columns != null) {
      Lines lines = new Lines(Channels.newInputStream(in), source, Corpus.Position.START);
      lines.next();
      return lines.position.offset();
    }
    return isMarked ? mark.length : 0;
  }

  private static String name(Charset charset, Columns columns) {
    return columns == null
        ? charset.toString()
        : charset + " with columns " + columns.names() + " by '" + columns.separator() + "'";
  }

  private void copy(FileChannel in, long from, long to, WritableByteChannel out)
      throws IOException {
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
