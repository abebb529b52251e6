package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.corpus.MovedFiles;
import io.github.lucenesimhash.corpus.MovedFiles.Move;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.join.Groups.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Moves duplicate files into a folder after all results are written, and moves them back. */
final class MoveOptions {

  private static final int INCOMPLETE = 3;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--move", paramLabel = "DIR")
  private Path target;

  @Option(names = "--undo", paramLabel = "DIR")
  private Path undone;

  /** A duplicate and the kept document of its group. */
  private record Duplicate(int document, int kept) {}

  private final Map<String, Integer> left = new TreeMap<>();
  private int planned;
  private int done;
  private int failures;

  boolean areMoved() {
    return target != null;
  }

  boolean areMovedBack() {
    return undone != null;
  }

  /** Refuses a folder in another file system than the inputs, because moves rename files. */
  void check(List<String> inputs) {
    if (!areMoved()) {
      return;
    }
    Path there = target.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    for (String input : inputs) {
      Path path = Source.path(input).toAbsolutePath();
      Path folder = Files.isDirectory(path) ? path : path.getParent();
      try {
        if (!Files.getFileStore(folder).equals(Files.getFileStore(there))) {
          throw new BadInput(
              "--move '%s' is in another file system than '%s', expected a folder in the same",
              target, input);
        }
      } catch (IOException e) {
        // Java cannot determine the file system: a move across file systems fails later
      }
    }
  }

  /** Refuses streams, because their texts are lost after the run, and inputs of records only. */
  void check(InputDocuments documents) throws IOException {
    boolean isAnyFile = false;
    for (int document = 0; areMoved() && document < documents.added(); document++) {
      isAnyFile |= documents.file(document) != null;
      boolean isLast = document == documents.added() - 1;
      if (documents.isOfStream(document) || (isLast && !isAnyFile)) {
        throw new BadInput(
            "--move is for files of one text each, and '%s' is none: expected --write-clean, which"
                + " leaves out records too",
            documents.id(document));
      }
    }
  }

  /** Moves the duplicate files of all groups, and returns the exit code. */
  int move(DocumentGroups groups, InputDocuments documents, Results results) throws IOException {
    if (!areMoved()) {
      return 0;
    }
    List<Duplicate> plan = new ArrayList<>();
    for (Group group : groups.groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        Duplicate duplicate = new Duplicate(group.member(i), group.kept());
        String reason = reasonToStay(duplicate, documents);
        if (reason != null) {
          left.merge(reason, 1, Integer::sum);
        } else {
          plan.add(duplicate);
        }
      }
    }
    planned = plan.size();
    if (planned > 0) {
      move(plan, documents, results);
    }
    results.say(progress());
    for (Map.Entry<String, Integer> each : left.entrySet()) {
      results.say("left " + each.getValue() + ": each " + each.getKey());
    }
    return failures == 0 ? 0 : INCOMPLETE;
  }

  /** Returns the reason why a duplicate must stay in place, or null if it is to be moved. */
  private static String reasonToStay(Duplicate duplicate, InputDocuments documents)
      throws IOException {
    Path file = documents.file(duplicate.document);
    Path kept = documents.file(duplicate.kept);
    if (file == null) {
      return "is a record, which --write-clean leaves out";
    }
    if (Files.isSymbolicLink(file)) {
      return "is a symbolic link";
    }
    boolean areThere = kept != null && Files.exists(kept) && Files.exists(file);
    return areThere && Files.isSameFile(kept, file) ? "is the kept file by another name" : null;
  }

  /** Writes the targets of all planned files to the log, then moves the files. */
  private void move(List<Duplicate> plan, InputDocuments documents, Results results)
      throws IOException {
    try (MovedFiles moved = open()) {
      List<Move> moves = new ArrayList<>();
      for (Duplicate each : plan) {
        Path file = documents.file(each.document).toAbsolutePath();
        Path place = moved.place(file, documents.name(each.document));
        moves.add(new Move(file, place, documents.id(each.kept)));
      }
      moved.write(moves);
      for (int i = 0; i < planned; i++) {
        Duplicate duplicate = plan.get(i);
        Move move = moves.get(i);
        try {
          checkUnchanged(duplicate, documents);
          moved.move(move.from(), move.to());
          done++;
        } catch (IOException e) {
          Path file = documents.file(duplicate.document);
          note("'" + file + "' was not moved: " + BadInput.reason(e), results.console());
        }
      }
    }
  }

  private MovedFiles open() {
    try {
      return MovedFiles.into(target);
    } catch (IOException e) {
      throw new BadInput("--move '" + target + "' cannot be used: " + BadInput.reason(e));
    }
  }

  /**
   * Checks that a duplicate and its kept document are unchanged since they were read.
   *
   * @throws IOException if one of the two documents changed, or its file is no regular file
   */
  private static void checkUnchanged(Duplicate duplicate, InputDocuments documents)
      throws IOException {
    Path file = documents.file(duplicate.document);
    Path kept = documents.file(duplicate.kept);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !documents.isUnchanged(duplicate.document)) {
      throw new IOException("it changed since it was read");
    }
    if (kept != null && !Files.isRegularFile(kept, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the file of the kept document is gone, or is a symbolic link");
    }
    if (!documents.isUnchanged(duplicate.kept)) {
      throw new IOException("the file of the kept document changed since it was read");
    }
  }

  private void note(String failure, Console console) {
    failures++;
    console.note(failure);
  }

  /** Returns a message with the number of moved files and the command to undo the moves. */
  private String progress() {
    String of = done == planned ? "" : String.format(Locale.ROOT, " of %,d", planned);
    String undo = planned == 0 ? "" : "; to undo: dedup --undo " + target;
    return "moved " + EndLine.count(done, "file") + of + undo;
  }

  /** Moves back the files of earlier runs, last move first, and returns the exit code. */
  int undo(Console console) throws IOException {
    Main.checkAlone(command, "--undo");
    int there = 0;
    try (MovedFiles moved = MovedFiles.in(undone)) {
      for (Move move : moved.moves().reversed()) {
        try {
          if (moved.undo(move)) {
            done++;
          } else {
            there++;
          }
        } catch (IOException e) {
          note("'" + move.from() + "' was not moved back: " + BadInput.reason(e), console);
        }
      }
    }
    console.print(
        "moved back %s, %,d were in their place, %,d were not moved back",
        EndLine.count(done, "file"), there, failures);
    return failures == 0 ? 0 : INCOMPLETE;
  }
}
