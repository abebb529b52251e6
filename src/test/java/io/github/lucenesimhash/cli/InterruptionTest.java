package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.cli.CommandLineRun.Child;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs that are ended while they wait for a pipe that stays open. SIGTERM runs the same code
 * as Ctrl-C. No shell ignores SIGTERM for its children, while it may ignore SIGINT for children in
 * the background.
 */
@Timeout(300)
class InterruptionTest {

  private static final int DOCUMENTS = 8_000;
  private static final Pattern SUMMARY =
      Pattern.compile("([\\d,]+) documents?, .* ([\\d,]+) documents? in the index, .*\n(?s).*");

  @TempDir private Path folder;

  private static byte[] corpus() {
    Random random = Seeds.random(1);
    StringBuilder lines = new StringBuilder();
    String text = "";
    for (int i = 0; i < DOCUMENTS; i++) {
      if (i % 3 != 2) { // every third text is a copy of the text before
        text =
            random.ints(80, 0, 5000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
      }
      lines.append("doc-").append(i).append('\t').append(text).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Path pipe(String name) throws IOException, InterruptedException {
    Path pipe = folder.resolve(name);
    try {
      assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo");
    }
    return pipe;
  }

  /** Runs a command on bytes of a pipe that stays open, and ends the run when it waits for more. */
  private CommandLineRun interrupted(Path pipe, byte[] bytes, Object... args) throws Exception {
    CountDownLatch given = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (OutputStream out = Files.newOutputStream(pipe)) {
                    out.write(bytes);
                    given.countDown();
                    ended.await();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    Child child = CommandLineRun.startChild(Map.of(), folder, args);
    Process process = child.process();
    try {
      assertTrue(given.await(10, TimeUnit.MINUTES));
      Duration before = Duration.ofNanos(-1);
      for (Duration now = cpu(process); !now.equals(before); now = cpu(process)) {
        before = now;
        Thread.sleep(1000);
      }
      process.destroy();
      assertTrue(process.waitFor(10, TimeUnit.MINUTES), "still waits for its input");
      return child.end();
    } finally {
      process.destroyForcibly();
      ended.countDown();
      writer.interrupt();
    }
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** After an interrupt, the same command gives the result of an uninterrupted run. */
  @Test
  void dedupCommitsWhatIsDone() throws Exception {
    byte[] corpus = corpus();
    byte[] part = Arrays.copyOf(corpus, corpus.length / 2); // ends within a line
    Path pipe = pipe("large.tsv");
    Path index = folder.resolve("index");
    CommandLineRun run = interrupted(pipe, part, "index", index, pipe, "--dedup", "first");
    assertEquals(128 + 15, run.exitCode(), run.err());
    assertTrue(
        run.err().matches("lucene-simhash: interrupted: [\\d,]+ documents done; .*\\R"), run.err());
    Matcher summary = SUMMARY.matcher(run.out());
    assertTrue(summary.matches(), run.out());
    assertTrue(run.err().contains(" " + summary.group(1) + " documents done"), run.err());
    int documents = run("stats", index).json().get("documents").asInt();
    assertEquals(documents, Integer.parseInt(summary.group(2).replace(",", "")));
    Path file = Files.write(folder.resolve("whole.tsv"), corpus);
    Path undisturbed = folder.resolve("undisturbed");
    run("index", undisturbed, file, "--dedup", "first").fine();
    run("index", index, file, "--dedup", "first").fine();
    int all = run("stats", undisturbed).json().get("documents").asInt();
    assertTrue(0 < documents && documents < all);
    assertEquals(all, run("stats", index).json().get("documents").asInt());
  }

  @Test
  void othersLeaveNothing() throws Exception {
    Path pipe = pipe("small.tsv");
    Path index = folder.resolve("new/index");
    byte[] line = "a\tsome text\n".getBytes(StandardCharsets.UTF_8);
    for (String option : List.of("--store-text", "--dedup=first")) {
      CommandLineRun run = interrupted(pipe, line, "index", index, pipe, option);
      assertEquals(128 + 15, run.exitCode(), run.err());
      assertEquals("", run.out());
      assertEquals("lucene-simhash: interrupted: nothing is changed\n", run.err());
      try (Stream<Path> left = Files.list(index)) {
        assertEquals(List.of(index.resolve("write.lock")), left.toList());
      }
    }
  }
}
