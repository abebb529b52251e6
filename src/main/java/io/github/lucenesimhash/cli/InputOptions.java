package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.InputDocuments;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
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

    @Option(names = "--prefer", paramLabel = "GLOB")
    private List<String> preferred = List.of();

    @Override
    Input.Fields fields() {
      return new Input.Fields(idField, textFields, dateField, false, null);
    }

    /** The number of the first preferred pattern that fits the end of a document's path. */
    IntToLongFunction priority(InputDocuments documents) {
      List<PathMatcher> patterns = preferred.stream().map(Dated::pattern).toList();
      Map<Path, Long> byPath = new HashMap<>();
      return document ->
          patterns.isEmpty()
              ? 0
              : byPath.computeIfAbsent(documents.path(document), path -> priority(path, patterns));
    }

    private static long priority(Path path, List<PathMatcher> patterns) {
      return IntStream.range(0, patterns.size())
          .filter(i -> fitsEnd(path, patterns.get(i)))
          .findFirst()
          .orElse(patterns.size());
    }

    private static boolean fitsEnd(Path path, PathMatcher pattern) {
      int names = path.getNameCount();
      return pattern.matches(path)
          || IntStream.range(0, names).anyMatch(i -> pattern.matches(path.subpath(i, names)));
    }

    private static PathMatcher pattern(String glob) {
      try {
        return FileSystems.getDefault().getPathMatcher("glob:" + glob);
      } catch (PatternSyntaxException e) {
        throw new BadInput("--prefer '" + glob + "', expected a glob: " + e.getDescription());
      }
    }
  }
}
