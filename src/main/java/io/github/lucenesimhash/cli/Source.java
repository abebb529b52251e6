package io.github.lucenesimhash.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One file to read.
 *
 * @param id of the document, for a file that is one
 * @param place what messages call it
 * @param path null for standard input
 */
record Source(String id, String place, Path path, Format format) {

  private static final String STANDARD_INPUT = "-";

  /** What a file holds. */
  enum Format {
    TEXT,
    JSON_LINES,
    TSV
  }

  /**
   * The files that an input stands for: itself, or those of a folder in the order of their ids.
   *
   * @throws BadInput if there is no such file, or no text in the folder
   */
  static List<Source> of(String input, InputOptions options, SkipReport skipped)
      throws IOException {
    if (input.equals(STANDARD_INPUT)) {
      return List.of(new Source(STANDARD_INPUT, "standard input", null, Format.TEXT));
    }
    Path path = existing(input);
    if (!Files.isDirectory(path)) {
      return List.of(new Source(input, input, path, formatOf(input)));
    }
    List<Source> sources = new ArrayList<>();
    String prefix = options.inputs.size() == 1 ? "" : input.replaceFirst("/*$", "/");
    Files.walkFileTree(path, new FolderVisitor(path, prefix, options.extensions, skipped, sources));
    if (sources.isEmpty()) {
      throw new BadInput(
          "folder '"
              + input
              + "' holds no documents, expected files ending in ."
              + String.join(" or .", options.extensions));
    }
    sources.sort(Comparator.comparing(Source::id));
    return sources;
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
  static Format formatOf(String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return lowerCase.endsWith(".jsonl")
        ? Format.JSON_LINES
        : lowerCase.endsWith(".tsv") ? Format.TSV : Format.TEXT;
  }

  /** Bytes, or {@link Progress#UNKNOWN}. */
  long size() throws IOException {
    return path != null && Files.isRegularFile(path) ? Files.size(path) : Progress.UNKNOWN;
  }

  /** When the file was changed, as {@link Dates} has it. */
  long modified() throws IOException {
    return Files.getLastModifiedTime(path).toMillis();
  }

  /** The same document or documents, read from a copy. */
  Source at(Path copy) {
    return new Source(id, place, copy, format);
  }

  InputStream open(InputStream standardInput) throws IOException {
    return path != null
        ? Files.newInputStream(path)
        : new FilterInputStream(standardInput) {
          @Override
          public void close() {}
        };
  }

  /**
   * Takes the regular files of certain extensions, reports others of these; symbolic links to
   * folders are not followed.
   */
  private static final class FolderVisitor extends SimpleFileVisitor<Path> {

    private final Path folder;
    private final String prefix;
    private final List<String> extensions;
    private final SkipReport skipped;
    private final List<Source> sources;

    FolderVisitor(
        Path folder,
        String prefix,
        List<String> extensions,
        SkipReport skipped,
        List<Source> sources) {
      this.folder = folder;
      this.prefix = prefix;
      this.extensions = extensions;
      this.skipped = skipped;
      this.sources = sources;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String name = file.getFileName().toString();
      if (extensions.stream().noneMatch(extension -> name.endsWith("." + extension))) {
        return FileVisitResult.CONTINUE;
      }
      Path relative = folder.relativize(file);
      if (!FileNames.AS_UTF_8 && !FileNames.survives(relative)) {
        throw FileNames.unreadable("folder '" + folder + "'");
      }
      if (!Files.isRegularFile(file)) {
        skipped.add(file.toString(), "is not a regular file");
      } else {
        String id = relative.toString().replace('\\', '/');
        sources.add(new Source(prefix + id, file.toString(), file, Format.TEXT));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      skipped.add(file.toString(), "cannot be read: " + BadInput.reason(e));
      return FileVisitResult.CONTINUE;
    }
  }
}
