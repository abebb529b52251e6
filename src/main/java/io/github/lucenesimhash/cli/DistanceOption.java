package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import picocli.CommandLine.Option;

/** How far apart near-duplicates may be. */
final class DistanceOption {

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = WholeNumber.Distance.class,
      defaultValue = "" + FingerprintScheme.DEFAULT_DISTANCE,
      description =
          "Most bits that near-duplicates differ in, 0 to 64 (default: ${DEFAULT-VALUE};"
              + " 12 suits --sketch simhash).")
  int maxDistance;
}
