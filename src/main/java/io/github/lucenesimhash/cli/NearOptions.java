package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.ResemblanceField;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
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

  @Option(names = "--guard", paramLabel = "GUARD", defaultValue = "replaced,numbers")
  private String guard;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  final boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  private Guard read; // null before; a file may be a pipe

  /**
   * What keeps short texts apart.
   *
   * @param scheme makes the words of a file; null if none is compared
   */
  final Guard guard(FingerprintScheme scheme) {
    if (read == null) {
      read = guard(guard, scheme);
    }
    return read;
  }

  static Guard guard(String guard, FingerprintScheme scheme) {
    Guard parsed = Guard.NONE;
    for (String part : guard.split(",", -1)) {
      if (part.equals("replaced")) {
        parsed = new Guard(true, parsed.numbers(), parsed.keys());
      } else if (part.equals("numbers")) {
        parsed = new Guard(parsed.replaced(), true, parsed.keys());
      } else if (part.startsWith("words:")) {
        parsed = parsed.withWords(words(Source.path(part.substring("words:".length())), scheme));
      } else if (!guard.equals("none")) {
        throw new BadInput(
            "--guard '%s', expected none, or some of replaced, numbers and words:FILE with commas",
            guard);
      }
    }
    return parsed;
  }

  /** As the scheme makes them of texts that it verifies, or compares by them. */
  private static List<BytesRef> words(Path file, FingerprintScheme scheme) {
    FingerprintScheme ofWords = scheme == null ? FingerprintScheme.standard() : scheme.textSide();
    List<BytesRef> words = new ArrayList<>();
    RawText.forEachLine(
        file,
        line -> {
          BytesRef its = ofWords.read(line).words();
          if (its != null) {
            words.add(its);
          } else if (!line.isBlank()) {
            throw new IllegalArgumentException(
                "no words, or too many, expected 1 to " + ResemblanceField.MAX_FEATURES);
          }
        });
    if (words.isEmpty()) {
      throw new BadInput("--guard words:%s has no word, expected a word a line", file);
    }
    return words;
  }

  /** As it was typed. */
  final String guard() {
    return guard;
  }

  /** For people: words are not known any more. */
  static String named(Guard guard) {
    int words = guard.keys().size();
    String others = new Guard(guard.replaced(), guard.numbers(), Set.of()).toString();
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
      REPRINTS;

      Comparison comparison() {
        return this == STANDARD ? Comparison.STANDARD : Comparison.REPRINTS;
      }

      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Option(names = "--verify", paramLabel = "J", converter = Range.Ratio.class)
    private Double minResemblance;

    @Option(names = "--no-verify")
    private boolean unverified;

    /** Refuses what contradicts itself. */
    void check() {
      if (unverified && minResemblance != null) {
        throw new BadInput("--verify is given with --no-verify, expected one of them");
      }
    }

    /** With the distance, and how texts are verified. */
    Comparison comparison() {
      Comparison near = preset.comparison();
      if (isGiven("-k")) {
        near = near.distance(maxDistance);
      }
      if (unverified) {
        return near.verified(0);
      }
      return minResemblance == null ? near : near.verified(minResemblance);
    }

    /**
     * All of it.
     *
     * @param shortTexts resemblance of their words; null if they are compared as all others
     */
    Comparison comparison(Double shortTexts, FingerprintScheme scheme) {
      return comparison().words(shortTexts == null ? 0 : shortTexts).guarded(guard(scheme));
    }
  }
}
