package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files of a run's input, by number. */
final class Sources {

  private final Input options;
  private final List<Source> sources = new ArrayList<>();

  private Sources(Input options) {
    this.options = options;
  }

  /**
   * Looks for the files, each once, whatever its names.
   *
   * @throws BadInput if an input does not exist, is a folder without documents, or would be
   *     overwritten
   */
  static Sources of(Input options, SkipReport skipped) throws IOException {
    Sources sources = new Sources(options);
    Set<Path> seen = new HashSet<>();
    for (String input : options.inputs()) {
      for (Source source : Source.of(input, options, skipped)) {
        boolean once = options.inputs().size() == 1 && !options.links();
        if (once || !source.isFile() || seen.add(source.path().toRealPath())) {
          sources.sources.add(source);
        }
      }
    }
    return sources;
  }

  /** The files, in input order. */
  List<Source> all() {
    return sources;
  }

  int size() {
    return sources.size();
  }

  Source get(int number) {
    return sources.get(number);
  }

  /**
   * Looks what a stream holds.
   *
   * @param in of it, at its start, where it stays
   */
  Source look(int number, InputStream in) throws IOException {
    sources.set(number, get(number).looked(in));
    return get(number);
  }

  boolean all(Source.Format format) {
    return sources.stream().allMatch(source -> source.format() == format);
  }

  /** In all, or {@link Terminal#UNKNOWN}. */
  long bytes() throws IOException {
    long total = 0;
    for (Source source : sources) {
      long size = source.size();
      if (size == Terminal.UNKNOWN) {
        return Terminal.UNKNOWN;
      }
      total += size;
    }
    return total;
  }

  /** Copies standard input and pipes to files, so that they can be read again. */
  void makeRepeatable(InputStream standardInput) throws IOException {
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      if (source.size() == Terminal.UNKNOWN) {
        Path copy = Files.createTempFile("lucene-simhash", ".input");
        copy.toFile().deleteOnExit();
        try (InputStream in = source.open(standardInput)) {
          look(i, in);
          Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
          sources.set(i, get(i).at(copy));
        } catch (FileSystemException e) {
          // said when it is read
        }
      }
    }
  }

  /**
   * All that decides what is read, and how.
   *
   * @throws BadInput if it cannot be told
   */
  String settings() throws IOException {
    StringBuilder settings = new StringBuilder("journal 2\n--id-field " + options.idField());
    settings.append("\n--text-field ").append(options.textField());
    for (Source source : sources) {
      if (source.path() == null || !Files.isRegularFile(source.path())) {
        throw new BadInput(
            "--resume cannot be used with '" + source.place() + "', which can be read only once");
      }
      settings.append("\ninput '").append(source.place());
      settings.append("' named '").append(source.id()).append("' of ");
      settings.append(source.size()).append(" bytes and ");
      settings.append(Files.getLastModifiedTime(source.path()));
    }
    return settings.toString();
  }
}
