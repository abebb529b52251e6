package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that undo moves all files back, even after a killed run, and no other files. */
class UndoTest extends MoveTestCase {

  private Path log;
  private Map<String, String> before;

  @BeforeEach
  void read() throws IOException {
    log = moved.resolve("moved.jsonl");
    before = content(texts);
  }

  /** If two files had the same name, the file that was moved last gets the name back. */
  @Test
  void twoOfOneName() throws IOException {
    dedup("--move", moved).fine();
    Files.writeString(texts.resolve("e.txt"), FOX);
    dedup("--move", moved).fine();
    assertEquals(SEA, Files.readString(moved.resolve("e.txt")));
    assertEquals(FOX, Files.readString(moved.resolve("e.2.txt")));
    assertEquals(3, run("dedup", "--undo", moved).exitCode());
    before.put("e.txt", FOX);
    assertEquals(before, content(texts));
    assertEquals(SEA, Files.readString(moved.resolve("e.txt")));
  }

  @Test
  void whatAKilledRunLeftGoes() throws IOException {
    dedup("--move", moved).fine();
    Files.move(moved.resolve("b.txt"), texts.resolve("b.txt"));
    Files.createFile(moved.resolve("b.txt"));
    Files.createFile(texts.resolve("e.txt"));
    run("dedup", "--undo", moved).fine();
    assertEquals(before, content(texts));
    assertEquals(List.of("moved.jsonl"), List.copyOf(content(moved).keySet()));
  }

  @Test
  void whatIsGoneIsTold() throws IOException {
    dedup("--move", moved).fine();
    Files.delete(moved.resolve("b.txt"));
    CommandLineRun run = run("dedup", "--undo", moved);
    assertEquals(3, run.exitCode());
    String b = "'" + texts.resolve("b.txt") + "' was not moved back: there is no such file";
    assertEquals(NOTE + b + System.lineSeparator(), run.err());
  }

  @Test
  void aLogByAnotherPath() throws IOException {
    Path other = Files.createSymbolicLink(folder.resolve("other"), texts.resolve("sub"));
    run("dedup", other.resolve("../a.txt"), other.resolve("c.txt"), "--move", moved).fine();
    assertEquals(before.size() - 1, content(texts).size());
    run("dedup", "--undo", texts.resolve("../moved")).fine();
    assertEquals(before, content(texts));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mine", "{\"text\":\"mine\"}\n", "{}\n", "\u00ff\u0000", "\n"})
  void aFileOfTheUsersIsNoLog(String mine) throws IOException {
    Files.createDirectories(moved);
    Files.writeString(log, mine, StandardCharsets.ISO_8859_1);
    FileTime time = FileTime.fromMillis(0);
    Files.setLastModifiedTime(log, time);
    String reason = "'" + log + "' is no log of moved files that this version wrote";
    run("dedup", "--undo", moved).refused(reason);
    CommandLineRun dedup = dedup("--move", moved);
    assertEquals(2, dedup.exitCode(), dedup.err());
    assertTrue(dedup.err().contains(reason), dedup.err());
    assertEquals(mine, Files.readString(log, StandardCharsets.ISO_8859_1));
    assertEquals(time, Files.getLastModifiedTime(log));
    assertEquals(before, content(texts));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "to|sub/c.txt|../victim",
        "to|sub/c.txt|sub/%2E%2E/../victim",
        "to|sub/c.txt|",
        "to|sub/c.txt|moved.jsonl",
        "to|sub/c.txt|%00",
        "from|file:///.*/sub/c.txt|texts/c.txt",
        "from|file:///.*/sub/c.txt|https:///c.txt",
        "from|file:///.*/sub/c.txt|",
        "from|file:///.*/sub/c.txt|file:///"
      },
      delimiter = '|')
  void aLineOfAnotherMoveIsRefused(String field, String was, String is) throws IOException {
    dedup("--move", moved).fine();
    Files.writeString(folder.resolve("victim"), "not of the folder");
    String value = is == null ? "" : is;
    String lines = Files.readString(log);
    String quoted = "\"" + field + "\":\"";
    String other = lines.replaceFirst(quoted + was + "\"", quoted + value + "\"");
    assertFalse(other.equals(lines));
    Files.writeString(log, other);
    Map<String, String> all = content(folder);
    CommandLineRun run = run("dedup", "--undo", moved);
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().startsWith(NOTE + "'" + log + "', line 3: '{"), run.err());
    assertEquals(all, content(folder));
  }
}
