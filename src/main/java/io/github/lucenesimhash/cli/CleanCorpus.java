package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.cli.Source.Format;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The documents that are kept, as they were: lines byte by byte, files byte by byte. All of it
 * appears at once when {@link #complete}.
 */
final class CleanCorpus implements Closeable {

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Path target;
  private final Path part;
  private final InputOptions options;

  /** Null for a folder. */
  private final Format format;

  private CleanCorpus(Path target, Path part, Format format, InputOptions options) {
    this.target = target;
    this.part = part;
    this.format = format;
    this.options = options;
  }

  /**
   * @param target a file to be, or a folder to be; null for nothing
   * @throws BadInput if it cannot be written there, or it is there
   */
  static CleanCorpus at(Path target, Corpus corpus, InputOptions options) throws IOException {
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
    Path part =
        folder.resolve("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    return new CleanCorpus(target, part, format == Format.TEXT ? null : format, options);
  }

  void write(InputDocuments documents, DocumentGroups groups) throws IOException {
    BitSet duplicates = new BitSet();
    groups
        .groups()
        .forEach(
            group -> {
              for (int i = 0; i < group.size() - 1; i++) {
                duplicates.set(groups.table().document(group.member(i)));
              }
            });
    try {
      if (format == null) {
        writeFolder(documents, duplicates, groups.table().documentCount());
      } else {
        writeFile(documents, duplicates, groups.table().documentCount());
      }
    } catch (FileSystemException e) {
      throw unusable(e);
    }
  }

  private BadInput unusable(IOException e) {
    return new BadInput("--write-clean '" + target + "' cannot be written: " + BadInput.reason(e));
  }

  private void writeFile(InputDocuments documents, BitSet duplicates, int count)
      throws IOException {
    try (OutputStream out = open(part)) {
      for (int document = duplicates.nextClearBit(0);
          document < count;
          document = duplicates.nextClearBit(document + 1)) {
        if (documents.source(document).format() == format) {
          writeLine(out, documents, document);
        } else {
          writeJson(out, documents, document);
        }
      }
    }
  }

  private OutputStream open(Path file) throws IOException {
    return new BufferedOutputStream(
        NamedOutput.file("--write-clean '" + target + "'", Files.newOutputStream(file)));
  }

  private static void writeLine(OutputStream out, InputDocuments documents, int document)
      throws IOException {
    byte[] line = documents.raw(document);
    boolean marked =
        documents.isFirst(document)
            && line.length >= MARK.length
            && Arrays.equals(line, 0, MARK.length, MARK, 0, MARK.length);
    int start = marked ? MARK.length : 0;
    out.write(line, start, line.length - start);
    out.write('\n');
  }

  private void writeJson(OutputStream out, InputDocuments documents, int document)
      throws IOException {
    JsonGenerator json = Json.line(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    json.writeStartObject();
    json.writeStringField(options.idField, documents.id(document));
    json.writeStringField(options.textField, documents.text(document));
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  private void writeFolder(InputDocuments documents, BitSet duplicates, int count)
      throws IOException {
    Files.createDirectory(part);
    Set<Path> names = new HashSet<>();
    for (int document = 0; document < count; ) {
      Source source = documents.source(document);
      Path file = part.resolve(name(source));
      if (!names.add(file)) {
        throw new BadInput(
            "--write-clean '" + target + "' would hold two files named '" + name(source) + "'");
      }
      Files.createDirectories(file.getParent());
      if (!documents.isLine(document)) {
        if (!duplicates.get(document)) {
          Files.copy(source.path(), file);
        }
        document++;
      } else {
        try (OutputStream out = open(file)) {
          for (; document < count && documents.source(document).equals(source); document++) {
            if (!duplicates.get(document)) {
              writeLine(out, documents, document);
            }
          }
        }
      }
    }
  }

  /** Within the folder: a document's id, or a file's name. */
  private static Path name(Source source) {
    Path path =
        source.format() == Format.TEXT
            ? Path.of(source.id()).normalize()
            : Path.of(source.id()).getFileName();
    Path name = path.getRoot() == null ? path : path.getRoot().relativize(path);
    while (name.startsWith("..") && name.getNameCount() > 1) {
      name = name.subpath(1, name.getNameCount());
    }
    return name;
  }

  /** Puts the finished file or folder into its place. */
  void complete() throws IOException {
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
