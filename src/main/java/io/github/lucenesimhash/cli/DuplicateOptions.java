package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.dedup.DuplicatePolicy;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.index.IndexWriter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What happens to documents that are near-duplicates of others in the index. */
final class DuplicateOptions {

  /** The field of the group's id, with {@code --dedup mark}. */
  static final String GROUP = "group";

  private static final List<String> USED_WITH_DEDUP =
      List.of("-k", "--verify", "--no-verify", "--max-replaced", "--outcomes");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--dedup",
      paramLabel = "POLICY",
      description =
          "Look for near-duplicates before a document is added: 'first' leaves it out if there is"
              + " one, 'newest' puts it in place of those there are, 'mark' adds it with the id of"
              + " its group. The index remembers it, with -k and --verify, and goes on so. Ctrl-C"
              + " commits what is done.")
  private DedupPolicy.Kind kind;

  @Mixin private GroupOptions.DistanceOption distance;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Range.Ratio.class,
      defaultValue = GroupOptions.DEFAULT_RESEMBLANCE,
      description =
          "With --dedup: the texts of near-duplicates share J of their features too, as in dedup,"
              + " 0 to 1 (default: ${DEFAULT-VALUE}). The texts are stored.")
  private double minResemblance;

  @Option(
      names = "--no-verify",
      description = "With --dedup: go by the fingerprints alone, as with --verify 0.")
  private boolean unverified;

  @Option(
      names = "--max-replaced",
      paramLabel = "N",
      converter = Range.FromOne.class,
      defaultValue = "10",
      description =
          "With --dedup newest: a document that would replace more is left out (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxReplaced;

  @Option(
      names = "--outcomes",
      paramLabel = "FILE",
      description =
          "With --dedup: write what was not simply added, and because of what: id, what was done,"
              + " id of the near-duplicate, distance, separated by tabs.")
  private Path outcomes;

  @Option(names = "--json", description = "With --outcomes: a JSON object a line instead.")
  private boolean json;

  /** The policy that the options ask for, or the one that an index remembers; null for none. */
  DedupPolicy policy(DedupPolicy remembered) {
    if (json && outcomes == null) {
      throw new BadInput("--json is given without --outcomes");
    }
    if (kind == null && remembered == null) {
      for (String option : USED_WITH_DEDUP) {
        if (isGiven(option)) {
          throw new BadInput(option + " is given without --dedup");
        }
      }
      return null;
    }
    double resemblance = unverified ? 0 : minResemblance;
    if (remembered == null) {
      return new DedupPolicy(kind, distance.maxDistance, resemblance);
    }
    boolean keepsResemblance = !unverified && !isGiven("--verify");
    DedupPolicy asked =
        new DedupPolicy(
            kind != null ? kind : remembered.kind,
            isGiven("-k") ? distance.maxDistance : remembered.maxDistance,
            keepsResemblance ? remembered.minResemblance : resemblance);
    if (!asked.equals(remembered)) {
      throw new BadInput(
          "the index was made with " + remembered + ", but the options make " + asked);
    }
    return asked;
  }

  private boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  OutcomeReport report(Console console) throws IOException {
    return new OutcomeReport(outcomes, json, console);
  }

  NearDuplicateWriter writer(DedupPolicy policy, IndexWriter indexWriter, String schemeId)
      throws IOException {
    NearDuplicateWriter.Builder builder =
        NearDuplicateWriter.builder(indexWriter)
            .idField(StoredIndex.ID)
            .field(StoredIndex.NEAR)
            .schemeId(schemeId)
            .maxDistance(policy.maxDistance())
            .maxReplaced(maxReplaced)
            .policy(
                switch (policy.kind()) {
                  case FIRST -> DuplicatePolicy.keepFirst();
                  case NEWEST -> DuplicatePolicy.keepNewest();
                  case MARK -> DuplicatePolicy.mark(GROUP);
                });
    if (policy.comparesTexts()) {
      builder.verify(TextVerifier.standard(), StoredIndex.TEXT, policy.minResemblance());
    }
    return builder.build();
  }

  /**
   * How an index is kept free of near-duplicates; it remembers that in its commit's user data.
   *
   * @param maxDistance in bits
   * @param minResemblance of the texts, 0 if they are not compared
   */
  record DedupPolicy(Kind kind, int maxDistance, double minResemblance) {

    private static final String KEY = "lucene-simhash.dedup";

    enum Kind {
      FIRST,
      NEWEST,
      MARK;

      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    /** What a commit remembers, or null if nothing. */
    static DedupPolicy ofCommitData(Map<String, String> userData) {
      String[] words = userData.getOrDefault(KEY, "").split(" ", -1);
      return words.length < 3
          ? null
          : new DedupPolicy(
              Kind.valueOf(words[0]), Integer.parseInt(words[1]), Double.parseDouble(words[2]));
    }

    Map<String, String> toCommitData() {
      return Map.of(KEY, kind.name() + " " + maxDistance + " " + minResemblance);
    }

    boolean comparesTexts() {
      return minResemblance > 0;
    }

    /** The options that ask for it. */
    @Override
    public String toString() {
      String verify = comparesTexts() ? " --verify " + minResemblance : " --no-verify";
      return "--dedup " + kind + " -k " + maxDistance + verify;
    }
  }
}
