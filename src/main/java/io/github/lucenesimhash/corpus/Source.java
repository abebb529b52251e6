package io.github.lucenesimhash.corpus;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * One file to read.
 *
 * @param id of the document, for a file that is one
 * @param place what messages call it
 * @param path null for standard input
 */
public record Source(String id, String place, Path path, Format format) {

  private static final String STANDARD_INPUT = "-";

  /** That tell what a file holds. */
  static final int START_BYTES = 1 << 13;

  /** What a file holds. */
  public enum Format {
    TEXT,
    JSON_LINES,
    TSV
  }

  /**
   * The files that an input stands for: itself, or those of a folder in the order of their ids.
   *
   * @throws BadInput if there is no such file, none to read in the folder, or it is known to hold
   *     no text
   */
  static List<Source> of(String input, Input options, SkipReport skipped) throws IOException {
    if (input.equals(STANDARD_INPUT)) {
      return List.of(new Source(STANDARD_INPUT, "standard input", null, Format.TEXT));
    }
    Path path = existing(input);
    if (!Files.isDirectory(path)) {
      Source source = ofFile(input, path).looked();
      String reason = source.format() == Format.TEXT ? NotText.reason(input, source.start()) : null;
      if (reason != null) {
        throw new BadInput("input '" + input + "': " + reason);
      }
      return List.of(source);
    }
    String prefix = options.inputs().size() == 1 ? "" : input.replaceFirst("/*$", "/");
    List<Source> sources = FolderVisitor.files(path, prefix, options, skipped);
    if (sources.isEmpty()) {
      throw new BadInput(
          "folder '"
              + input
              + "' holds no documents, expected files ending in ."
              + String.join(" or .", options.chosenExtensions())
              + (skipped.count() == 0 ? "" : "; skipped " + skipped.summary()));
    }
    return sources;
  }

  /** A file, by its name. */
  static Source ofFile(String id, Path file) {
    Source source = new Source(id, file.toString(), file, formatOf(id));
    return id.endsWith(".json") ? source.looked() : source;
  }

  /** With the format that the first bytes tell, if the name does not and they can be read twice. */
  private Source looked() {
    return format == Format.TEXT && NotText.isJsonLines(start())
        ? new Source(id, place, path, Format.JSON_LINES)
        : this;
  }

  /** The first bytes of a file; none of what can be read only once. */
  private byte[] start() {
    if (!isFile()) {
      return new byte[0];
    }
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(START_BYTES);
    } catch (IOException e) {
      return new byte[0]; // said when it is read
    }
  }

  /** Where an input is; null for standard input and what cannot be a path. */
  static Path path(String input) {
    try {
      return input.isEmpty() || input.equals(STANDARD_INPUT) ? null : Path.of(input);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Path existing(String input) {
    Path path = path(input);
    if (path != null && Files.exists(path)) {
      return path;
    }
    if (!FileNames.AS_UTF_8 && FileNames.hasReplacement(input)) {
      throw FileNames.unreadable("input '" + input + "'");
    }
    throw new BadInput("input '" + input + "' does not exist, expected a file or a folder");
  }

  /** What a file holds, by its name. */
  public static Format formatOf(String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return lowerCase.endsWith(".jsonl") || lowerCase.endsWith(".ndjson")
        ? Format.JSON_LINES
        : lowerCase.endsWith(".tsv") ? Format.TSV : Format.TEXT;
  }

  /** Whether it can be read twice. */
  boolean isFile() {
    return path != null && Files.isRegularFile(path);
  }

  /** Bytes, or {@link Terminal#UNKNOWN}. */
  long size() throws IOException {
    return isFile() ? Files.size(path) : Terminal.UNKNOWN;
  }

  /** When the file was changed, as {@link Dates} has it. */
  long modified() throws IOException {
    return Files.getLastModifiedTime(path).toMillis();
  }

  /** The same document or documents, read from a copy. */
  Source at(Path copy) {
    return new Source(id, place, copy, format);
  }

  /**
   * With the format that the first bytes tell, if the name does not.
   *
   * @param in of it, at its start, where it stays
   */
  Source looked(InputStream in) throws IOException {
    if (format != Format.TEXT) {
      return this;
    }
    in.mark(START_BYTES);
    byte[] start = in.readNBytes(START_BYTES);
    in.reset();
    return new Source(
        id,
        place,
        path,
        NotText.isJsonLines(start)
            ? Format.JSON_LINES
            : NotText.isTsv(start) ? Format.TSV : Format.TEXT);
  }

  /** Its bytes, from a stream that can go back over the first of them. */
  InputStream open(InputStream standardInput) throws IOException {
    return new BufferedInputStream(
        path != null
            ? Files.newInputStream(path)
            : new FilterInputStream(standardInput) {
              @Override
              public void close() {}
            },
        START_BYTES);
  }
}
