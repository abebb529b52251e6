package io.github.lucenesimhash.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which index to read. */
final class IndexOption {

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  Path folder;
}
