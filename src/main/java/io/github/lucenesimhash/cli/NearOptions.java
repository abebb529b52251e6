package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Range.Distance;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say which texts are near-duplicates. */
class NearOptions {

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = Distance.class,
      defaultValue = "" + FingerprintScheme.DEFAULT_DISTANCE)
  private int maxDistance;

  @Mixin private GuardOption.Mixed its;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Returns the distance for fingerprints of so many bits: -k, or its default for each 64. */
  final int distance(int bits) {
    if (maxDistance > bits) {
      throw new BadInput("-k is %d, expected 0 to %d", maxDistance, bits);
    }
    return isGiven("-k") ? maxDistance : maxDistance * (bits / Fingerprint.WORD_BITS);
  }

  final boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  /**
   * Makes the guard that keeps verified texts apart.
   *
   * @param scheme of the texts
   */
  final Guard guard(FingerprintScheme scheme) {
    return its.guard.of(scheme);
  }

  /** Whether the user asks for an option that needs texts that are verified. */
  final boolean asksFor(String option) {
    return isGiven(option) && !(option.equals("--guard") && guard().equals("none"));
  }

  /**
   * Returns the least share of a contained text.
   *
   * @param otherwise if the option is not given
   */
  final double contained(double otherwise) {
    return its.contained == null ? otherwise : its.contained;
  }

  /** The guard as it was typed. */
  final String guard() {
    return its.guard.toString();
  }

  /** Names a guard for people: how many words it guards, not which. */
  static String named(Guard guard) {
    int words = guard.words().size();
    String others =
        new Guard(guard.replaced(), guard.numbers(), guard.negations(), Set.of()).toString();
    return words == 0
        ? others
        : (others.equals("none") ? "" : others + " and ") + EndLine.count(words, "word");
  }

  static final class Verified extends NearOptions {

    @Option(names = "--near", paramLabel = "NAME", defaultValue = "standard")
    private Preset preset;

    /** Comparisons that have a name. */
    private enum Preset {
      STANDARD,
      CONTAINED,
      TITLES;

      Comparison comparison(boolean verifies) {
        return Comparison.parse(this + (verifies ? "" : " verify=0"));
      }

      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Option(names = "--verify", paramLabel = "J", converter = Ratio.class)
    private Double minResemblance;

    @Option(names = "--no-verify")
    private boolean unverified;

    /** Refuses what contradicts itself. */
    void check() {
      if (unverified && minResemblance != null) {
        throw new BadInput("--verify is given with --no-verify, expected one of them");
      }
      for (String option : List.of("--guard", "--contained")) {
        if (!verifies() && asksFor(option)) {
          throw new BadInput(
              option
                  + " is for texts that are verified, expected no "
                  + (unverified ? "--no-verify" : "--verify 0")
                  + " beside it");
        }
      }
    }

    boolean verifies() {
      return !unverified && (minResemblance == null || minResemblance > 0);
    }

    boolean mayBeContained() {
      return verifies() && contained(preset.comparison(true).contained()) > 0;
    }

    /** Makes what is near from all options together. */
    Comparison comparison(FingerprintScheme scheme) {
      Comparison near = preset.comparison(verifies()).ofBits(scheme.bits());
      return new Comparison(
          isGiven("-k") ? distance(scheme.bits()) : near.maxDistance(),
          minResemblance == null ? near.verification() : minResemblance,
          verifies() ? contained(near.contained()) : 0,
          guard(scheme));
    }
  }
}
