package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Source;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the result goes. */
final class OutOption {

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = {
        "Write into a file, which appears only when complete. Clusters are written a line for each",
        "duplicate into .tsv, a JSON object for each cluster into .jsonl."
      })
  private Path file;

  boolean isFile() {
    return file != null;
  }

  /** What its name asks for. */
  Source.Format format() {
    return file == null ? Source.Format.TEXT : Source.Format.of(file.toString());
  }

  /**
   * @throws BadInput if the file cannot be written
   */
  Output open(Console console) throws IOException {
    return new Output("--out", file, console);
  }
}
