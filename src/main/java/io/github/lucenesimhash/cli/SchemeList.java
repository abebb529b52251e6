package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Several schemes side by side. */
final class SchemeList {

  /** Schemes that need no table of the user's: the default, relatives, SimHash, classic recipes. */
  private static final List<String> ALL =
      List.of(
          "standard",
          "standard shingle=2",
          "char shingle=4 sketch=minhash",
          "zh",
          "zh weights=idf",
          "char",
          "classic-words",
          "classic-chars",
          "classic-tfidf");

  @Option(names = SchemeFiles.OPTION, paramLabel = "SCHEME")
  private List<String> given = ALL;

  Map<String, FingerprintScheme> schemes() {
    Map<String, FingerprintScheme> schemes = new LinkedHashMap<>();
    given.forEach(scheme -> schemes.put(scheme.strip(), SchemeFiles.scheme(scheme.strip())));
    return schemes;
  }
}
