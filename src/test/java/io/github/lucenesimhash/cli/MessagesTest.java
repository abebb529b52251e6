package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages say what to do, in words of this program. */
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

  /** A limit of the shell stands for a full disk. */
  @Test
  void aFullDiskIsNamed() throws Exception {
    assumeTrue(File.separatorChar == '/');
    Path corpus = folder.resolve("corpus.tsv");
    Random random = Seeds.random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 4_000; i++) {
      String text =
          random.ints(20, 0, 90_000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
      lines.append(i).append('\t').append(text).append('\n');
    }
    Files.writeString(corpus, lines);
    Path target = folder.resolve("clean.tsv");
    Path err = folder.resolve("err");
    List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f 100; exec \"$@\"", "sh"));
    command.addAll(JavaCommand.of("256m", Main.class));
    command.addAll(List.of("dedup", corpus.toString(), "--write-clean", target.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    assertEquals(1, process.waitFor(), Files.readString(err));
    String start = "lucene-simhash: --write-clean '" + target + "' cannot be written: ";
    assertTrue(Files.readString(err).startsWith(start), Files.readString(err));
  }
}
