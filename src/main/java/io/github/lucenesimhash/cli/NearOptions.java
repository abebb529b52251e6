package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Range.Distance;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that define near-duplicates, for dedup, index, serve and search. */
final class NearOptions {

  /** The options that need verified texts, in the order in which messages name them. */
  private static final List<String> OF_VERIFIED = List.of("--guard", "--contained");

  private static final String WORDS = "words:";

  @Option(names = "--near", paramLabel = "NAME", defaultValue = "standard")
  private Preset preset;

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = Distance.class,
      defaultValue = "" + FingerprintScheme.DEFAULT_DISTANCE)
  private int maxDistance;

  @Option(names = "--verify", paramLabel = "J", converter = Ratio.class)
  private Double minResemblance;

  @Option(names = "--guard", paramLabel = "GUARD", defaultValue = "numbers,negations")
  private String guard;

  @Option(names = "--contained", paramLabel = "C", converter = Ratio.class)
  private Double contained; // null if not given

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** A comparison that has a name. */
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

  /** Refuses options that contradict each other. */
  void check() {
    for (String option : OF_VERIFIED) {
      if (!verifies() && asksFor(option)) {
        throw new BadInput(option + " needs verified texts, expected no --verify 0 with it");
      }
    }
  }

  /** Returns whether texts are verified, provided that they can be read. */
  boolean verifies() {
    return minResemblance == null || minResemblance > 0;
  }

  /** Returns the option that explicitly requests verified texts, or null if no option does. */
  String asksToVerify() {
    return !verifies()
        ? null
        : Stream.concat(Stream.of("--verify", "--near"), OF_VERIFIED.stream())
            .filter(this::asksFor)
            .findFirst()
            .orElse(null);
  }

  private boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  private boolean asksFor(String option) {
    return isGiven(option) && !(option.equals("--guard") && guard.equals("none"));
  }

  boolean mayBeContained() {
    return verifies() && contained(preset.comparison(true)) > 0;
  }

  private double contained(Comparison near) {
    return contained == null ? near.contained() : contained;
  }

  /** Creates the comparison from all options. Reads the file of guarded words, if given. */
  Comparison comparison(FingerprintScheme scheme) {
    return comparison(verifies(), scheme.bits(), guard(scheme));
  }

  /** Creates the comparison of fingerprints alone, for a search that does not verify texts. */
  Comparison unverified(int bits) {
    return comparison(false, bits, Guard.NONE);
  }

  private Comparison comparison(boolean verifies, int bits, Guard guard) {
    Comparison near = preset.comparison(verifies).ofBits(bits);
    if (isGiven("-k") && maxDistance > bits) {
      throw new BadInput("-k is %d, expected 0 to %d", maxDistance, bits);
    }
    return new Comparison(
        isGiven("-k") ? maxDistance : near.maxDistance(),
        !verifies || minResemblance == null ? near.verification() : minResemblance,
        verifies ? contained(near) : 0,
        guard);
  }

  /**
   * Creates the guard that keeps verified texts apart.
   *
   * @param scheme the scheme of the fingerprints
   * @throws BadInput if the option is malformed, or its file cannot be read or has no word or an
   *     impossible one
   */
  private Guard guard(FingerprintScheme scheme) {
    List<String> kinds = new ArrayList<>(List.of(guard.split(",", -1)));
    String file =
        kinds.stream()
            .filter(kind -> kind.startsWith(WORDS))
            .map(kind -> kind.substring(WORDS.length()))
            .findFirst()
            .orElse(null);
    kinds.remove(WORDS + file);
    try {
      Guard made = kinds.isEmpty() ? Guard.NONE : Guard.parse(String.join(",", kinds));
      return file == null ? made : made.withWords(words(file, scheme));
    } catch (IllegalArgumentException e) {
      throw new BadInput(
          "--guard '%s', expected none, or some of replaced, numbers, negations and words:FILE with commas",
          guard);
    }
  }

  private static Set<String> words(String file, FingerprintScheme scheme) {
    TextVerifier verifier = TextVerifier.of(scheme);
    Set<String> words = new TreeSet<>();
    RawText.forEachLine(
        Source.path(file),
        line -> {
          Set<String> its = new TreeSet<>(List.of(line.split("(?U)\\s+")));
          its.remove(""); // the part before leading spaces
          verifier.guarded(Guard.NONE.withWords(its)); // refuses impossible words
          words.addAll(its);
        });
    if (words.isEmpty()) {
      throw new BadInput("--guard words:%s has no word, expected one word in each line", file);
    }
    return words;
  }

  /** Returns the guard as the user typed it. */
  String guard() {
    return guard;
  }

  /** Returns a short name of a guard, with the number of its words instead of the words. */
  static String named(Guard guard) {
    int words = guard.words().size();
    String others =
        new Guard(guard.replaced(), guard.numbers(), guard.negations(), Set.of()).toString();
    return words == 0
        ? others
        : (others.equals("none") ? "" : others + " and ") + EndLine.count(words, "word");
  }
}
