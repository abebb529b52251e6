package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import picocli.CommandLine.Option;

/** What counts as near-duplicates. */
class NearOptions {

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = Range.Distance.class,
      defaultValue = "" + FingerprintScheme.DEFAULT_DISTANCE)
  int maxDistance;

  static final class Verified extends NearOptions {

    @Option(
        names = "--verify",
        paramLabel = "J",
        converter = Range.Ratio.class,
        defaultValue = "0.8")
    private double minResemblance;

    @Option(names = "--no-verify")
    private boolean unverified;

    /** 0 if texts are not compared. */
    double minResemblance() {
      return unverified ? 0 : minResemblance;
    }
  }
}
