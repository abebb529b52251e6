package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which document of a group is kept. */
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
    return run("dedup", texts, options).fine().out().split("\n", 2)[0];
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
        "lucene-simhash: documents without a date: 1, counted as the newest"
            + System.lineSeparator(),
        oldest.err());
  }

  /**
   * Documents are kept by a value, which may be a fraction, a negative number or a date. Documents
   * without a value are kept last.
   */
  @Test
  void keepsByAValue() throws IOException {
    Path lines = folder.resolve("scores.jsonl");
    Files.writeString(
        lines,
        line("none", "\"x\"")
            + line("a", "0.25")
            + line("b", "0.75")
            + line("c", "-3e2")
            + line("d", "\"0.5\""));
    CommandLineRun most = run("dedup", lines, "--keep", "max:on");
    assertTrue(most.out().startsWith("b\n"), most.out());
    assertTrue(run("dedup", lines, "--keep", "min:on").out().startsWith("c\n"));
    assertEquals(
        "lucene-simhash: documents without a number or a date in 'on': 1, kept last"
            + System.lineSeparator(),
        most.err());
    Path days = folder.resolve("days.csv");
    Files.writeString(days, "id,text,on\nx," + FOX + ",2025-01-01\ny," + FOX + ",2026-01-01\n");
    assertTrue(run("dedup", days, "--keep", "MAX:on").fine().out().startsWith("y\n"));
    assertEquals("b.md", kept("--keep", "newest"));
    CommandLineRun files = run("dedup", texts, "--keep", "max:on");
    assertTrue(files.out().startsWith("a.txt\n"), files.out());
  }

  /** Seconds and days beside other dates are reported, because they count as milliseconds. */
  @Test
  void numbersBesideDatesAreTold() throws IOException {
    Path lines = folder.resolve("mixed.jsonl");
    Files.writeString(
        lines, line("x", "20261121") + line("y", "1795243800") + line("z", "\"2026-01-01\""));
    CommandLineRun newest = run("dedup", lines, "--keep", "newest", "--date-field", "on");
    assertEquals(
        "lucene-simhash: 2 dates of 1966 to 1973 beside others: a number counts as milliseconds"
            + " since 1970"
            + System.lineSeparator(),
        newest.err());
    Files.writeString(lines, line("x", "2009") + line("y", "2024"));
    run("dedup", lines, "--keep", "newest", "--date-field", "on").fine();
  }

  private static String line(String id, String date) {
    return "{\"id\":\"" + id + "\",\"on\":" + date + ",\"text\":\"" + FOX + "\"}\n";
  }
}
