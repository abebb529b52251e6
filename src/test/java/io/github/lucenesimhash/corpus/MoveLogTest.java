package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.MoveLog.Move;
import io.github.lucenesimhash.corpus.MoveLog.Undone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was moved from one name, in which order it comes back, where it is put, and its log. */
class MoveLogTest {

  @TempDir Path folder;

  private Path move(String text, String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text).toAbsolutePath();
    try (MoveLog log = MoveLog.of(folder.resolve("moved"))) {
      Path place = log.place(Path.of(name), file);
      log.write(List.of(new Move(file, place, "kept.txt")));
      return Files.move(file, place);
    }
  }

  /** Of two files that had one name the newer comes back, the older stays where it was moved. */
  @Test
  void theLastMoveIsUndoneFirst() throws IOException {
    Path older = move("older", "a.txt");
    Path newer = move("newer", "a.txt");
    assertEquals(List.of("a.txt", "a.2.txt"), List.of(name(older), name(newer)));
    List<Undone> undone = new ArrayList<>();
    try (MoveLog log = MoveLog.at(folder.resolve("moved").resolve(MoveLog.NAME))) {
      for (Move move : log.movesBackwards()) {
        undone.add(log.undo(move));
      }
    }
    assertEquals(List.of(Undone.DONE, Undone.TAKEN), undone);
    assertEquals("newer", Files.readString(folder.resolve("a.txt")));
    assertEquals("older", Files.readString(older));
    assertTrue(Files.notExists(newer));
  }

  /** A number goes before the extension; a dot that a name begins with is none. */
  @Test
  void placesAreFree() throws IOException {
    for (String name : List.of("a.b.txt", ".a", "a", MoveLog.NAME)) {
      move("1", name);
      move("2", name);
    }
    for (String name :
        List.of(
            "a.b.txt", "a.b.2.txt", ".a", ".a.2", "a", "a.2", "moved.2.jsonl", "moved.3.jsonl")) {
      assertTrue(Files.exists(folder.resolve("moved").resolve(name)), name);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** Whatever a killed run wrote of its last line. */
  @Test
  void halfALineOfTheLogIsLeftOut() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "text").toAbsolutePath();
    Path moved = folder.resolve("moved");
    Path log = moved.resolve(MoveLog.NAME);
    String whole = "";
    try (MoveLog first = MoveLog.of(moved)) {
      first.write(List.of(new Move(file, first.place(Path.of("a.txt"), file), "b.txt")));
      whole = Files.readString(log);
    }
    Files.move(file, moved.resolve("a.txt"));
    for (int cut = 0; cut <= whole.length(); cut++) {
      Files.writeString(log, whole.substring(0, cut));
      try (MoveLog second = MoveLog.of(moved)) {
        int before = cut < whole.length() - 1 ? 0 : 1;
        assertEquals(before, second.movesBackwards().size(), "cut at " + cut);
        second.write(List.of(new Move(file, moved.resolve("a.txt"), "b.txt")));
        assertEquals(before + 1, second.movesBackwards().size(), "cut at " + cut);
      }
    }
    try (MoveLog last = MoveLog.at(log)) {
      assertEquals(Undone.DONE, last.undo(last.movesBackwards().getFirst()));
      assertEquals(Undone.THERE, last.undo(last.movesBackwards().getLast()));
    }
    assertEquals("text", Files.readString(file));
  }
}
