package io.github.lucenesimhash.corpus;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import org.apache.lucene.util.IOUtils;

/**
 * Writes the input without its duplicates. A folder gets a file for each input file, in its format
 * and packing: a copy if the file has no duplicate, or else its other records in UTF-8. A single
 * file gets all records in UTF-8, of other formats as JSON lines. Records that could not be read
 * are copied unless their format changes. Of Parquet files, a folder lists the kept rows. The whole
 * output appears at once, by {@link #complete}.
 */
public final class CleanCorpus implements Closeable {

  /** The name of the file in an output folder that lists the kept rows of Parquet files. */
  private static final String ROWS = "kept-rows.csv";

  /**
   * The number of threads that pack a single output file; small files are not worth new threads.
   */
  private static final int PACKING_THREADS =
      Math.min(4, Runtime.getRuntime().availableProcessors());

  private final String option;
  private final Path target;
  private Draft draft; // null before write()

  /**
   * The format of the output file, or null if the output is a folder with a file for each source.
   */
  private final Format format;

  private final Packing packing;

  private final InputDocuments documents;
  private final Sources sources;
  private BitSet duplicates = new BitSet();
  private long unreadable; // the number of files without read permission

  /**
   * Checks the target: a new folder, or a file of records, which may exist.
   *
   * @throws BadInput if the target exists as anything else, lies in a folder that does not exist,
   *     has no usable name, or cannot hold the formats of the input
   */
  public CleanCorpus(Path target, InputDocuments documents) {
    this.target = target;
    this.documents = documents;
    option = "--write-clean '" + target + "'";
    if (target.toString().equals(Input.STANDARD_INPUT)) {
      throw new BadInput(
          option + " is standard output, expected the name of a file or a new folder");
    }
    Format named = Format.of(target.toString());
    packing = Packing.of(target.toString());
    if (named == Format.PARQUET) {
      throw new BadInput(
          option + " cannot be written as Parquet, expected .jsonl, or .csv to list the kept rows");
    }
    format = named.isRecords() ? named : null;
    sources = documents.corpus.sources;
    checkFormat();
    if (Files.exists(target) && (format == null || !Files.isRegularFile(target))) {
      throw new BadInput(option + " exists already, expected the name of a new folder");
    }
    Draft.checkFolder(option, target);
  }

  private void checkFormat() {
    boolean areRows = format == Format.CSV && areAll(Format.PARQUET);
    boolean isOne = sources.all.size() == 1 && areAll(format);
    if (format != null && format != Format.JSON_LINES && !isOne && !areRows) {
      throw new BadInput(
          "%s can only be written from one .%s file, expected .jsonl or a new folder",
          option, format);
    }
  }

  private boolean areAll(Format format) {
    return sources.all.stream().allMatch(source -> source.format() == format);
  }

  private boolean hasRows() {
    return sources.all.stream().anyMatch(source -> source.format() == Format.PARQUET);
  }

  /** Returns the file that lists the kept rows of Parquet files, or null if there is none. */
  public Path rows() {
    return !hasRows() || format == Format.JSON_LINES
        ? null
        : format == null ? target.resolve(ROWS) : target;
  }

  /**
   * Returns the path of a file within the output folder: its path as it was given, without the root
   * and leading {@code ..}, or its path within its input folder.
   */
  static Path name(Source source) {
    Path id = Path.of(source.id()).normalize();
    Path name = source.isFile() ? source.path().normalize() : id; // a string would lose bytes
    int names = 0;
    for (Path each : id) {
      names += each.toString().equals("..") ? 0 : 1;
    }
    int all = name.getNameCount();
    return name.subpath(all - Math.clamp(names, 1, all), all);
  }

  /** Writes all documents except the given ones into a draft beside the target. */
  public void write(BitSet without) throws IOException {
    duplicates = without;
    try {
      open();
      Path rows = hasRows() ? draft.path().resolve(ROWS) : null;
      try (CleanFile file =
          format != null
              ? create(draft.path(), packing, PACKING_THREADS)
              : rows == null ? null : create(rows, Packing.NONE, 0)) {
        writeSources(file);
      }
    } catch (FileAlreadyExistsException e) {
      Path name = draft.path().relativize(Path.of(e.getFile()));
      throw new BadInput(
          "%s would have two files '%s', expected inputs with different names", option, name);
    } catch (FileSystemException e) {
      throw Draft.unusable(option, e);
    } catch (IOException e) { // for a full disk, Java does not name the file
      throw new IOException(Draft.unusable(option, e).getMessage(), e);
    }
    Corpus corpus = documents.corpus;
    corpus.skipped().tellMissing(option, unreadable);
    boolean isLines = format == Format.JSON_LINES;
    if (isLines && !corpus.skipped().unread.isEmpty() && !areAll(format)) {
      corpus.terminal.note(option + " lacks the skipped records of files in other formats");
    }
  }

  private void open() throws IOException {
    draft = new Draft(option, target);
    if (format == null) {
      Files.createDirectory(draft.path());
    }
  }

  private CleanFile create(Path file, Packing packing, int threads) throws IOException {
    Files.createDirectories(file.getParent());
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new CleanFile(
        packing == Packing.NONE
            ? channel
            : Channels.newChannel(packing.pack(Channels.newOutputStream(channel), threads)),
        option,
        documents,
        duplicates);
  }

  /** Writes the sources in order, into one file or each into its own. All rows are in one file. */
  private void writeSources(CleanFile file) throws IOException {
    int from = 0;
    for (int i = 0; i < sources.all.size(); i++) {
      int to = from;
      while (to < documents.added() && documents.source(to) == i) {
        to++;
      }
      Source source = sources.all.get(i);
      boolean isRead = to > from; // a source that could not be read has no document
      if (isRead || (source.isFile() && Files.isReadable(source.path()))) {
        if (source.format() == Format.PARQUET && format != Format.JSON_LINES) {
          file.addRows(source, from, to);
        } else if (format == null) {
          writeFile(source, from, to);
        } else if (source.format() == format) {
          file.copy(i, from, to);
        } else {
          file.addLines(from, to);
        }
      } else if (source.isFile()) {
        unreadable++;
      }
      from = to;
    }
  }

  private void writeFile(Source source, int from, int to) throws IOException {
    Path file = draft.path().resolve(name(source));
    boolean isWhole = !source.format().isRecords();
    int duplicate = duplicates.nextSetBit(from);
    if (duplicate < 0 || duplicate >= to) {
      copy(source.isFile() ? source.path() : sources.stored(source.index()).path(), file);
    } else if (!isWhole) {
      try (CleanFile clean = create(file, Packing.of(source.id()), 0)) {
        clean.copy(source.index(), from, to);
      }
    }
  }

  private void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  public void complete() throws IOException {
    draft.complete();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(draft);
  }
}
