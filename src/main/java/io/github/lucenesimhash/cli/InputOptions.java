package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** The options that name the texts to read. */
abstract class InputOptions extends ReadOptions {

  List<String> inputs;

  /** Opens the corpus without reading a file. */
  Corpus corpus(Console console) throws IOException {
    return corpus(console, (DedupPolicy) null);
  }

  /** Opens the corpus. The policy, if not null, determines which fields a document needs. */
  Corpus corpus(Console console, DedupPolicy policy) throws IOException {
    if (inputs == null) {
      throw new MissingParameterException(
          command.commandLine(), List.of(), "Missing required parameter: 'INPUT'");
    }
    return corpus(console, inputs, policy == null ? fields() : policy.fields(idField, textFields));
  }

  /** Sets the treatment of markup with which an index was made, and refuses any other. */
  void readAs(IndexSettings index) {
    boolean isGiven = command.commandLine().getParseResult().hasMatchedOption("--markup");
    if (isGiven && markup != index.markup()) {
      throw new BadInput(
          "the index was made with --markup %s, but now it is --markup %s", index.markup(), markup);
    }
    markup = index.markup();
  }

  /** Input options whose inputs are all words of the command line that belong to no option. */
  static class All extends InputOptions {

    @Parameters(arity = "0..*", paramLabel = "INPUT")
    final void take(List<String> words) {
      inputs = words;
    }
  }

  /** Input options whose inputs are the words after the first word, which names an index. */
  static final class AfterIndex extends InputOptions {

    @Parameters(index = "0", paramLabel = "INDEX")
    Path index;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "INPUT")
    void take(List<String> words) {
      inputs = words;
    }
  }

  /** The input options of {@code dedup}, whose input may also be an index. */
  static final class Dated extends All {

    @Option(names = "--date-field", paramLabel = "NAME")
    private String dateField;

    /** The options that apply only to files, and are refused if the input is an index. */
    private static final List<String> FOR_FILES =
        List.of(
            "--against",
            "--encoding",
            "--ext",
            "--format",
            "--markup",
            "--move",
            "--strict",
            "--write-clean");

    /** Returns the index that is the only input, or null if the input is not an index. */
    Path index() throws IOException {
      boolean isOne = inputs != null && inputs.size() == 1 && !inputs.getFirst().isEmpty();
      Path path = isOne ? Source.path(inputs.getFirst()) : null;
      return isOne && StoredIndex.isAt(path) ? path : null;
    }

    /**
     * Refuses options that do not apply to an index.
     *
     * @param dated whether documents are ranked by a date or a value
     * @return the stored field of the date or the value, or null if not dated
     */
    String forIndex(boolean dated) {
      ParseResult line = command.commandLine().getParseResult();
      List<String> unused = FOR_FILES.stream().filter(line::hasMatchedOption).toList();
      if (!unused.isEmpty()) {
        throw new BadInput(
            "'%s' is an index, expected files for %s",
            inputs.getFirst(), String.join(", ", unused));
      }
      if (dated != (rankField() != null)) {
        throw new BadInput(
            "an index needs --date-field beside --keep newest or oldest, and takes it only there");
      }
      if (textFields.size() > 1) {
        throw new BadInput("--text-field names several fields, expected one of an index");
      }
      return rankField();
    }

    /**
     * Returns the field of the date or of the value by which {@code --keep} ranks documents, or
     * null if no option names it.
     */
    private String rankField() {
      Object keep = command.commandLine().getParseResult().matchedOptionValue("--keep", null);
      String field = keep instanceof KeepOption which ? which.field() : null;
      if (field != null && dateField != null) {
        throw new BadInput("--date-field is for --keep newest and oldest");
      }
      return field == null ? dateField : field;
    }

    @Override
    Input.Fields fields() {
      return new Input.Fields(idField, textFields, rankField(), false, null);
    }
  }
}
