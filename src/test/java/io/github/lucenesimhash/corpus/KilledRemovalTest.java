package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.MoveLog.Move;
import io.github.lucenesimhash.corpus.MoveLog.Undone;
import io.github.lucenesimhash.corpus.Removal.Act;
import io.github.lucenesimhash.testing.KilledProgram;
import io.github.lucenesimhash.testing.QuietCorpus;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Killed at any moment: no text is lost, and what was hidden has its name again. */
class KilledRemovalTest {

  /** Of one round's killed program. */
  private static final int PAIRS = 400;

  private static final int KILLS = 2 * Integer.getInteger("tests.multiplier", 1);

  @TempDir private Path folder;

  /** Of each pair the second goes; prints a dot for each. */
  static final class Program {

    private Program() {}

    public static void main(String[] args) throws IOException {
      Act act = Act.valueOf(args[0]);
      Path texts = Path.of(args[1]);
      InputDocuments documents = RemovalTest.read(texts);
      Removal removal = new Removal(act, documents, documents);
      Path moved = Path.of(args[2]);
      try (MoveLog log = MoveLog.of(moved)) {
        List<Move> moves = new ArrayList<>();
        List<Path> places = new ArrayList<>();
        for (int i = 1; i < documents.count(); i += 2) {
          Path file = documents.file(i).toAbsolutePath();
          places.add(log.place(documents.name(i), file));
          moves.add(new Move(file, places.getLast(), documents.id(i - 1)));
        }
        log.write(moves);
        for (int i = 1; i < documents.count(); i += 2) {
          removal.perform(i, i - 1, act == Act.MOVE ? places.get(i / 2) : null);
          System.out.write('.');
          System.out.flush();
        }
      }
      System.in.read(); // to be killed
    }
  }

  @ParameterizedTest
  @EnumSource(Act.class)
  void killedAtAnyMoment(Act act) throws Exception {
    Set<String> all = new TreeSet<>();
    Path texts = Files.createDirectory(folder.resolve("texts"));
    for (int i = 0; i < PAIRS; i++) {
      for (String half : List.of("a", "b")) {
        Files.writeString(texts.resolve(1000 + i + half + ".txt"), "text " + i);
      }
      all.add("text " + i);
    }
    Path moved = folder.resolve("moved");
    Random random = Seeds.random(act.name().hashCode());
    for (int kill = 0; kill < KILLS; kill++) {
      int dots = random.nextInt(PAIRS / 2 / KILLS);
      if (act == Act.LINK) {
        dots += kill * PAIRS / 2 / KILLS;
      }
      KilledProgram.run(Program.class, dots, act.name(), texts.toString(), moved.toString());
      assertEquals(all, RemovalTest.texts(texts), "kill " + kill + " after " + dots);
      Removal.putBackAll(List.of(texts), QuietCorpus.SILENCE);
      assertEquals(all, RemovalTest.texts(texts), "kill " + kill + " after " + dots);
      try (Stream<Path> files = Files.list(texts)) {
        assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".")));
      }
      if (act != Act.LINK) {
        restore(act, texts, moved);
      }
      try (Stream<Path> files = Files.list(texts)) {
        assertEquals(2 * PAIRS, files.count());
      }
    }
    if (act == Act.MOVE) {
      assertEquals(Set.of("moved.jsonl"), names(moved));
    }
  }

  private static Set<String> names(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    }
    return names;
  }

  /** What was moved comes back by its log; what was deleted is written again. */
  private static void restore(Act act, Path texts, Path moved) throws IOException {
    if (act == Act.MOVE) {
      try (MoveLog log = MoveLog.at(moved.resolve(MoveLog.NAME))) {
        for (Move move : log.movesBackwards()) {
          Undone undone = log.undo(move);
          assertTrue(undone == Undone.DONE || undone == Undone.THERE, move + ": " + undone);
        }
      }
    }
    for (int i = 0; act == Act.DELETE && i < PAIRS; i++) {
      Files.writeString(texts.resolve(1000 + i + "b.txt"), "text " + i);
    }
  }
}
