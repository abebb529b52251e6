package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that define the scheme of fingerprints. */
final class SchemeOptions {

  private static final String TITLES = "titles";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = SchemeFiles.OPTION, paramLabel = "SCHEME")
  private String scheme;

  FingerprintScheme scheme() {
    String text = text();
    return text == null ? FingerprintScheme.standard() : SchemeFiles.scheme(text);
  }

  /**
   * Returns the text of the scheme, or null for the default scheme. {@code --near titles} also
   * selects a scheme.
   */
  String text() {
    Object near = command.commandLine().getParseResult().matchedOptionValue("--near", null);
    if (near == null || !near.toString().equals(TITLES)) {
      return scheme;
    }
    if (scheme != null) {
      throw new BadInput("--near titles is given with --scheme %s, expected one of them", scheme);
    }
    return TITLES;
  }
}
