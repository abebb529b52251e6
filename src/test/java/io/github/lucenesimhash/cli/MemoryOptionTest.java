package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.corpus.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run in little memory has the result of any other, or says what it needs. */
class MemoryOptionTest {

  private static final Pattern NEEDED = Pattern.compile("expected (\\d+m) or more");

  @TempDir private Path folder;

  private CommandLineRun dedup(Path corpus, String memory) {
    Path out = folder.resolve(memory + ".tsv");
    return run("dedup", corpus, "--verify", ".2", "--out", out, "--memory", memory);
  }

  /** Of nearly equal texts there are more pairs than the memory has room for. */
  @Test
  void littleMemoryChangesNothing() throws IOException {
    CorpusGenerator generator = new CorpusGenerator(200, 36);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 900; i++) {
      String text = generator.text(i % 3) + (i % 7 == 0 ? " and number " + i : " and so on " + i);
      lines.append(i).append('\t').append(text).append('\n');
    }
    Path corpus = Files.writeString(folder.resolve("corpus.tsv"), lines);
    CommandLineRun little = dedup(corpus, "1m");
    assertEquals(0, little.exitCode(), little.err());
    assertEquals(
        "lucene-simhash: memory: 1m at most, of them 1m for 900 documents\n", little.err());
    assertEquals(0, dedup(corpus, "500m").exitCode());
    String groups = Files.readString(folder.resolve("500m.tsv"));
    assertEquals(groups, Files.readString(folder.resolve("1m.tsv")));
    assertNotEquals(0, groups.lines().count());
  }

  @Test
  void tooLittleSaysWhatIsNeeded() throws IOException {
    Path corpus = folder.resolve("corpus.jsonl");
    new CorpusGenerator(40, 36).write(15_000, corpus);
    CommandLineRun refused = dedup(corpus, "1m");
    assertEquals(2, refused.exitCode(), refused.err());
    Matcher needed = NEEDED.matcher(refused.err());
    assertTrue(refused.err().contains("--memory is 1m, too little for "), refused.err());
    assertTrue(needed.find(), refused.err());
    assertEquals(0, dedup(corpus, needed.group(1)).exitCode());
  }

  @Test
  void filesCount() throws IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    for (int i = 0; i < 3_000; i++) {
      Files.writeString(files.resolve(i + ".txt"), "some text of number " + i);
    }
    assertEquals(
        "lucene-simhash: memory: 5m at most, of them 2m for 3,000 documents\n",
        dedup(files, "5m").err());
  }

  /** Before all is read, by what was read so far. */
  @Test
  void farTooLittleIsSaidSoon() throws IOException {
    Path corpus = folder.resolve("corpus.jsonl");
    int count = 60_000;
    new CorpusGenerator(40, 36).write(count, corpus);
    CommandLineRun refused = dedup(corpus, "1m");
    assertEquals(2, refused.exitCode(), refused.err());
    Matcher about = Pattern.compile("for ([\\d,]+) documents").matcher(refused.err());
    assertTrue(about.find(), refused.err());
    int documents = Integer.parseInt(about.group(1).replace(",", ""));
    assertNotEquals(count, documents);
    assertEquals(count, documents, count / 10.0);
  }

  /** Where nobody knows how many there are, as in packed input. */
  @Test
  void farTooLittleOfPackedInput() throws IOException {
    Path plain = folder.resolve("plain.jsonl");
    new CorpusGenerator(40, 36).write(20_000, plain);
    byte[] packed = CorpusFiles.packed(Packing.GZIP, Files.readAllBytes(plain));
    CommandLineRun refused = dedup(Files.write(folder.resolve("corpus.jsonl.gz"), packed), "1m");
    assertEquals(2, refused.exitCode(), refused.err());
    assertTrue(refused.err().contains(" documents and all that are behind them: "), refused.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"groups.jsonl", "groups.tsv", "groups.csv", "groups.txt", "groups.json"})
  void aGroupOfAllIsWrittenPartByPart(String out) throws Exception {
    StringBuilder lines = new StringBuilder();
    int count = 200_000;
    for (int i = 0; i < count; i++) {
      lines.append(i).append("\tAll texts are the same, word for word.\n");
    }
    Path corpus = Files.writeString(folder.resolve("corpus.tsv"), lines);
    Path groups = folder.resolve(out);
    CommandLineRun run =
        CommandLineRun.runInChild(
            Map.of("_JAVA_OPTIONS", "-Xmx44m"), folder, "dedup", corpus, "--out", groups);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(Files.size(groups) > 6L * count, "" + Files.size(groups));
  }

  @Test
  void whatIsNoSizeIsRefused() throws IOException {
    Path corpus = Files.writeString(folder.resolve("corpus.tsv"), "a\tSome text.\n");
    for (String size : new String[] {"4", "0m", "-1g", "4k", "g"}) {
      CommandLineRun refused = dedup(corpus, size);
      assertEquals(2, refused.exitCode(), refused.err());
      assertTrue(
          refused.err().contains("'" + size + "', expected a number and m or g, as 800m"),
          refused.err());
    }
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    for (String size : new String[] {"900000g", heap + "m", heap - 23 + "m"}) {
      CommandLineRun refused = dedup(corpus, size);
      assertEquals(2, refused.exitCode(), refused.err());
      String problem = "m, 24m of it for the rest: expected a larger one (java -Xmx)";
      assertTrue(refused.err().contains(problem), refused.err());
    }
    assertEquals(0, dedup(corpus, heap - 24 + "m").exitCode());
  }
}
