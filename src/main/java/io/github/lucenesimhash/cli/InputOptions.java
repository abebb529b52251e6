package io.github.lucenesimhash.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which texts to read. */
class InputOptions {

  /** The command whose options these are. */
  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = {
        "A folder (its text files, each named by its path within the folder; with several INPUTs"
            + " the folder as given comes first),",
        "a .jsonl file (a JSON object a line), a .tsv file (id TAB text, no quoting),",
        "any other file (one text), or - (standard input, one text)."
      })
  List<String> inputs;

  @Option(
      names = "--ext",
      paramLabel = "EXT",
      split = ",",
      defaultValue = "txt,md",
      description = "Which files of a folder are texts; case matters (default: ${DEFAULT-VALUE}).")
  List<String> extensions;

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
      description = "End with exit code 2 at the first malformed line or file, skip none.")
  boolean strict;

  /** Field of the date in .jsonl, or null. */
  String dateField() {
    return null;
  }

  /** These options as words of a command line, the defaults left out. */
  List<String> arguments() {
    List<String> words = new ArrayList<>(inputs);
    for (OptionSpec option : CommandSpec.forAnnotatedObject(this).options()) {
      Object value = option.getValue();
      String text = value instanceof List<?> list ? join(list) : String.valueOf(value);
      if (option.arity().max() == 0
          ? Boolean.TRUE.equals(value)
          : !text.equals(option.defaultValue())) {
        words.add(option.longestName());
        if (option.arity().max() > 0) {
          words.add(text);
        }
      }
    }
    return words;
  }

  private static String join(List<?> list) {
    return list.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
