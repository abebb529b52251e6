package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Corpus;
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

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description =
          "A folder (its files, each named by its path within the folder; with several INPUTs the"
              + " folder as given comes first), a .jsonl file (a JSON object a line), a .tsv file"
              + " (id TAB text, no quoting), any other file (one text), or - (standard input). What"
              + " starts as a JSON object does is read as .jsonl; of a stream, lines that all have"
              + " a tab as .tsv. A record without an id, or whose id stood before, goes by file and"
              + " line.")
  List<String> inputs;

  @Option(
      names = "--ext",
      paramLabel = "EXT",
      split = ",",
      description =
          "Which files of a folder to read, '*' for all; case matters (default: "
              + Input.DEFAULT_EXTENSIONS
              + "). The others are counted.")
  List<String> extensions;

  @Option(names = "--hidden", description = "Read the hidden files of folders too.")
  boolean hidden;

  @Option(names = "--links", description = "Follow the symbolic links in folders.")
  boolean links;

  @Option(
      names = "--id-field",
      paramLabel = "NAME",
      defaultValue = "id",
      description = "Field of the id in .jsonl (default: ${DEFAULT-VALUE}).")
  String idField;

  @Option(
      names = "--text-field",
      paramLabel = "NAME",
      defaultValue = "text",
      description = "Field of the text in .jsonl (default: ${DEFAULT-VALUE}).")
  String textField;

  @Option(
      names = "--strict",
      description =
          "End with exit code 2 at the first line or file that cannot be read, skip none.")
  boolean strict;

  /** Looks for the files, reads none. */
  Corpus corpus(Console console) throws IOException {
    Input input =
        new Input(inputs, extensions, hidden, links, idField, textField, dateField(), strict);
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

    @Option(
        names = "--date-field",
        paramLabel = "NAME",
        description =
            "Field of the date in .jsonl for --keep newest: ISO 8601 (2026-11-21,"
                + " 2026-11-21T14:50:00Z) or a number. Documents without one are older than any"
                + " other; those that are not in .jsonl have the date of their file.")
    private String dateField;

    @Override
    String dateField() {
      return dateField;
    }
  }
}
