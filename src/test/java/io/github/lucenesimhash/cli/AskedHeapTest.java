package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run whose heap is too little says which one it needs, and that one is enough. */
class AskedHeapTest {

  private static final Pattern ASKED = Pattern.compile("expected java -Xmx(\\d+)m\\R");
  private static final int WORDS = 50_000;

  @TempDir private Path folder;

  /** Texts of so many words, and more words at their ends that they share with none. */
  private Path corpus(int documents, String ids, int words) throws IOException {
    SplittableRandom random = new SplittableRandom(36);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      lines.append(ids).append(i).append('\t');
      random
          .ints(words, 0, WORDS)
          .forEach(word -> lines.append(Integer.toString(word, 36)).append(' '));
      lines.append('\n');
    }
    return Files.writeString(folder.resolve("corpus.tsv"), lines);
  }

  private CommandLineRun run(int megabytes, Object... args)
      throws IOException, InterruptedException {
    return CommandLineRun.runInChild(
        Map.of("_JAVA_OPTIONS", "-Xmx" + megabytes + "m"), folder, args);
  }

  private void asks(Object... args) throws IOException, InterruptedException {
    CommandLineRun refused = run(26, args);
    assertEquals(2, refused.exitCode(), refused.err());
    Matcher asked = ASKED.matcher(refused.err());
    assertTrue(asked.find(), refused.err());
    CommandLineRun enough = run(Integer.parseInt(asked.group(1)), args);
    assertEquals(0, enough.exitCode(), refused.err() + enough.err());
  }

  /** Of the ids, which are long, those that are named are held, and not all. */
  @ParameterizedTest
  @ValueSource(strings = {"--decisions", "--truth"})
  void namedIds(String option) throws Exception {
    String ids = "document-".repeat(30);
    String pair = ids + "1\t" + ids + "2\tnot\n";
    Path pairs = Files.writeString(folder.resolve("pairs"), pair);
    asks("dedup", corpus(120_000, ids, 4), "--no-verify", option, pairs);
  }
}
