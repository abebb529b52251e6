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

/** Which document of a group is kept: by date, by its source, or by a command. */
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

  @ParameterizedTest
  @CsvSource({
    "news/**, news/c.txt",
    "*.md, b.md",
    "old/*, news/old/d.txt",
    "nothing*, a.txt",
    "**, a.txt",
    "texts/news/*.txt, news/c.txt",
    "'{b,d}.*', b.md"
  })
  void prefersSources(String glob, String expected) {
    assertEquals(expected, kept("--prefer", glob));
  }

  @Test
  void theFirstPreferredWinsAndKeepDecidesTies() {
    assertEquals("b.md", kept("--prefer", "*.md", "--prefer", "news/**"));
    assertEquals("news/c.txt", kept("--prefer", "news/**", "--prefer", "*.md"));
    assertEquals("news/old/d.txt", kept("--prefer", "news/**", "--keep", "oldest"));
    assertEquals("news/c.txt", kept("--prefer", "news/**", "--keep", "newest"));
  }

  @Test
  void refusesABadGlob() {
    CommandLineRun run = run("dedup", texts, "--prefer", "[");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("--prefer '[', expected a glob: "), run.err());
  }

  @Test
  void aReportPrefersToo() {
    Path out = folder.resolve("r.html");
    run("report", texts, "--prefer", "*.md", "--keep", "oldest", "--out", out).fine();
    assertTrue(Files.exists(out));
  }

  private Path script(String text) throws IOException {
    Path script = Files.writeString(folder.resolve("choose"), "#!/bin/sh\n" + text);
    assertTrue(script.toFile().setExecutable(true));
    return script;
  }

  @Test
  void aCommandChooses() throws IOException {
    Path seen = folder.resolve("seen");
    Path script =
        script("tee '" + seen + "' | tail -n 1 | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/'");
    assertEquals("news/old/d.txt", kept("--keep", script.toString()));
    List<String> lines = Files.readAllLines(seen);
    assertEquals(4, lines.size());
    assertEquals("{\"id\":\"a.txt\",\"text\":\"" + FOX + "\"}", lines.get(0));
    assertEquals("b.md", kept("--keep", "cat >/dev/null; echo b.md"));
  }

  @Test
  void aCommandChoosesAmongThePreferred() {
    String last = "tail -n 1 | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/'";
    assertEquals("news/old/d.txt", kept("--keep", last, "--prefer", "news/**"));
    assertEquals("b.md", kept("--keep", "false now", "--prefer", "*.md"));
  }

  /** The third is near the second alone: when that is kept, it is in the group; else it is not. */
  @Test
  void whatIsNotNearTheChosenLeavesTheGroup() throws IOException {
    String words = "one two three four five six seven eight nine ten eleven twelve";
    Path lines = folder.resolve("chain.tsv");
    Files.writeString(
        lines, "a\t" + words + "\nb\t" + words + " thirteen\nc\t" + words + " thirteen fourteen\n");
    String first = run("dedup", lines, "-k", 64, "--verify", ".9").fine().out();
    assertTrue(first.startsWith("a\n") && first.contains("  b\n"), first);
    assertTrue(first.contains("1 group, 1 duplicate "), first);
    String chosen =
        run("dedup", lines, "-k", 64, "--verify", ".9", "--keep", "echo b").fine().out();
    assertTrue(chosen.contains("1 group, 1 duplicate "), chosen);
    String second =
        run("dedup", lines, "-k", 64, "--verify", ".8", "--keep", "echo c").fine().out();
    assertTrue(second.startsWith("c\n") && second.contains("2 duplicates"), second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "exit 3| ended with exit code 3",
        "echo nobody| printed 'nobody', expected an id",
        "true now| printed '', expected an id",
        "./no-such-program| ended with exit code 127",
        "cat no-such-file| ended with exit code 1"
      })
  void aFailedCommandEndsTheRun(String command, String how) throws IOException {
    Path out = folder.resolve("groups.tsv");
    CommandLineRun run = run("dedup", texts, "--keep", command, "--delete", "--yes", "--out", out);
    run.refused("--keep '" + command + "' " + how + ", for the group of 'a.txt'");
    assertTrue(Files.notExists(out));
    assertTrue(Files.exists(texts.resolve("b.md")));
  }
}
