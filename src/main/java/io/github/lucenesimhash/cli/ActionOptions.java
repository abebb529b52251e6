package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.corpus.MoveLog;
import io.github.lucenesimhash.corpus.MoveLog.Move;
import io.github.lucenesimhash.corpus.Removal;
import io.github.lucenesimhash.corpus.Removal.Act;
import io.github.lucenesimhash.corpus.Removal.Outcome;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.join.Groups.Group;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Option;

/** What is done with files that are duplicates, once all results are written. */
final class ActionOptions {

  private static final int INCOMPLETE = 3;
  private static final int MAX_NOTES = 20;

  @Option(names = "--move", paramLabel = "DIR")
  private Path moved;

  @Option(names = "--link")
  private boolean link;

  @Option(names = "--delete")
  private boolean delete;

  @Option(names = "--yes")
  private boolean yes;

  @Option(names = "--dry-run")
  private boolean dryRun;

  /** A file, what is kept for it, and where it goes if it is moved. */
  private record Duplicate(int document, int kept, Path place) {}

  private Act act; // null if nothing is done
  private Console console;
  private final Map<String, Integer> left = new TreeMap<>();
  private int failures;
  private int planned;
  private int done; // of them

  boolean isAsked() {
    return act != null;
  }

  /** Whether files are not in their places afterwards. */
  boolean takeAway() {
    return !dryRun && (act == Act.MOVE || act == Act.DELETE);
  }

  /** What messages call it. */
  String option() {
    return "--" + act;
  }

  /** Refuses what cannot be, before anything is read; puts back what a killed run left aside. */
  void open(InputOptions input, boolean isResumed, Console console) throws IOException {
    this.console = console;
    Set<Act> asked = EnumSet.noneOf(Act.class);
    if (moved != null) {
      asked.add(Act.MOVE);
    }
    if (link) {
      asked.add(Act.LINK);
    }
    if (delete) {
      asked.add(Act.DELETE);
    }
    if (asked.size() > 1) {
      throw new BadInput("expected one of --move, --link and --delete");
    }
    act = asked.stream().findFirst().orElse(null);
    if (dryRun && act == null) {
      throw new BadInput("--dry-run is given without --move, --link or --delete");
    }
    if (yes && act != Act.DELETE) {
      throw new BadInput("--yes is given without --delete");
    }
    if (act == null) {
      return;
    }
    if (isResumed || input.links) {
      throw new BadInput(option() + " is given with " + (isResumed ? "--resume" : "--links"));
    }
    if (act == Act.DELETE && !yes && !dryRun && !Console.isInputTerminal()) {
      throw new BadInput("--delete asks on a terminal, and this is none: expected --yes");
    }
    if (!dryRun) {
      Removal.putBackAll(input.inputs.stream().map(Source::path).toList(), console);
    }
  }

  /** Refuses what is no file. */
  void check(Corpus corpus) {
    if (isAsked() && !corpus.areFiles()) {
      throw new BadInput(option() + " is for files, expected no standard input and no pipe");
    }
  }

  /** Refuses files of many documents. */
  void check(InputDocuments documents) {
    for (int document = 0; isAsked() && document < documents.count(); document++) {
      if (documents.file(document) == null) {
        throw new BadInput(
            option()
                + " is for files of one text each, and '"
                + documents.path(document)
                + "' holds records: expected --write-clean, which leaves out records too");
      }
    }
  }

