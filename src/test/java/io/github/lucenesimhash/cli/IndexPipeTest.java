package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.IndexWindowTest.line;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an index of documents that come through a pipe that stays open. */
class IndexPipeTest {

  private static final int ROUNDS = 20 * Integer.getInteger("tests.multiplier", 1);

  @TempDir private Path folder;

  /** Documents of a pipe are soon in the index, although the pipe stays open. */
  @Test
  void readsAPipeThatDoesNotEnd() throws Exception {
    readsAPipe(1 << 16); // the first bytes determine the encoding
  }

  @Test
  void waitsForNoMoreThanALineOfWhatIsNamed() throws Exception {
    readsAPipe(1, "--encoding", "UTF-8");
  }

  private void readsAPipe(int bytesToTell, String... options) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Object[] index = {"index", folder.resolve("index"), "-", "--format", "jsonl"};
    Object[] policy = {"--dedup", "first", "--window", "1d", "--date-field", "published"};
    PipedInputStream in = new PipedInputStream(1 << 17);
    PipedOutputStream pipe = new PipedOutputStream(in);
    try (in;
        pipe) {
      FutureTask<CommandLineRun> run =
          new FutureTask<>(
              () -> CommandLineRun.run(in, out, index, policy, "--commit-every", "0.02s", options));
      Thread thread = new Thread(run, "index");
      thread.start();
      int written = 0;
      for (int i = 0; written < bytesToTell; i++) {
        byte[] line =
            line("" + i, Instant.EPOCH.plus(Duration.ofDays(2L * i)), "a")
                .getBytes(StandardCharsets.UTF_8);
        pipe.write(line);
        written += line.length;
      }
      pipe.flush();
      await("0");
      pipe.write(line("one more", "1969-11-01", "a").getBytes(StandardCharsets.UTF_8));
      pipe.flush();
      await("one more");
      assertTrue(!run.isDone());
      pipe.close(); // the end of the input, which the run waits for
      run.get(10, TimeUnit.MINUTES).fine();
      thread.join();
    }
    assertTrue(out.toString(StandardCharsets.UTF_8).contains(" 0 duplicates "));
  }

  /** An index can be read while it is written, though each commit deletes files of the last. */
  @Test
  void isReadWhileItIsWritten() throws Exception {
    PipedInputStream in = new PipedInputStream(1 << 17);
    PipedOutputStream pipe = new PipedOutputStream(in);
    Path index = folder.resolve("index");
    String options =
        " - --format jsonl --encoding UTF-8 --dedup first --verify 0 --commit-every 0.005s";
    String[] args = ("index " + index + options).split(" ");
    FutureTask<Integer> run =
        new FutureTask<>(() -> Main.run(args, in, new ByteArrayOutputStream(), System.err));
    AtomicBoolean isEnough = new AtomicBoolean();
    FutureTask<Void> writing =
        new FutureTask<>(
            () -> {
              for (int i = 0; !isEnough.get(); i++) {
                pipe.write(line("" + i, "", "a").getBytes(StandardCharsets.UTF_8));
                pipe.flush();
                Thread.sleep(1);
              }
              pipe.close();
              return null;
            });
    try (in;
        pipe) {
      new Thread(run, "index").start();
      new Thread(writing, "writing").start();
      await("0");
      for (int i = 0; i < ROUNDS; i++) {
        run("stats", index).fine();
      }
      run("search", index, "--id", "0").foundNothing();
      isEnough.set(true);
      writing.get(10, TimeUnit.MINUTES);
      assertEquals(0, run.get(10, TimeUnit.MINUTES));
    } finally {
      isEnough.set(true);
    }
  }

  private void await(String id) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < end) {
      try {
        if (IndexWindowTest.ids(folder.resolve("index")).contains(id)) {
          return;
        }
      } catch (IOException | RuntimeException e) {
        // the index does not exist yet
      }
      Thread.sleep(20);
    }
    throw new AssertionError("no document " + id);
  }
}
