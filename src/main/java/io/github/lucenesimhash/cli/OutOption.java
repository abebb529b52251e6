package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the result goes. */
final class OutOption {

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write into a file, which appears only when complete.")
  private Path file;

  boolean isFile() {
    return file != null;
  }

  /**
   * @throws BadInput if the file is one to read
   */
  void checkApart(Corpus corpus) throws IOException {
    corpus.sources().checkApart("--out", file);
  }

  /**
   * @throws BadInput if the file cannot be written
   */
  Output open(Console console) throws IOException {
    return new Output("--out", file, console);
  }
}