  /** Does it, each file in a step; returns the exit code. */
  int run(
      DocumentGroups groups, InputDocuments documents, Results results, Interruption interruption)
      throws IOException {
    if (!isAsked()) {
      return 0;
    }
    Removal removal = new Removal(act, documents, groups.documents);
    List<Duplicate> plan = plan(groups, removal);
    long bytes = 0;
    for (Duplicate duplicate : plan) {
      bytes += documents.size(duplicate.document); // if it is gone, it is told of below
    }
    String files =
        EndLine.count(plan.size(), "file") + String.format(Locale.ROOT, ", %,d bytes", bytes);
    if (dryRun) {
      for (Duplicate duplicate : plan) {
        results.say(
            "would "
                + act
                + " "
                + documents.file(duplicate.document)
                + " (kept: "
                + groups.documents.id(duplicate.kept)
                + ")");
      }
      results.say("would " + act + " " + files);
    } else if (!plan.isEmpty() && act == Act.DELETE && !yes && !isAgreed(files)) {
      results.say("nothing was deleted");
      return 0;
    } else {
      results.say(perform(plan, removal, groups, documents, interruption));
    }
    for (Map.Entry<String, Integer> each : left.entrySet()) {
      results.say("left " + each.getValue() + ": each " + each.getKey());
    }
    if (failures > MAX_NOTES) {
      console.note("and " + (failures - MAX_NOTES) + " more were not " + act.done);
    }
    return failures == 0 ? 0 : INCOMPLETE;
  }

  private List<Duplicate> plan(DocumentGroups groups, Removal removal) throws IOException {
    List<Duplicate> plan = new ArrayList<>();
    for (Group group : groups.groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        Outcome outcome = removal.look(group.member(i), group.kept());
        if (outcome.isDone()) {
          plan.add(new Duplicate(group.member(i), group.kept(), null));
        } else {
          tell(groups.documents.file(group.member(i)), outcome);
        }
      }
    }
    return plan;
  }

  private void tell(Path file, Outcome outcome) {
    if (!outcome.isFailure()) {
      left.merge(outcome.reason(), 1, Integer::sum);
    } else if (++failures <= MAX_NOTES) {
      console.note("'" + file + "' was not " + act.done + ": " + outcome.reason());
    }
  }

  private boolean isAgreed(String files) throws IOException {
    console.err().print("delete " + files + "? [y/N] ");
    console.err().flush();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
    String answer = Objects.requireNonNullElse(in.readLine(), "").strip();
    return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
  }

  private String perform(
      List<Duplicate> plan,
      Removal removal,
      DocumentGroups groups,
      InputDocuments documents,
      Interruption interruption)
      throws IOException {
    planned = plan.size();
    MoveLog log = act == Act.MOVE && !plan.isEmpty() ? log() : null;
    try {
      List<Duplicate> placed = log == null ? plan : place(plan, log, groups, documents);
      for (Duplicate each : placed) {
        interruption.step(
            () -> {
              Outcome outcome = removal.perform(each.document, each.kept, each.place);
              if (outcome.isDone()) {
                done++;
              } else {
                tell(documents.file(each.document), outcome);
              }
            });
      }
    } finally {
      IOUtils.close(log);
    }
    return done("");
  }

  private String done(String of) {
    String undo =
        act == Act.MOVE && planned > 0 ? "; undo: undo " + moved.resolve(MoveLog.NAME) : "";
    return act.done + " " + EndLine.count(done, "file") + of + undo;
  }

  /** How far a run came that ends before all is done. */
  String progress() {
    return planned == 0 ? "all is written" : done(String.format(Locale.ROOT, " of %,d", planned));
  }

  private MoveLog log() {
    try {
      return MoveLog.of(moved);
    } catch (IOException e) {
      throw new BadInput("--move '" + moved + "' cannot be used: " + BadInput.reason(e));
    }
  }

  /** Finds a place for each, and writes that down before any file moves. */
  private List<Duplicate> place(
      List<Duplicate> plan, MoveLog log, DocumentGroups groups, InputDocuments documents)
      throws IOException {
    List<Duplicate> placed = new ArrayList<>();
    List<Move> moves = new ArrayList<>();
    for (Duplicate each : plan) {
      Path file = documents.file(each.document).toAbsolutePath();
      Path place = log.place(documents.name(each.document), file);
      placed.add(new Duplicate(each.document, each.kept, place));
      moves.add(new Move(file, place, groups.documents.id(each.kept)));
    }
    log.write(moves);
    return placed;
  }
}
