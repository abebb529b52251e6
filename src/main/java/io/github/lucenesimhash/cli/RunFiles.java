package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Checks the files that a command line names. A file to write must differ from every other file to
 * read or write, whatever names and links lead to it. An index and a target of {@code
 * --write-clean} or {@code --move} are exclusive: no other output lies in an exclusive folder. An
 * exclusive folder to write neither contains nor lies in another named file or folder.
 */
final class RunFiles {

  private static final String INDEX = "index"; // a parameter
  private static final String CLEAN = "--write-clean";
  private static final String MOVE = "--move";
  private static final String INPUT = "input";
  private static final String FILE = "--file";
  private static final Set<String> INPUTS = Set.of(INPUT, "--train", "--test");

  /** The options of any command that name files to write. Other options name files to read. */
  private static final Set<String> WRITTEN = Set.of("--out", "--report", "--outcomes", CLEAN, MOVE);

  private static final Set<String> OWN = Set.of(INDEX, CLEAN, MOVE);

  private static final Set<Class<?>> INDEX_WRITERS = Set.of(IndexCommand.class, ServeCommand.class);

  /**
   * A file or folder that the command line names.
   *
   * @param option the name of the option or parameter
   * @param path the path as given
   * @param real the path with all links resolved, also if the file does not exist yet
   * @param isWritten whether the run writes the file
   * @param isOwn whether the folder is exclusive
   */
  private record Named(String option, Path path, Path real, boolean isWritten, boolean isOwn) {

    @Override
    public String toString() {
      return option + " '" + path + "'";
    }
  }

  private final List<Named> all = new ArrayList<>();

  RunFiles(CommandSpec command) throws IOException {
    boolean writesIndex = INDEX_WRITERS.contains(command.userObject().getClass());
    for (ArgSpec arg : command.args()) {
      String option =
          arg instanceof OptionSpec spec
              ? spec.longestName()
              : arg.paramLabel().toLowerCase(Locale.ROOT);
      boolean isWritten = WRITTEN.contains(option) || (writesIndex && option.equals(INDEX));
      for (Path path : paths(option, arg.getValue())) {
        boolean isOwn = OWN.contains(option) || StoredIndex.isAt(path);
        all.add(new Named(option, path, real(path), isWritten, isOwn));
      }
    }
  }

  private static List<Path> paths(String option, Object value) {
    return switch (value) {
      case Path path when option.equals(INDEX) ->
          // includes the lock file, because reading the file would release the lock
          List.of(path, path.resolve(IndexWriter.WRITE_LOCK_NAME));
      case Path path -> List.of(path);
      case String name when option.equals(FILE) && !name.equals(Input.STANDARD_INPUT) ->
          List.of(Source.path(name));
      case List<?> inputs when INPUTS.contains(option) ->
          inputs.stream()
              .map(Object::toString)
              .filter(name -> !name.isEmpty() && !name.equals(Input.STANDARD_INPUT))
              .map(Source::path)
              .toList();
      case String scheme when option.equals(SchemeFiles.OPTION) -> SchemeFiles.files(scheme);
      case List<?> schemes when option.equals(SchemeFiles.OPTION) ->
          schemes.stream().flatMap(each -> SchemeFiles.files(each.toString()).stream()).toList();
      case null, default -> List.of();
    };
  }

  /** Resolves all links of a path, as far as the path exists. */
  private static Path real(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (Files.exists(absolute) || absolute.getParent() == null) {
      try {
        return absolute.toRealPath();
      } catch (NoSuchFileException e) {
        return absolute; // a pipe such as /dev/fd/63
      }
    }
    return real(absolute.getParent()).resolve(absolute.getFileName()).normalize();
  }

  boolean areWritten() {
    return all.stream().anyMatch(Named::isWritten);
  }

  /** Refuses an output that is also named elsewhere, or that conflicts with an exclusive folder. */
  void check() throws IOException {
    for (Named written : all) {
      if (written.isWritten) {
        for (Named other : all) {
          check(written, other);
        }
      }
    }
  }

  private static void check(Named written, Named other) throws IOException {
    if (written.option.equals(other.option)) {
      return;
    }
    checkDiffer(written, other);
    if ((written.isOwn || other.isOwn) && written.real.startsWith(other.real)) {
      throw new BadInput(written + " is inside " + other + ", expected a place outside");
    }
    if (written.isOwn && other.real.startsWith(written.real)) {
      throw new BadInput(other + " is inside " + written + ", expected a place outside");
    }
  }

  private static void checkDiffer(Named written, Named other) throws IOException {
    boolean exist = Files.exists(written.real) && Files.exists(other.real);
    if (written.real.equals(other.real) || (exist && Files.isSameFile(written.real, other.real))) {
      throw new BadInput(
          written + " is " + other + (other.isWritten ? " too" : ": it would be overwritten"));
    }
  }

  /** Refuses an output that would overwrite a file of a corpus. */
  void checkSources(Corpus corpus) throws IOException {
    for (Named written : all) {
      if (written.isWritten && Files.exists(written.real)) {
        for (Path path : corpus.files()) {
          checkDiffer(written, new Named(INPUT, path, path, false, false));
        }
      }
    }
  }

  /** Returns the first file that two corpora share, or null if they share no file. */
  static Path shared(Corpus corpus, Corpus other) throws IOException {
    Set<Path> own = new HashSet<>();
    for (Path file : corpus.files()) {
      own.add(file.toRealPath());
    }
    for (Path file : other.files()) {
      if (own.contains(file.toRealPath())) {
        return file;
      }
    }
    return null;
  }
}
