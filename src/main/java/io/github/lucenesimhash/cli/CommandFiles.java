package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Tells which files a command line names, and which of them it writes. */
final class CommandFiles {

  private static final String INDEX = "--index";
  private static final String CLEAN = "--write-clean";
  private static final String RESUME = "--resume";

  /** Options of files to write, in whatever command; all others are of files to read. */
  private static final Set<String> WRITTEN =
      Set.of("--out", "--report", "--outcomes", "--plot", CLEAN, RESUME);

  private static final Set<Class<?>> INDEX_WRITERS = Set.of(IndexCommand.class, LoadCommand.class);

  private CommandFiles() {}

  /** Those of a command line that has been read. */
  static RunFiles of(CommandSpec command) throws IOException {
    RunFiles files = new RunFiles();
    boolean writesIndex = INDEX_WRITERS.contains(command.userObject().getClass());
    for (ArgSpec arg : command.args()) {
      String option =
          arg instanceof OptionSpec spec
              ? spec.longestName()
              : arg.paramLabel().toLowerCase(Locale.ROOT);
      boolean isWritten = WRITTEN.contains(option) || (writesIndex && option.equals(INDEX));
      Object value = arg.getValue();
      if (value instanceof Path path) {
        files.add(option, path, isWritten, option.equals(INDEX) || option.equals(CLEAN));
        if (option.equals(RESUME)) {
          files.addJournal(option, path);
        }
      } else if (arg.isPositional() && value instanceof List<?> inputs) {
        for (Object input : inputs) {
          files.addInput(option, input.toString());
        }
      } else if (option.equals(SchemeList.SCHEME) && value instanceof List<?> schemes) {
        for (Object scheme : schemes) {
          for (Path path : SchemeList.files(scheme.toString())) {
            files.add(option, path, false, false);
          }
        }
      }
    }
    return files;
  }
}
