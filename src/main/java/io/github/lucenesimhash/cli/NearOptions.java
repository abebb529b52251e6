package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Refuses what contradicts itself. */
    void check() {
      if (unverified && command.commandLine().getParseResult().hasMatchedOption("--verify")) {
        throw new BadInput("--verify is given with --no-verify, expected one of them");
      }
    }

    /** 0 if texts are not compared. */
    double minResemblance() {
      return unverified ? 0 : minResemblance;
    }
  }
}
