package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Encoding;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.corpus.Input;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Which texts to read. */
class InputOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Parameters(arity = "1..*", paramLabel = "INPUT")
  List<String> inputs;

  @Option(names = "--ext", paramLabel = "EXT", split = ",")
  List<String> extensions;

  @Option(names = "--hidden")
  boolean hidden;

  @Option(names = "--links")
  boolean links;

  @Option(names = "--format", paramLabel = "FORMAT")
  Format format;

  @Option(names = "--encoding", paramLabel = "NAME")
  String encoding;

  @Option(names = "--extract", paramLabel = "COMMAND")
  String extract;

  @Option(names = "--id-field", paramLabel = "NAME", defaultValue = "id")
  String idField;

  @Option(names = "--text-field", paramLabel = "NAME", defaultValue = "text")
  String textField;

  @Option(names = "--strict")
  boolean strict;

  /** Looks for the files, reads none. */
  Corpus corpus(Console console) throws IOException {
    Input input =
        new Input(
            inputs,
            extensions,
            hidden,
            links,
            format,
            encoding == null ? null : Encoding.of(encoding),
            extract,
            idField,
            textField,
            dateField(),
            strict);
    Corpus corpus = new Corpus(input, console);
    new RunFiles(command).checkSources(corpus);
    return corpus;
  }

  String dateField() {
    return null;
  }

  /** These options as words of a command line. */
  List<String> arguments() {
    ParseResult line = command.commandLine().getParseResult();
    List<String> words = new ArrayList<>(inputs);
    for (OptionSpec option : CommandSpec.forAnnotatedObject(this).options()) {
      OptionSpec given = line.matchedOption(option.longestName());
      if (given != null && !Boolean.FALSE.equals(given.getValue())) {
        words.add(option.longestName());
        if (option.arity().max() > 0) {
          words.add(String.join(",", given.originalStringValues()));
        }
      }
    }
    return words;
  }

  static final class Dated extends InputOptions {

    @Option(names = "--date-field", paramLabel = "NAME")
    private String dateField;

    @Override
    String dateField() {
      return dateField;
    }
  }
}
