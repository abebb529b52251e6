package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.KilledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DraftTest {

  @TempDir private Path folder;

  /** Killed while it writes a folder. */
  static final class Program {

    private Program() {}

    public static void main(String[] args) throws Exception {
      Draft draft = new Draft(Path.of(args[0]));
      Files.writeString(Files.createDirectory(draft.path()).resolve("half"), "half");
      System.out.write('.');
      System.out.flush();
      new CountDownLatch(1).await();
    }
  }

  private Set<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new TreeSet<>(files.toList());
    }
  }

  @Test
  void clearsWhatKilledRunsLeftAndNoMore() throws Exception {
    Path foreign = Files.createDirectory(folder.resolve(".lucene-simhash-draft-mine"));
    Files.writeString(foreign.resolve("notes"), "notes");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createFile(elsewhere.resolve("lock"));
    Files.createSymbolicLink(folder.resolve(".lucene-simhash-draft-link"), elsewhere);
    try (Draft alive = new Draft(folder.resolve("a.txt"))) {
      Files.writeString(alive.path(), "whole");
      Set<Path> before = list();
      KilledProgram.run(Program.class, 1, folder.resolve("b").toString());
      assertEquals(before.size() + 1, list().size());
      try (Draft next = new Draft(folder.resolve("c.txt"))) {
        assertEquals(before.size() + 1, list().size());
        before.add(next.path().getParent());
        assertEquals(before, list());
      }
      alive.complete();
    }
    assertEquals("whole", Files.readString(folder.resolve("a.txt")));
    assertTrue(Files.exists(foreign.resolve("notes")));
    assertTrue(Files.exists(elsewhere.resolve("lock")));
    assertEquals(4, list().size());
  }

  @Test
  void aTargetOfAnyName() throws IOException {
    for (String name : new String[] {"lock", "new", "draft", "n".repeat(255)}) {
      try (Draft draft = new Draft(folder.resolve(name))) {
        Files.writeString(draft.path(), name);
        draft.complete();
      }
      assertEquals(name, Files.readString(folder.resolve(name)));
    }
    assertEquals(4, list().size());
  }
}
