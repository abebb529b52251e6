package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How a text becomes a fingerprint: a command line option for each {@link SchemeOption}. */
@Command
final class SchemeOptions {

  private CommandSpec command;

  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec command) {
    this.command = command;
    if (command.findOption("--" + SchemeOption.SCHEME) != null) {
      return; // it has them
    }
    for (SchemeOption option : SchemeOption.values()) {
      if (option == SchemeOption.STOP_WORDS) {
        command.addOption(file(option.toString(), option.help()));
      } else if (option != SchemeOption.ANALYZER) {
        command.addOption(value(option));
      }
    }
    command.addOption(
        file(
            SchemeFiles.WORD_WEIGHTS,
            "Lines of word TAB weight, for classic-table and --weights table."));
    command.addOption(
        file(
            SchemeFiles.IDF,
            "Inverse document frequencies, for classic-tfidf and --weights idf (default: tables"
                + " that come with the program, from Chinese and English software manuals)."));
  }

  private static OptionSpec file(String name, String help) {
    return OptionSpec.builder("--" + name)
        .description(help)
        .type(Path.class)
        .paramLabel("FILE")
        .build();
  }

  private static OptionSpec value(SchemeOption option) {
    ITypeConverter<String> check =
        value -> {
          try {
            return option.check(value);
          } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
          }
        };
    return OptionSpec.builder("--" + option)
        .description(option.help())
        .type(String.class)
        .paramLabel(option.isNumber() ? "N" : "NAME")
        .converters(check)
        .build();
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

  /** The scheme that the command line asks for. */
  FingerprintScheme scheme() {
    return SchemeFiles.scheme(given());
  }
}
