package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How a text becomes a fingerprint: a command line option for each {@link SchemeOption}. */
final class SchemeOptions {

  private CommandSpec command;

  @Option(
      names = "--" + SchemeFiles.WORD_WEIGHTS,
      paramLabel = "FILE",
      description = "Lines of word TAB weight, for classic-table and --weights table.")
  private Path wordWeights;

  @Option(
      names = "--" + SchemeFiles.IDF,
      paramLabel = "FILE",
      description =
          "Inverse document frequencies, for classic-tfidf and --weights idf (default: tables that"
              + " come with the program, from Chinese and English software manuals).")
  private Path idf;

  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec command) {
    this.command = command;
    for (SchemeOption option : SchemeOption.values()) {
      if (option != SchemeOption.ANALYZER && command.findOption("--" + option) == null) {
        command.addOption(spec(option));
      }
    }
  }

  private static OptionSpec spec(SchemeOption option) {
    OptionSpec.Builder spec = OptionSpec.builder("--" + option).description(option.help());
    if (option == SchemeOption.STOP_WORDS) {
      return spec.type(Path.class).paramLabel("FILE").build();
    }
    ITypeConverter<String> check =
        value -> {
          try {
            return option.check(value);
          } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
          }
        };
    String label = option.isNumber() ? "N" : "NAME";
    return spec.type(String.class).paramLabel(label).converters(check).build();
  }

  /** The scheme options on the command line, name to value. */
  Map<String, String> given() {
    ParseResult line = command.commandLine().getParseResult();
    Map<String, String> given = new TreeMap<>();
    for (SchemeOption option : SchemeOption.values()) {
      put(given, line, option.toString());
    }
    put(given, line, SchemeFiles.WORD_WEIGHTS);
    put(given, line, SchemeFiles.IDF);
    return given;
  }

  private static void put(Map<String, String> given, ParseResult line, String name) {
    if (line.hasMatchedOption("--" + name)) {
      given.put(name, line.matchedOption("--" + name).originalStringValues().getLast());
    }
  }

  /**
   * The scheme that the command line asks for.
   *
   * @throws BadInput if an option lacks its file, a file lacks its option, or a file is malformed
   */
  FingerprintScheme scheme() {
    return SchemeFiles.scheme(given());
  }
}
