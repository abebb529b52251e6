package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.lucene.util.IOSupplier;

/**
 * One file to read.
 *
 * @param id of the document, for a file that is one
 * @param place how messages name it
 * @param path null for standard input
 */
public record Source(String id, String place, Path path, Format format) {

  /** The first bytes, which tell what a file holds. */
  static final int START_BYTES = 1 << 13;

  /** What a file holds. */
  public enum Format {
    TEXT,
    JSON_LINES,
    TSV;

    private static final Pattern OBJECT =
        Pattern.compile("(\u00EF\u00BB\u00BF)?\\s*\\{[ \t]*[\"}]");

    /** By the file's name. */
    public static Format of(String name) {
      String lowerCase = name.toLowerCase(Locale.ROOT);
      return lowerCase.endsWith(".jsonl") || lowerCase.endsWith(".ndjson")
          ? JSON_LINES
          : lowerCase.endsWith(".tsv") ? TSV : TEXT;
    }

    private static boolean isJsonLines(byte[] start) {
      return OBJECT.matcher(latin(start)).lookingAt();
    }

    /** Whether each whole line, of at least one, has an id and a tab. */
    private static boolean isTsv(byte[] start) {
      String[] lines = latin(start).split("[\r\n]+", -1);
      int whole = lines.length - 1; // the last is empty or cut off
      return whole > 0
          && Arrays.stream(lines, 0, whole).allMatch(line -> line.indexOf('\t') > 0)
          && (whole > 1 || lines[1].indexOf('\t') > 0);
    }

    /** Why a file is not read as one text, and what would be; null if it is. */
    static String whyNotText(String name, byte[] start) {
      String lowerCase = name.toLowerCase(Locale.ROOT);
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
  }

  static Source standardInput() {
    return new Source(Sources.STANDARD_INPUT, "standard input", null, Format.TEXT);
  }

  /** A file whose name tells its format. */
  static Source named(String id, Path file) {
    return new Source(id, file.toString(), file, Format.of(id));
  }

  /** A file whose name tells its format, or whose first bytes do if they can be read twice. */
  static Source looked(String id, Path file) {
    Source source = named(id, file);
    return source.format == Format.TEXT && Format.isJsonLines(source.start())
        ? source.as(Format.JSON_LINES)
        : source;
  }

  /** With the format that the first bytes of its stream tell; the stream stays at its start. */
  Source looked(InputStream in) throws IOException {
    if (format != Format.TEXT) {
      return this;
    }
    in.mark(START_BYTES);
    byte[] start = in.readNBytes(START_BYTES);
    in.reset();
    return as(
        Format.isJsonLines(start)
            ? Format.JSON_LINES
            : Format.isTsv(start) ? Format.TSV : Format.TEXT);
  }

  private Source as(Format other) {
    return new Source(id, place, path, other);
  }

  /** The same, read from a copy. */
  Source at(Path copy) {
    return new Source(id, place, copy, format);
  }

  /** None of what can be read only once. */
  private byte[] start() {
    if (!isFile()) {
      return new byte[0];
    }
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(START_BYTES);
    } catch (IOException e) {
      return new byte[0]; // the error is reported when the file is read
    }
  }

  /** Why an input cannot be one text, by its name and its start, or null. */
  String whyNotText() {
    return format == Format.TEXT ? Format.whyNotText(id, start()) : null;
  }

  /** Whether it can be read twice. */
  boolean isFile() {
    return path != null && Files.isRegularFile(path);
  }

  /** Bytes, or {@link Terminal#UNKNOWN}. */
  long size() throws IOException {
    return isFile() ? Files.size(path) : Terminal.UNKNOWN;
  }

  private static <T> T readable(IOSupplier<T> read) throws IOException {
    try {
      return read.get();
    } catch (FileSystemException e) {
      throw SkippedException.unreadable(e);
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

  FileChannel channel() throws IOException {
    return readable(() -> FileChannel.open(path));
  }

  /** When the file was changed, as {@link TextDocument#date} has it. */
  long modified() throws IOException {
    return readable(() -> Files.getLastModifiedTime(path)).toMillis();
  }

  /**
   * The whole file.
   *
   * @param index its index in {@link Sources}
   */
  RawText whole(int index) throws IOException {
    long size = readable(this::size);
    if (size > RawText.MAX_BYTES) {
      return new RawText(index, 0, 0, null, size);
    }
    try (InputStream in = open(InputStream.nullInputStream())) {
      return RawText.whole(index, in);
    }
  }
}
