package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which document of a group is kept. */
class KeepTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";

  @TempDir private Path folder;
  private Path texts;

  @BeforeEach
  void write() throws IOException {
    texts = Files.createDirectory(folder.resolve("texts"));
    write("a.txt", 2);
    write("b.md", 1);
    write("news/c.txt", 3);
    write("news/old/d.txt", 4);
  }

  private void write(String name, int age) throws IOException {
    Path file = texts.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, FOX);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L - age * 1000L));
  }

  private String kept(String... options) {
    List<Object> args = new ArrayList<>(List.of("dedup", texts));
    args.addAll(List.of(options));
    return run(args.toArray()).fine().out().split("\n", 2)[0];
  }

  @ParameterizedTest
  @CsvSource({
    "first, a.txt",
    "longest, a.txt",
    "newest, b.md",
    "oldest, news/old/d.txt",
    "OLDEST, news/old/d.txt"
  })
  void keeps(String which, String expected) {
    assertEquals(expected, kept("--keep", which));
  }

  @Test
  void withoutADateIsKeptLast() throws IOException {
    Path lines = folder.resolve("lines.jsonl");
    Files.writeString(
        lines, line("x", "\"soon\"") + line("y", "\"2026-01-02\"") + line("z", "\"2026-01-01\""));
    CommandLineRun oldest = run("dedup", lines, "--keep", "oldest", "--date-field", "on");
    assertTrue(oldest.out().startsWith("z\n   0  y\n   0  x\n"), oldest.out());
    assertEquals(
        "lucene-simhash: 1 documents without a date count as the newest" + System.lineSeparator(),
        oldest.err());
  }

  private static String line(String id, String date) {
    return "{\"id\":\"" + id + "\",\"on\":" + date + ",\"text\":\"" + FOX + "\"}\n";
  }
}
