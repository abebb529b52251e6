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
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was moved comes back, whatever a killed run left; and nothing else is moved. */
class UndoTest extends ActionsTestCase {

  private Path log;
  private Map<String, String> before;

  @BeforeEach
  void read() throws IOException {
    log = moved.resolve("moved.jsonl");
    before = content(texts);
  }

  /** Of two files that had one name the later one has it again: it was there last. */
  @Test
  void twoOfOneName() throws IOException {
    dedup("--move", moved).fine();
    Files.writeString(texts.resolve("e.txt"), FOX);
    dedup("--move", moved).fine();
    assertEquals(SEA, Files.readString(moved.resolve("e.txt")));
    assertEquals(FOX, Files.readString(moved.resolve("e.2.txt")));
    assertEquals(3, run("undo", log).exitCode());
    before.put("e.txt", FOX);
    assertEquals(before, content(texts));
    assertEquals(SEA, Files.readString(moved.resolve("e.txt")));
  }

  /** A killed run gave a file its new name, and did not get as far as to take its hidden one. */
  @ParameterizedTest
  @ValueSource(strings = {"b.txt", "sub/c.txt"})
  void killedBeforeTheOldNameWent(String name) throws IOException {
    dedup("--move", moved).fine();
    Path file = texts.resolve(name);
    Path hidden = file.resolveSibling(".lucene-simhash-0123abcd-" + file.getFileName());
    Files.createLink(hidden, moved.resolve(name));
    run("undo", log).fine();
    assertEquals(before, content(texts));
    dedup().fine();
  }

  /** The same from one file system to another: a copy. */
  @Test
  void aCopyOfAKilledRunIsTheFile() throws IOException {
    dedup("--move", moved).fine();
    Map<String, String> there = content(moved);
    Files.copy(moved.resolve("b.txt"), texts.resolve("b.txt"));
    assertTrue(told(dedup("--move", moved).fine()).startsWith("moved 1 file"));
    Map<String, String> after = content(moved);
    there.remove("moved.jsonl");
    after.remove("moved.jsonl");
    assertEquals(there, after);
    assertFalse(Files.exists(texts.resolve("b.txt")));
    run("undo", log).fine();
    assertEquals(before, content(texts));
  }

  @Test
  void whatAKilledRunHalfCopiedGoes() throws IOException {
    dedup("--move", moved).fine();
    Path part = Files.writeString(moved.resolve(".lucene-simhash-0123abcd.part"), "ha");
    run("undo", log).fine();
    assertFalse(Files.exists(part));
    assertEquals(before, content(texts));
  }

  @Test
  void aLogByAnotherPath() throws IOException {
    Path other = Files.createSymbolicLink(folder.resolve("other"), texts.resolve("sub"));
    run("dedup", other.resolve("../a.txt"), other.resolve("c.txt"), "--move", moved).fine();
    assertEquals(before.size() - 1, content(texts).size());
    run("undo", texts.resolve("../moved/moved.jsonl")).fine();
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
    run("undo", log).refused(reason);
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
        "to|sub/c.txt|../victim|the name of a file in the folder",
        "to|sub/c.txt|sub/%2E%2E/../victim|the name of a file in the folder",
        "to|sub/c.txt||the name of a file in the folder",
        "to|sub/c.txt|moved.jsonl|the name of a file in the folder",
        "to|sub/c.txt|%00|the name of a file in the folder",
        "from|file:///.*/sub/c.txt|texts/c.txt|the URI of a file",
        "from|file:///.*/sub/c.txt|https:///c.txt|the URI of a file",
        "from|file:///.*/sub/c.txt||the URI of a file",
        "from|file:///.*/sub/c.txt|file:///|the URI of a file"
      },
      delimiter = '|')
  void aLineOfAnotherMoveIsRefused(String field, String was, String is, String expected)
      throws IOException {
    dedup("--move", moved).fine();
    Files.writeString(folder.resolve("victim"), "not of the folder");
    String value = is == null ? "" : is;
    String lines = Files.readString(log);
    String quoted = "\"" + field + "\":\"";
    String other = lines.replaceFirst(quoted + was + "\"", quoted + value + "\"");
    assertFalse(other.equals(lines));
    Files.writeString(log, other);
    Map<String, String> all = content(folder);
    run("undo", log)
        .refused(
            String.format(
                Locale.ROOT,
                "'%s', line 3: \"%s\" is '%s', expected %s",
                log,
                field,
                value,
                expected));
    assertEquals(all, content(folder));
  }
}
