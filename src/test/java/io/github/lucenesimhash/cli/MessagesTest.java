package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.testing.JavaCommand;
import io.github.lucenesimhash.testing.Seeds;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that messages say what to do, in words of this program. */
class MessagesTest {

  @TempDir private Path folder;

  @Test
  void brokenJsonAndCsvAreToldByTheirPlace() throws IOException {
    Path json = Files.writeString(folder.resolve("a.jsonl"), "{\"text\":\"a\"}\n{\"text\":nil}\n");
    CommandLineRun run = run("dedup", json);
    assertTrue(
        run.err().startsWith("lucene-simhash: skipped " + json + ":2: bad JSON at character 9\n"),
        run.err());
    Path csv = Files.writeString(folder.resolve("a.csv"), "id,text\n1,a\n2,\"b\"c\n");
    run = run("dedup", csv);
    assertTrue(
        run.err().startsWith("lucene-simhash: skipped " + csv + ":3: bad CSV at character "),
        run.err());
  }

  @Test
  void oldLineEndsOfCsvAreNamed() throws IOException {
    Path csv = Files.writeString(folder.resolve("a.csv"), "id,text\r1,a\r2,b\r");
    String message = "lines end with CR, expected LF or CR LF (tr '\\r' '\\n')";
    CommandLineRun run = run("dedup", csv);
    assertTrue(run.err().contains(message), run.err());
  }

  @Test
  void largeNumbersHaveSeparators() throws IOException {
    Path corpus = folder.resolve("corpus.tsv");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append(i).append("\tsome text of several words and ").append(i % 2 * 9).append('\n');
    }
    Files.writeString(corpus, lines);
    String out = run("dedup", corpus, "--verify=0", "-k", 0).fine().out();
    assertTrue(
        out.contains("\n3,000 documents, 0 skipped, 2 groups, 2,998 duplicates, 2 kept, "),
        out.substring(out.length() - 100));
  }

  /** Checks the message for a full disk, which a limit of the shell in kilobytes simulates. */
  private void tellsOfAFullDisk(int limit, int exitCode, String start, Path in, Object... args)
      throws Exception {
    assumeTrue(File.separatorChar == '/');
    Path err = folder.resolve("err");
    String shell = "ulimit -f $(($0 * 2)); exec \"$@\"";
    List<String> command = new ArrayList<>(List.of("sh", "-c", shell, "" + limit));
    command.addAll(JavaCommand.of("256m", Main.class));
    command.addAll(CommandLineRun.strings(args));
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    assertEquals(exitCode, process.waitFor(), Files.readString(err));
    String said = Files.readString(err);
    assertTrue(said.startsWith("lucene-simhash: " + start), said);
    assertTrue(said.contains("' cannot be written: "), said);
    assertEquals(1, said.lines().count(), said);
  }

  private Path corpus() throws IOException {
    Path corpus = folder.resolve("corpus.tsv");
    Random random = Seeds.random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 4_000; i++) {
      String text =
          random.ints(20, 0, 90_000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
      lines.append(i).append('\t').append(text).append('\n');
    }
    return Files.writeString(corpus, lines);
  }

  @Test
  void aFullDiskIsNamed() throws Exception {
    Path target = folder.resolve("clean.tsv");
    String start = "--write-clean '" + target + "'";
    Path corpus = corpus();
    tellsOfAFullDisk(50, 1, start, corpus, "dedup", corpus, "--write-clean", target);
  }

  @Test
  void aFullTemporaryFolderIsNamed() throws Exception {
    tellsOfAFullDisk(50, 1, "a temporary file in '", corpus(), "dedup", "-", "--format", "tsv");
  }

  @Test
  void anIndexOnAFullDiskIsNamed() throws Exception {
    Path index = folder.resolve("index");
    Path corpus = corpus();
    Object[] command = {"index", index, corpus, "--dedup", "first"};
    tellsOfAFullDisk(50, 1, "index '" + index + "'", corpus, command);
    assertFalse(StoredIndex.isAt(index));
    assertEquals(0, run(command).exitCode());
  }

  @Test
  void aMemoryOnAFullDiskIsNamed() throws Exception {
    Path facts = folder.resolve("facts");
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"remember\","
            + "\"arguments\":{\"id\":\"a\",\"text\":\"the ferry was late again\"}}}\n";
    Path calls = Files.writeString(folder.resolve("calls"), call.repeat(999));
    tellsOfAFullDisk(20, 1, "index '" + facts + "'", calls, "serve", facts, "--mcp");
  }

  @Test
  void nothingMovesWithoutRoomForTheLog() throws Exception {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    for (int i = 0; i < 200; i++) {
      Files.writeString(texts.resolve(i + ".txt"), "the ferry was late again this morning");
    }
    Path moved = folder.resolve("moved");
    Path log = moved.resolve("moved.jsonl");
    tellsOfAFullDisk(
        10, 2, "'" + log + "'", texts.resolve("0.txt"), "dedup", texts, "--move", moved);
    try (Stream<Path> files = Files.list(texts)) {
      assertEquals(200, files.count());
    }
    assertEquals(0, Files.size(log));
  }
}
