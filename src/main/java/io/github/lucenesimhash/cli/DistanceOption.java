package io.github.lucenesimhash.cli;

import picocli.CommandLine.Option;

/** How far apart near-duplicates may be. */
final class DistanceOption {

  /** Bits. */
  private static final int DEFAULT = 12;

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = WholeNumber.Distance.class,
      defaultValue = "" + DEFAULT,
      description =
          "Most bits that near-duplicates differ in, 0 to 64 (default: ${DEFAULT-VALUE}).")
  int maxDistance;
}
