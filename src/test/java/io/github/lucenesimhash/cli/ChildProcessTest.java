package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command line as the shell sees it, with 1 GB of memory. */
class ChildProcessTest {

  private static final int HUGE = 50_000_000;

  @TempDir private Path folder;
  @TempDir private Path streams;

  /** Writes words on one line, 50 MB in all. */
  private static void writeHugeText(Writer writer, long seed) throws IOException {
    Random random = new Random(seed);
    for (int written = 0; written < HUGE; ) {
      String word = Integer.toString(random.nextInt(1 << 20), 36) + " ";
      writer.write(word);
      written += word.length();
    }
  }

  @Test
  void dedupsInSilence() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "some text of some words");
    Files.writeString(folder.resolve("\u4e00.txt"), "Some text of some words.");
    CommandLineRun run = runInChild(streams, "dedup", folder).fine();
    assertTrue(run.out().startsWith("a.txt\n   0  \u4e00.txt\n2 documents, "), run.out());
  }

  /** A pipe that is at its end can be read by its name, like that of {@code <(command)}. */
  @Test
  void readsAPipeByItsName() throws Exception {
    Path pipe = Path.of("/dev/stdin");
    assumeTrue(Files.isSymbolicLink(pipe));
    Path file = Files.writeString(folder.resolve("a.tsv"), "a\tsome text\n");
    String empty = "no document in " + pipe;
    runInChild(streams, "dedup", pipe, "--format", "tsv").refused(empty);
    runInChild(streams, "dedup", file, "--against", pipe, "--format", "tsv").refused(empty);
  }

  @Test
  void refusesNamesThatItsLocaleCannotHold() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "some text");
    Map<String, String> posix = Map.of("LC_ALL", "C");
    runInChild(posix, streams, "fingerprint", folder).fine();
    Path file = Files.writeString(folder.resolve("\u4e00.txt"), "some text");
    String hint = "expected a UTF-8 locale: set LC_ALL=C.UTF-8" + System.lineSeparator();
    for (Path input : List.of(folder, file)) {
      CommandLineRun run = runInChild(posix, streams, "fingerprint", input);
      assertTrue(run.err().endsWith(hint), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
      assertEquals("", run.out());
      assertEquals(2, run.exitCode());
    }
  }

  @Test
  void refusesOutputsThatItsLocaleCannotName() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "some text");
    Path out = folder.resolve("aus-\u00fc.tsv");
    CommandLineRun run =
        runInChild(Map.of("LC_ALL", "C"), streams, "dedup", folder, "--out", out.toString());
    assertTrue(run.err().endsWith("set LC_ALL=C.UTF-8" + System.lineSeparator()), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals(2, run.exitCode());
  }

  @Test
  void endsWithExitCodeTwo() throws Exception {
    runInChild(streams, "dedup", folder, "-k", 257)
        .refused("Invalid value for option '-k': '257', expected a whole number from 0 to 256");
    assertEquals(2, runInChild(streams, "dedup", folder).exitCode());
  }

  @Test
  void indexesAndSearches() throws Exception {
    Path corpus = Files.writeString(folder.resolve("a.tsv"), "a\tsome text\nb\tsome text\nbad\n");
    Path index = folder.resolve("index");
    CommandLineRun made = runInChild(streams, "index", index, corpus);
    assertEquals(
        "lucene-simhash: skipped "
            + corpus
            + ":3: no tab, expected id TAB text"
            + System.lineSeparator()
            + "lucene-simhash: skipped 1 malformed"
            + System.lineSeparator(),
        made.err());
    assertEquals(3, made.exitCode());
    assertEquals(
        "2 documents, 1 skipped (1 malformed), 2 documents in the index, S s\n",
        made.outWithoutSeconds());
    assertEquals("b\t0\n", runInChild(streams, "search", index, "--id", "a").fine().out());
  }

  @Test
  void aHeapThatIsTooSmallIsSaidInALine() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 400_000; i++) {
      lines.append(i).append("\tsome text of number ").append(i).append('\n');
    }
    Path corpus = Files.writeString(folder.resolve("corpus.tsv"), lines);
    Map<String, String> small = Map.of("_JAVA_OPTIONS", "-Xmx16m");
    CommandLineRun run = runInChild(small, streams, "dedup", corpus);
    assertEquals(1, run.exitCode(), run.err());
    String last = run.err().lines().toList().getLast();
    assertTrue(last.startsWith("lucene-simhash: out of memory: the heap has "), run.err());
    assertTrue(last.endsWith(" expected a larger one (JAVA_OPTS=-Xmx8g)"), last);
  }

  @Test
  void aGroupOfAllIsWrittenPartByPart() throws Exception {
    StringBuilder lines = new StringBuilder();
    int count = 200_000;
    for (int i = 0; i < count; i++) {
      lines.append(i).append("\tAll texts are the same, word for word.\n");
    }
    Path corpus = Files.writeString(folder.resolve("corpus.tsv"), lines);
    for (String end : List.of("tsv", "json")) {
      Path groups = folder.resolve("groups." + end);
      Map<String, String> small = Map.of("_JAVA_OPTIONS", "-Xmx44m");
      CommandLineRun run = runInChild(small, streams, "dedup", corpus, "--out", groups);
      assertEquals(0, run.exitCode(), run.err());
      assertTrue(Files.size(groups) > 6L * count, "" + Files.size(groups));
    }
  }

  @Test
  void hugeTextFile() throws Exception {
    Path file = folder.resolve("huge.txt");
    try (Writer writer = Files.newBufferedWriter(file)) {
      writeHugeText(writer, 1);
    }
    String out = runInChild(streams, "fingerprint", file).fine().out();
    assertTrue(out.matches(".*/huge.txt\t[0-9a-f]{16}\n"), out);
  }

  @Test
  void hugeJsonLine() throws Exception {
    Path file = folder.resolve("huge.jsonl");
    try (Writer writer = Files.newBufferedWriter(file)) {
      for (String id : new String[] {"a", "b"}) {
        writer.write("{\"id\": \"" + id + "\", \"text\": \"");
        writeHugeText(writer, 1);
        writer.write("\"}\n");
      }
    }
    String out = runInChild(streams, "dedup", file).fine().out();
    assertTrue(out.startsWith("a\n   0  b\n2 documents, "), out);
  }
}
