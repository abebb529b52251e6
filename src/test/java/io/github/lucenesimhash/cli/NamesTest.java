package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests file names whose bytes are no text. Under a UTF-8 locale Java reads both {@code
 * caf\xe9.txt} and {@code caf\xe8.txt} as one string, and no string gives the names back.
 */
class NamesTest {

  private static final String FOX = MoveTestCase.FOX;
  private static final Map<String, String> UTF_8 = Map.of("LC_ALL", "C.UTF-8");
  private static final Map<String, String> POSIX = Map.of("LC_ALL", "C");

  @TempDir private Path folder;
  @TempDir private Path streams;

  private Path texts() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), FOX);
    try {
      for (String name : List.of("caf%E9.txt", "caf%E8.txt", "caf%C3%A9.txt")) {
        Files.writeString(Path.of(URI.create(texts.toUri() + name)), FOX);
      }
    } catch (IOException | InvalidPathException e) {
      assumeTrue(false, "no such names here");
    }
    return texts;
  }

  private static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.toUri().toString().substring(folder.toUri().toString().length());
        content.put(name, Files.readString(file));
      }
    }
    return content;
  }

  @Test
  void comeBack() throws Exception {
    Path texts = texts();
    Map<String, String> before = content(texts);
    Path moved = folder.resolve("moved");
    CommandLineRun run = runInChild(UTF_8, streams, "dedup", texts, "--move", moved);
    assertTrue(run.out().contains("\nmoved 3 files; to undo: "), run.out() + run.err());
    Map<String, String> there = content(moved);
    assertTrue(there.remove("moved.jsonl").contains("\"to\":\"caf%E9.txt\""));
    before.remove("a.txt");
    assertEquals(before, there);
    assertEquals(Map.of("a.txt", FOX), content(texts));
    before.put("a.txt", FOX);
    runInChild(POSIX, streams, "dedup", "--undo", moved).fine();
    assertEquals(before, content(texts));
  }

  @Test
  void aBackslashIsOfTheName() throws Exception {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), FOX);
    Files.writeString(texts.resolve("x\\y.txt"), FOX);
    assumeTrue(content(texts).size() == 2, "a separator here");
    Path moved = folder.resolve("moved");
    CommandLineRun run = CommandLineRun.run("dedup", texts, "--move", moved).fine();
    assertTrue(run.out().startsWith("a.txt\n   0  x\\y.txt\n"), run.out());
    assertEquals(FOX, content(moved).get("x%5Cy.txt"));
  }

  @Test
  void areCopied() throws Exception {
    Path texts = texts();
    Files.writeString(Path.of(URI.create(texts.toUri() + "caf%E9.txt")), "another text than that");
    Path clean = folder.resolve("clean");
    runInChild(UTF_8, streams, "dedup", texts, "--write-clean", clean);
    assertEquals(Map.of("a.txt", FOX, "caf%E9.txt", "another text than that"), content(clean));
  }

  @Test
  void areRefusedUnderAnotherLocale() throws Exception {
    Path texts = texts();
    Map<String, String> before = content(folder);
    Path moved = folder.resolve("moved");
    CommandLineRun run = runInChild(POSIX, streams, "dedup", texts, "--move", moved);
    assertTrue(run.err().contains("expected a UTF-8 locale: set LC_ALL=C.UTF-8"), run.err());
    assertEquals(2, run.exitCode());
    assertEquals(before, content(folder));
    run = runInChild(POSIX, streams, "dedup", "?.txt");
    assertTrue(run.err().contains("input '?.txt': file names cannot be read"), run.err());
  }
}
