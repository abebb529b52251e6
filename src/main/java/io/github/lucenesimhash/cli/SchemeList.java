package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Several schemes side by side, each by the options that make it. */
final class SchemeList {

  /** What needs no table of the user's: the default, relatives of it, SimHash, classic recipes. */
  private static final List<String> ALL =
      List.of(
          SchemeOptions.DEFAULT_SCHEME,
          "standard --shingle 2",
          "char --shingle 4 --sketch minhash",
          "auto",
          "auto --weights idf",
          "char",
          "classic-words",
          "classic-chars",
          "classic-tfidf");

  static final String SCHEME = "--scheme";

  private enum Choices {
    DEFAULT,
    ALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = SCHEME,
      paramLabel = "SCHEME",
      description = {
        "A scheme to evaluate, as other commands take it, its further options in the same quotes:",
        "--scheme 'char --shingle 3'. Can be given several times."
      })
  private List<String> given = List.of();

  @Option(
      names = "--schemes",
      paramLabel = "WHICH",
      description =
          "The default scheme alone, or all that need no table of yours: ${COMPLETION-CANDIDATES}"
              + " (default: all, unless there is a --scheme).")
  private Choices choices;

  /**
   * The schemes by the options that make them.
   *
   * @throws BadInput if there is no such scheme
   */
  Map<String, FingerprintScheme> schemes() {
    Map<String, FingerprintScheme> schemes = new LinkedHashMap<>();
    if (choices == Choices.DEFAULT) {
      put(schemes, SchemeOptions.DEFAULT_SCHEME);
    } else if (choices == Choices.ALL || given.isEmpty()) {
      ALL.forEach(options -> put(schemes, options));
    }
    given.forEach(options -> put(schemes, options.strip()));
    return schemes;
  }

  private static void put(Map<String, FingerprintScheme> schemes, String options) {
    String[] args = words(options).toArray(String[]::new);
    try {
      schemes.put(options, CommandLine.populateCommand(new SchemeOptions(), args).scheme());
    } catch (ParameterException e) {
      throw new BadInput("--scheme '" + options + "': " + e.getMessage());
    }
  }

  /** The options of a scheme as words of a command line. */
  static List<String> words(String options) {
    return List.of(("--scheme " + options).split("\\s+", -1));
  }

  /** The files that a scheme is made of; none if there is no such scheme. */
  static List<Path> files(String options) {
    CommandLine line = new CommandLine(new SchemeOptions());
    try {
      line.parseArgs(words(options.strip()).toArray(String[]::new));
    } catch (ParameterException e) {
      return List.of(); // said when the scheme is made
    }
    List<Path> files = new ArrayList<>();
    for (OptionSpec option : line.getCommandSpec().options()) {
      if (option.getValue() instanceof Path file) {
        files.add(file);
      }
    }
    return files;
  }
}
