package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.corpus.MovedFiles.Move;
import io.github.lucenesimhash.testing.JavaCommand;
import io.github.lucenesimhash.testing.KilledProgram;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed, by {@code kill -9}, can be undone and repeated: all files come back. */
class KilledMoveTest {

  private static final int FILES = 400;
  private static final int KILLS = 2 * Integer.getInteger("tests.multiplier", 1);

  /** A run is killed at one of this many system calls; 1 with a multiplier. */
  private static final int STEP = Integer.getInteger("tests.multiplier", 1) > 1 ? 1 : 5;

  /** The system calls that change files. */
  private static final List<String> CALLS =
      List.of("rename", "mkdir", "unlink", "fsync", "write", "ftruncate");

  @TempDir private Path folder;

  /** Moves all files of a folder into another one, or undoes the moves; prints a dot for each. */
  static final class Program {

    private Program() {}

    public static void main(String[] args) throws IOException {
      Path moved = Path.of(args[1]);
      if (args[0].equals("undo")) {
        undo(moved);
        return;
      }
      try (MovedFiles files = MovedFiles.into(moved)) {
        List<Move> moves = new ArrayList<>();
        try (Stream<Path> texts = Files.list(Path.of(args[0]))) {
          for (Path file : texts.sorted().toList()) {
            moves.add(new Move(file, files.place(file, file.getFileName()), "kept"));
          }
        }
        files.write(moves);
        for (Move move : moves) {
          files.move(move.from(), move.to());
          System.out.write('.');
          System.out.flush();
        }
      }
      if (args.length > 2) {
        System.in.read(); // to be killed
      }
    }
  }

  private static void undo(Path moved) throws IOException {
    try (MovedFiles files = MovedFiles.in(moved)) {
      for (Move move : files.moves().reversed()) {
        files.undo(move);
      }
    }
  }

  private Path texts(int count) throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    for (int i = 0; i < count; i++) {
      Files.writeString(texts.resolve(i + ".txt"), "text " + i);
    }
    return texts;
  }

  private static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        content.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return content;
  }

  private static void checkUndone(Map<String, String> before, Path texts, Path moved, String when)
      throws IOException {
    if (Files.exists(moved.resolve("moved.jsonl"))) {
      undo(moved);
      assertEquals(List.of("moved.jsonl"), List.copyOf(content(moved).keySet()), when);
    }
    assertEquals(before, content(texts), when);
  }

  @Test
  void killedAtAnyMoment() throws Exception {
    Path texts = texts(FILES);
    Path moved = folder.resolve("moved");
    Map<String, String> before = content(texts);
    Random random = Seeds.random(1);
    for (int kill = 0; kill < KILLS; kill++) {
      int dots = random.nextInt(FILES);
      KilledProgram.run(Program.class, dots, texts.toString(), moved.toString(), "wait");
      checkUndone(before, texts, moved, "kill " + kill + " after " + dots);
    }
  }

  /**
   * A run killed at any system call can be undone. Every second run is repeated first, and every
   * third undoing is killed, too.
   */
  @Test
  void killedAtAnySystemCall() throws Exception {
    killedAtAnySystemCall(texts(7), folder.resolve("moved"));
  }

  private void killedAtAnySystemCall(Path texts, Path moved) throws Exception {
    Map<String, String> before = content(texts);
    Random random = Seeds.random(2);
    int kills = 0;
    for (String call : CALLS) {
      for (int nth = 1 + random.nextInt(STEP);
          kill(call, nth, texts.toString(), moved.toString());
          nth += STEP) {
        kills++;
        String when = "killed at " + call + " " + nth;
        if (kills % 2 == 0) {
          Program.main(new String[] {texts.toString(), moved.toString()});
          assertEquals(Map.of(), content(texts), when);
        }
        if (kills % 3 == 0 && Files.exists(moved.resolve("moved.jsonl"))) {
          kill(call, nth, "undo", moved.toString());
        }
        checkUndone(before, texts, moved, when);
        Files.deleteIfExists(moved.resolve("moved.jsonl"));
      }
      Program.main(new String[] {"undo", moved.toString()});
      Files.deleteIfExists(moved.resolve("moved.jsonl"));
    }
    assertTrue(kills >= 3, kills + " kills");
  }

  /** Returns whether the program was killed before it ended. */
  private boolean kill(String call, int nth, String... args) throws Exception {
    Path trace = folder.resolve("trace");
    List<String> command = new ArrayList<>(List.of("strace", "-f", "-qq", "-o", trace.toString()));
    command.addAll(List.of("-e", "trace=" + call));
    command.addAll(List.of("-e", "inject=" + call + ":signal=KILL:when=" + nth));
    command.addAll(JavaCommand.of("64m", Program.class));
    command.add(command.size() - 3, "-XX:-UsePerfData");
    command.addAll(List.of(args));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("said").toFile())
              .start();
      assertTrue(process.waitFor(10, TimeUnit.MINUTES));
      String said = Files.readString(folder.resolve("said"));
      assumeTrue(!said.contains("strace: "), said);
      int exit = process.exitValue();
      assertTrue(exit == 0 || exit == 128 + 9, exit + " " + said);
      return exit != 0;
    } catch (IOException e) {
      assumeTrue(false, "no strace");
      throw e;
    }
  }
}
