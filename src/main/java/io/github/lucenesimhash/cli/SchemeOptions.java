package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.corpus.BadInput;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
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
        command.addOption(file(option.toString()).description(option.help()).build());
      } else if (option != SchemeOption.ANALYZER) {
        command.addOption(
            OptionSpec.builder("--" + option)
                .description(option.help())
                .type(String.class)
                .paramLabel(option.isNumber() ? "N" : "NAME")
                .converters(value -> checked(option, value))
                .build());
      }
    }
    command.addOption(file(SchemeFiles.WORD_WEIGHTS).build());
    command.addOption(file(SchemeFiles.IDF).build());
  }

  private static OptionSpec.Builder file(String name) {
    return OptionSpec.builder("--" + name).type(Path.class).paramLabel("FILE");
  }

  private static String checked(SchemeOption option, String value) {
    Optional<String> fault = option.fault(value);
    if (fault.isPresent()) {
      throw new TypeConversionException(fault.get());
    }
    return value;
  }

  /** The scheme options on the command line, name to value. */
  Map<String, String> given() {
    ParseResult line = command.commandLine().getParseResult();
    Map<String, String> given = new TreeMap<>();
    Stream.concat(
            Arrays.stream(SchemeOption.values()).map(SchemeOption::toString),
            SchemeFiles.OPTIONS.stream())
        .filter(name -> line.hasMatchedOption("--" + name))
        .forEach(
            name ->
                given.put(name, line.matchedOption("--" + name).originalStringValues().getLast()));
    Object near = line.matchedOptionValue("--near", null);
    if (near != null && near.toString().equals("titles")) {
      String scheme = given.put(SchemeOption.SCHEME.toString(), "titles");
      if (scheme != null && !scheme.equals("titles")) {
        throw new BadInput("--near titles is given with --scheme %s, expected one of them", scheme);
      }
    }
    return given;
  }

  FingerprintScheme scheme() {
    return SchemeFiles.scheme(given());
  }
}
