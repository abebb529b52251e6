package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which document of a group is kept: by date, by its source, or by a command. */
class KeepTest {

  /** For sed: of a group the id of its last document. */
  private static final String LAST = "s/.*{\"id\":\"\\([^\"]*\\).*/\\1/";

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

  /** One process for all groups, which gets the next group once it has answered. */
  @Test
  void aCommandChooses() throws IOException {
    Path seen = folder.resolve("seen");
    Path script =
        script(
            "echo started >seen; while read -r group; do echo \"$group\" >>seen;"
                .concat("echo \"$group\" | sed '" + LAST + "'; done; echo ended >>seen")
                .replace("seen", "'" + seen + "'"));
    String sea = "ferries to the island were late again because of the fog";
    Files.writeString(texts.resolve("x.txt"), sea);
    Files.writeString(texts.resolve("y.txt"), sea);
    String out = run("dedup", texts, "--keep", script).fine().out();
    assertTrue(out.startsWith("news/old/d.txt\n") && out.contains("\ny.txt\n   0  x.txt\n"), out);
    List<String> lines = Files.readAllLines(seen);
    assertEquals(4, lines.size(), lines.toString());
    assertEquals("started", lines.getFirst());
    assertEquals("ended", lines.getLast());
    String first = "[{\"id\":\"a.txt\",\"text\":\"" + FOX + "\"},{\"id\":\"b.md\",\"text\":\"";
    assertTrue(lines.get(1).startsWith(first), lines.get(1));
    assertEquals(3, lines.get(2).split("\\{", -1).length, lines.get(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cat >/dev/null; echo a | gave no answer within 1 s, expected a line for",
        "sleep 30; echo a | gave no answer within 1 s, expected a line for",
        "(sleep 30 &); sleep .5 | gave no answer within 1 s, expected a line for",
        "exec 1>&-; sleep 30 | closed its output and gave no answer, for the group of 'a'"
      })
  @Timeout(20)
  void anAnswerThatDoesNotComeEndsTheRun(String command, String how) throws IOException {
    Path tsv = Files.writeString(folder.resolve("two.tsv"), "a\tone text\nb\tone text\n");
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(tsv));
        KeepCommand keep = new KeepCommand(command, 1)) {
      documents.read(FingerprintScheme.standard(), false, null);
      int[] group = {0, 1};
      BadInput late = assertThrows(BadInput.class, () -> keep.choose(group, documents));
      String message = "--keep '" + command + "' " + how;
      assertTrue(late.getMessage().startsWith(message), late.getMessage());
    }
  }

  @Test
  @Timeout(20)
  void anInterruptEndsTheCommand() throws IOException {
    String text = "more than a pipe holds ".repeat(10_000);
    Path tsv = Files.writeString(folder.resolve("two.tsv"), "a\t" + text + "\nb\t" + text + "\n");
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(tsv));
        KeepCommand keep = new KeepCommand("sleep 60", 60)) {
      documents.read(FingerprintScheme.standard(), false, null);
      int[] group = {0, 1};
      Thread interrupted = Thread.currentThread();
      Thread.startVirtualThread(
          () -> {
            LockSupport.parkNanos(500_000_000); // the command's input is being written then
            interrupted.interrupt();
          });
      assertThrows(IOException.class, () -> keep.choose(group, documents));
      assertTrue(Thread.interrupted(), "interrupted still");
    }
  }

  @Test
  void aCommandChoosesAmongThePreferred() {
    String last = "sed -u '" + LAST + "'";
    assertEquals("news/old/d.txt", kept("--keep", last, "--prefer", "news/**"));
    assertEquals("b.md", kept("--keep", "false now", "--prefer", "*.md"));
  }

  /** The third is near the second alone: when that is kept, it is in the group; else it is not. */
  @Test
  void whatIsNotNearTheChosenLeavesTheGroup() throws IOException {
    String words =
        IntStream.range(0, 48).mapToObj(PlainRule::word).collect(Collectors.joining(" "));
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
        "exit 3| ended with exit code 3 and gave no answer",
        "echo nobody| printed 'nobody', expected an id",
        "true now| ended with exit code 0 and gave no answer",
        "./no-such-program| ended with exit code 127 and gave no answer",
        "cat no-such-file| ended with exit code 1 and gave no answer"
      })
  void aFailedCommandEndsTheRun(String command, String how) throws IOException {
    Path out = folder.resolve("groups.tsv");
    CommandLineRun run =
        run("dedup", texts, "--keep", command, "--move", folder.resolve("moved"), "--out", out);
    run.refused("--keep '" + command + "' " + how + ", for the group of 'a.txt'");
    assertTrue(Files.notExists(out));
    assertTrue(Files.exists(texts.resolve("b.md")));
  }
}
