package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.lucene.util.IOSupplier;

/**
 * One file to read.
 *
 * @param index in {@link Sources}
 * @param id of the document, for a file that is one
 * @param place how messages name it
 * @param path null for standard input
 */
public record Source(int index, String id, String place, Path path, Format format) {

  /** The first bytes, which tell what a file holds. */
  static final int START_BYTES = 1 << 13;

  private static final String NAMES_ENCODING = System.getProperty("sun.jnu.encoding", "UTF-8");
  private static final boolean UTF_8_NAMES = NAMES_ENCODING.equalsIgnoreCase("UTF-8");
  private static final Pattern OBJECT = Pattern.compile("(\u00EF\u00BB\u00BF)?\\s*\\{[ \t]*[\"}]");

  public enum Format {
    TEXT,
    JSON_LINES,
    TSV;

    public static Format of(String name) {
      String lowerCase = name.toLowerCase(Locale.ROOT);
      return lowerCase.endsWith(".jsonl") || lowerCase.endsWith(".ndjson")
          ? JSON_LINES
          : lowerCase.endsWith(".tsv") ? TSV : TEXT;
    }
  }

  /** A file whose name tells its format. */
  static Source of(String id, Path file) {
    return new Source(0, id, file.toString(), file, Format.of(id));
  }

  /** With the format that the first bytes tell if the name does not. */
  Source withFormatOf(byte[] start) {
    String text = latin(start);
    return format != Format.TEXT
        ? this
        : OBJECT.matcher(text).lookingAt()
            ? new Source(index, id, place, path, Format.JSON_LINES)
            : !isFile() && isTsv(text) ? new Source(index, id, place, path, Format.TSV) : this;
  }

  Source at(int newIndex) {
    return new Source(newIndex, id, place, path, format);
  }

  /** Whether each whole line, of at least one, has an id and a tab. */
  private static boolean isTsv(String start) {
    String[] lines = start.split("[\r\n]+", -1);
    int whole = lines.length - 1; // the last is empty or cut off
    return whole > 0
        && Arrays.stream(lines, 0, whole).allMatch(line -> line.indexOf('\t') > 0)
        && (whole > 1 || lines[1].indexOf('\t') > 0);
  }

  /** Why the file is not read as one text, and what would be; null if it is. */
  String whyNotText(byte[] start) {
    String lowerCase = id.toLowerCase(Locale.ROOT);
    return switch (lowerCase.substring(lowerCase.lastIndexOf('.') + 1)) {
      case "csv" -> "CSV is not read, expected .jsonl or .tsv (mlr --icsv --ojsonl cat FILE)";
      case "json" -> "expected lines of JSON objects (jq -c '.[]' FILE > FILE.jsonl)";
      case "gz", "zst", "bz2", "xz", "lz4", "zip", "7z", "tar", "tgz" ->
          "packed files are not read, expected what is in it (zcat FILE | ... -)";
      case "pdf", "doc", "docx", "odt", "rtf", "epub", "ppt", "pptx", "xls", "xlsx", "ods" ->
          "is no plain text, expected one made of it (pandoc, pdftotext)";
      case "parquet", "arrow", "avro", "orc" -> "is a binary table, expected .jsonl";
      default ->
          latin(start).indexOf('\0') >= 0
              ? "has NUL bytes, expected text in UTF-8 (iconv -f UTF-16 -t UTF-8 FILE)"
              : null;
    };
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Whether it can be read twice. */
  boolean isFile() {
    return path != null && Files.isRegularFile(path);
  }

  /** Bytes of a file; 0 of others, and if they cannot be read, which is reported later. */
  long size() {
    try {
      return isFile() ? Files.size(path) : 0; // a File would lose a name that is not UTF-8
    } catch (IOException e) {
      return 0;
    }
  }

  /** The first bytes of a file; none if they cannot be read, which is reported later. */
  byte[] start() {
    try (InputStream in = isFile() ? Files.newInputStream(path) : InputStream.nullInputStream()) {
      return in.readNBytes(START_BYTES);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /**
   * Its bytes, from a stream that can go back over the first of them.
   *
   * @throws SkippedException if it cannot be read, as the following methods
   */
  InputStream open(InputStream standardInput) throws IOException {
    InputStream in =
        path != null
            ? readable(() -> Files.newInputStream(path))
            : new FilterInputStream(standardInput) {
              @Override
              public void close() {}
            };
    return new BufferedInputStream(in, START_BYTES);
  }

  /** When the file was changed, as {@link TextDocument#date} has it. */
  long modified() throws IOException {
    return readable(() -> Files.getLastModifiedTime(path)).toMillis();
  }

  RawText whole() throws IOException {
    if (size() > RawText.MAX_BYTES) {
      return new RawText(this, 0, 0, null, size());
    }
    try (InputStream in = open(InputStream.nullInputStream())) {
      return RawText.whole(this, in);
    }
  }

  private static <T> T readable(IOSupplier<T> read) throws IOException {
    try {
      return read.get();
    } catch (FileSystemException e) {
      throw SkippedException.unreadable(e);
    }
  }

  /**
   * A file that the command line names.
   *
   * @throws BadInput if there can be none of that name
   */
  public static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw UTF_8_NAMES
          ? new BadInput("'" + name + "' is not the name of a file: " + e.getReason())
          : unreadableNames("'" + name + "'");
    }
  }

  static Path existing(String name) {
    Path path = path(name);
    if (!name.isEmpty() && Files.exists(path)) {
      return path;
    }
    throw !UTF_8_NAMES && (name.indexOf('?') >= 0 || name.indexOf('\uFFFD') >= 0)
        ? unreadableNames("input '" + name + "'")
        : new BadInput("input '" + name + "' does not exist, expected a file or a folder");
  }

  /** Whether the locale that Java was started in lets it read the name of a file. */
  static boolean hasReadableName(Path path) {
    try {
      return UTF_8_NAMES || path.getFileSystem().getPath(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  static BadInput unreadableNames(String what) {
    return new BadInput(
        "%s: file names cannot be read under this locale (their encoding is %s), expected a UTF-8"
            + " locale: set LC_ALL=C.UTF-8",
        what, NAMES_ENCODING);
  }
}
