package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.dedup.DuplicatePolicy;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.WriterBuilder;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.index.IndexWriter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What happens to documents that are near-duplicates of others in the index. */
final class DuplicateOptions {

  /** The field of the group's id, with {@code --dedup mark}. */
  static final String GROUP = "group";

  enum Policy {
    FIRST,
    NEWEST,
    MARK
  }

  private static final class PolicyChoice extends Choice<Policy> {
    PolicyChoice() {
      super(Policy.class);
    }
  }

  @Option(
      names = "--dedup",
      paramLabel = "POLICY",
      converter = PolicyChoice.class,
      completionCandidates = PolicyChoice.class,
      description =
          "Look for near-duplicates before a document is added: 'first' leaves it out if there is"
              + " one, 'newest' puts it in place of those there are, 'mark' adds it with the id of"
              + " its group. Ctrl-C commits what is done.")
  private Policy policy;

  @Mixin private DistanceOption distance;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Ratio.class,
      description =
          "With --dedup: near-duplicates must share this part of their features too, 0 to 1."
              + " Needs --store-text.")
  private Double minResemblance;

  @Option(
      names = "--max-replaced",
      paramLabel = "N",
      converter = WholeNumber.FromOne.class,
      defaultValue = "10",
      description =
          "With --dedup newest: a document that would replace more is left out"
              + " (default: ${DEFAULT-VALUE}).")
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

  boolean isAsked() {
    return policy != null;
  }

  /**
   * @throws BadInput if options do not go together, or a file to write is one to read
   */
  void check(Corpus corpus, boolean storesText) throws IOException {
    if (policy == null && (minResemblance != null || outcomes != null)) {
      throw new BadInput(
          (outcomes == null ? "--verify" : "--outcomes") + " is given without --dedup");
    }
    if (json && outcomes == null) {
      throw new BadInput("--json is given without --outcomes");
    }
    if (minResemblance != null && !storesText) {
      throw new BadInput("--verify is given without --store-text");
    }
    corpus.sources().checkApart("--outcomes", outcomes);
  }

  /**
   * @throws BadInput if the file of outcomes cannot be written
   */
  OutcomeReport report(Console console) throws IOException {
    return new OutcomeReport(outcomes, json, console);
  }

  NearDuplicateWriter writer(IndexWriter indexWriter, String schemeId) throws IOException {
    WriterBuilder builder =
        NearDuplicateWriter.builder(indexWriter)
            .idField(StoredIndex.ID)
            .field(StoredIndex.NEAR)
            .schemeId(schemeId)
            .maxDistance(distance.maxDistance)
            .maxReplaced(maxReplaced)
            .policy(
                switch (policy) {
                  case FIRST -> DuplicatePolicy.keepFirst();
                  case NEWEST -> DuplicatePolicy.keepNewest();
                  case MARK -> DuplicatePolicy.mark(GROUP);
                });
    if (minResemblance != null) {
      builder.verify(TextVerifier.standard(), StoredIndex.TEXT, minResemblance);
    }
    return builder.build();
  }
}
