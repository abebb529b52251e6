package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** Several schemes side by side, each by the options that make it. */
final class SchemeList {

  /** Schemes that need no table of the user's: the default, relatives, SimHash, classic recipes. */
  private static final List<String> ALL =
      List.of(
          "standard",
          "standard --shingle 2",
          "char --shingle 4 --sketch minhash",
          "zh",
          "zh --weights idf",
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

  @Option(names = SCHEME, paramLabel = "SCHEME")
  private List<String> given = List.of();

  @Option(names = "--schemes", paramLabel = "WHICH")
  private Choices choices;

  Map<String, FingerprintScheme> schemes() {
    Map<String, FingerprintScheme> schemes = new LinkedHashMap<>();
    if (choices == Choices.DEFAULT) {
      put(schemes, "standard");
    } else if (choices == Choices.ALL || given.isEmpty()) {
      ALL.forEach(options -> put(schemes, options));
    }
    given.forEach(options -> put(schemes, options.strip()));
    return schemes;
  }

  private static void put(Map<String, FingerprintScheme> schemes, String options) {
    try {
      schemes.put(options, SchemeFiles.scheme(SchemeOption.split(options)));
    } catch (IllegalArgumentException | BadInput e) {
      throw new BadInput("--scheme '" + options + "': " + e.getMessage());
    }
  }

  /** The options of a scheme as words of a command line. */
  static List<String> words(String options) {
    List<String> words = new ArrayList<>();
    SchemeOption.split(options).forEach((name, value) -> words.addAll(List.of("--" + name, value)));
    return words;
  }

  static List<Path> files(String options) {
    try {
      Map<String, String> all = SchemeOption.split(options);
      all.keySet().retainAll(SchemeFiles.OPTIONS);
      return all.values().stream().map(Source::path).toList();
    } catch (IllegalArgumentException e) {
      return List.of(); // said when the scheme is made
    }
  }
}
