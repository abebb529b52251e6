package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.dedup.DuplicatePolicy;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.join.Groups.Group;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options for documents that are near-duplicates of documents in the index. */
final class DuplicateOptions {

  /** The field that contains the name of the group, with {@code --dedup mark}. */
  static final String GROUP = "group";

  /** The memory for changes since the last refresh. More memory means fewer segments to search. */
  private static final long MAX_PENDING_BYTES =
      Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 16);

  /** The options of one run. The other options form the policy that the index remembers. */
  private static final Set<String> OF_RUN = Set.of("--expire", "--commit-every", "--outcomes");

  @Spec private CommandSpec own;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--dedup", paramLabel = "POLICY")
  private DedupPolicy.Kind kind;

  @Mixin private NearOptions near;

  @Option(names = "--window", paramLabel = "TIME", converter = Span.class)
  private Duration window;

  @Option(names = "--date-field", paramLabel = "NAME")
  private String dateField;

  @Option(names = "--tenant-field", paramLabel = "NAME")
  private String tenantField;

  @Option(names = "--expire")
  boolean expires;

  @Option(names = "--commit-every", paramLabel = "TIME", converter = Span.class)
  Duration commitEvery; // null to commit once, at the end

  @Option(names = "--outcomes", paramLabel = "FILE")
  private Path outcomes;

  /**
   * Returns the policy that the options make or the index remembers, or null if neither has one.
   *
   * @param remembered the policy that the index remembers, or null
   * @param otherwise the kind if neither the options nor the index name one, or null for no policy
   */
  DedupPolicy policy(DedupPolicy remembered, FingerprintScheme scheme, DedupPolicy.Kind otherwise) {
    near.check();
    ParseResult line = command.commandLine().getParseResult();
    List<String> given = new ArrayList<>();
    for (OptionSpec option : own.options()) {
      if (line.hasMatchedOption(option.longestName())) {
        given.add(option.longestName());
      }
    }
    DedupPolicy.Kind known = remembered == null ? otherwise : remembered.kind();
    if (kind == null && known == null) {
      if (!given.isEmpty()) {
        throw new BadInput(given.getFirst() + " is given without --dedup");
      }
      return null;
    }
    given.removeAll(OF_RUN);
    DedupPolicy asked =
        remembered != null && given.isEmpty()
            ? remembered
            : new DedupPolicy(
                kind != null ? kind : known,
                near.comparison(scheme),
                window,
                dateField,
                tenantField);
    checkScope(asked);
    if (remembered != null && !asked.isLike(remembered)) {
      String same = asked.toString().equals(remembered.toString()) ? " of other words" : "";
      throw new BadInput(
          "the index was made with " + remembered + ", but the options make " + asked + same);
    }
    return asked;
  }

  private void checkScope(DedupPolicy asked) {
    boolean hasDates = asked.dateField() != null;
    if (hasDates && asked.window() == null) {
      throw new BadInput("--date-field is given without --window");
    }
    if (!hasDates && asked.window() != null) {
      throw new BadInput("--window is given without --date-field");
    }
    if (expires && asked.window() == null) {
      throw new BadInput("--expire is given without --window");
    }
    if (commitEvery != null && commitEvery.isZero()) {
      throw new BadInput("--commit-every 0, expected more than 0");
    }
  }

  NearDuplicateWriter writer(DedupPolicy policy, IndexWriter indexWriter, FingerprintScheme scheme)
      throws IOException {
    NearDuplicateWriter.Builder builder =
        NearDuplicateWriter.builder(indexWriter)
            .idField(StoredIndex.ID)
            .field(StoredIndex.NEAR)
            .schemeId(scheme.id())
            .comparison(policy.near())
            .maxPendingBytes(MAX_PENDING_BYTES)
            .policy(
                switch (policy.kind()) {
                  case FIRST -> DuplicatePolicy.keepFirst();
                  case NEWEST -> DuplicatePolicy.keepNewest();
                  case MARK -> DuplicatePolicy.mark(GROUP);
                });
    if (policy.window() != null) {
      builder.window(StoredIndex.DATE, policy.window());
    }
    if (policy.isPerTenant()) {
      builder.tenant(StoredIndex.TENANT);
    }
    if (policy.near().comparesTexts()) {
      builder.texts(policy.near().verifier(scheme), StoredIndex.TEXT);
    }
    return builder.build();
  }

  /** Returns the name of an action in output, where "skipped" already means unreadable records. */
  static String name(Action action) {
    return action == Action.SKIPPED ? "left out" : action.name().toLowerCase(Locale.ROOT);
  }

  /** Counts pairs held back and documents not simply added, and writes their outcomes to a file. */
  final class OutcomeReport implements Closeable {

    private long heldBack; // pairs
    private long uncompared; // pairs
    private final Map<Action, Long> counts = new EnumMap<>(Action.class);
    private final Output output;

    private final boolean mayBeContained;

    OutcomeReport(Console console, DedupPolicy policy) throws IOException {
      mayBeContained = policy != null && policy.near().contained() > 0;
      output = outcomes == null ? null : new Output("--outcomes", outcomes, console);
    }

    /** Returns the neighbours, each with the likeness of its text to the offered text. */
    List<Near> near(Outcome outcome) {
      return outcome.neighbours().stream()
          .map(it -> Near.of(it.id(), it.distance(), it.likeness().reversed(), mayBeContained))
          .toList();
    }

    private static String columns(Near near) {
      String texts = near.shown();
      return near.tsv() + (texts.isEmpty() ? "" : "\t" + texts);
    }

    void add(Outcome outcome) throws IOException {
      heldBack +=
          outcome.isIndexed()
              ? outcome.heldBack()
              : 0; // a pair counts if the offered document is indexed
      if (outcome.action() != Action.ADDED) {
        add(outcome.id(), outcome.action(), near(outcome));
      }
    }

    /** Reports the duplicates in groups whose kept documents were added to the index. */
    void add(DocumentGroups groups) throws IOException {
      heldBack = groups.heldBack();
      uncompared = groups.uncompared();
      for (Group group : groups.groups) {
        for (int i = 0; i < group.size() - 1; i++) {
          String id = groups.documents.id(group.member(i));
          add(id, Action.SKIPPED, List.of(groups.kept(group, i)));
        }
      }
    }

    private void add(String id, Action action, List<Near> because) throws IOException {
      counts.merge(action, 1L, Long::sum);
      if (output == null) {
        return;
      }
      List<String> others =
          because.isEmpty()
              ? List.of("\t") // the id belongs to another tenant
              : because.stream().map(OutcomeReport::columns).toList();
      for (String other : others) {
        output.writer().write(Console.oneLine(id) + "\t" + name(action) + "\t" + other + "\n");
      }
    }

    /**
     * Returns the number of documents not simply added, by action, the policy and the pairs apart.
     */
    String summary(String policy) {
      List<String> parts = new ArrayList<>();
      counts.forEach(
          (action, count) -> parts.add(String.format(Locale.ROOT, "%,d %s", count, name(action))));
      parts.add(policy);
      long duplicates = counts.values().stream().mapToLong(Long::longValue).sum();
      String done = " (" + String.join(", ", parts) + ")";
      return EndLine.count(duplicates, "duplicate") + done + EndLine.apart(heldBack, uncompared);
    }

    void complete() throws IOException {
      if (output != null) {
        output.complete();
      }
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(output);
    }
  }
}
