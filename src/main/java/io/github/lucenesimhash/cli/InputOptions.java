package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Input;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Which texts to read. */
class InputOptions extends ReadOptions {

  @Parameters(arity = "0..*", paramLabel = "INPUT")
  List<String> inputs;

  /** Looks for the files, reads none. */
  Corpus corpus(Console console) throws IOException {
    return corpus(console, (DedupPolicy) null);
  }

  /** Of documents that go into an index by a policy; null for none. */
  Corpus corpus(Console console, DedupPolicy policy) throws IOException {
    if (inputs == null) {
      throw new MissingParameterException(
          command.commandLine(), List.of(), "Missing required parameter: 'INPUT'");
    }
    return corpus(console, inputs, policy == null ? fields() : policy.fields(idField, textFields));
  }

  /** Reads texts as those of an index were read. */
  void readAs(IndexSettings index) {
    boolean isGiven = command.commandLine().getParseResult().hasMatchedOption("--markup");
    if (isGiven && markup != index.markup()) {
      throw new BadInput(
          "the index was made with --markup %s, but now it is --markup %s", index.markup(), markup);
    }
    markup = index.markup();
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
    Input.Fields fields() {
      return new Input.Fields(idField, textFields, dateField, false, null);
    }
  }
}
