package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.MoveLog;
import io.github.lucenesimhash.corpus.MoveLog.Move;
import io.github.lucenesimhash.corpus.MoveLog.Undone;
import io.github.lucenesimhash.corpus.Removal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Moves files back that dedup moved. */
@Command(name = "undo")
final class UndoCommand implements Callable<Integer> {

  private static final int INCOMPLETE = 3;

  @ParentCommand private Main main;

  @Parameters(paramLabel = "LOG")
  private Path file;

  @Override
  public Integer call() throws IOException {
    Map<Undone, Integer> counts = new EnumMap<>(Undone.class);
    int failures = 0;
    try (MoveLog log = MoveLog.at(file)) {
      Removal.putBackAll(log, main.console);
      for (Move move : log.movesBackwards()) {
        try {
          Undone undone = log.undo(move);
          counts.merge(undone, 1, Integer::sum);
          if (undone == Undone.TAKEN) {
            main.console.note("'" + move.from() + "' was not moved back: there is another");
          }
        } catch (IOException e) {
          failures++;
          main.console.note("'" + move.from() + "' was not moved back: " + BadInput.reason(e));
        }
      }
    }
    int taken = counts.getOrDefault(Undone.TAKEN, 0);
    int gone = counts.getOrDefault(Undone.GONE, 0);
    main.console.print(
        "moved back %d files, %d were in their place, %d are in neither",
        counts.getOrDefault(Undone.DONE, 0), counts.getOrDefault(Undone.THERE, 0), gone);
    return taken + gone + failures == 0 ? 0 : INCOMPLETE;
  }
}
