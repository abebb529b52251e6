package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How clusters are written, and where. */
final class ResultOptions {

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private OutOption out;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write an HTML page too, as the command report does.")
  private Path report;

  /**
   * @throws BadInput if a file cannot be written
   */
  Results open(Console console) throws IOException {
    return new Results(json, out, report, console);
  }
}
