package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.cli.CommandLineRun.Child;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests two processes on one folder: one writes, and the other ends at once with a one-line
 * message. {@code -Dtests.multiplier=5} makes 5 rounds of each test.
 */
class SecondRunTest extends IndexTestCase {

  private static final int ROUNDS = Integer.getInteger("tests.multiplier", 1);
  private static final int LOADED = 100_000;
  private static final String AT_WORK = "is being written by another run";
  private static final String MEANWHILE = "was written by another run meanwhile";
  private static final String EXISTS = "exists, expected a new one for --format fingerprints";

  private final List<Child> children = new ArrayList<>();

  @AfterEach
  void endAll() throws InterruptedException {
    for (Child child : children) {
      child.process().destroyForcibly().waitFor();
    }
  }

  private Child start(Object... args) throws IOException {
    Child child = CommandLineRun.startChild(Map.of(), folder, args);
    children.add(child);
    return child;
  }

  private Child startIndex(Object... more) throws IOException {
    return start("index", index, "-", "--format", "tsv", "--encoding", "UTF-8", more);
  }

  private static void give(Child child, String lines) throws IOException {
    OutputStream in = child.process().getOutputStream();
    in.write(lines.getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  private static void checkRefused(Child child, String... reasons) throws Exception {
    CommandLineRun run = child.end();
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(Arrays.stream(reasons).anyMatch(run.err().strip()::endsWith), run.err());
    assertEquals(2, run.exitCode());
  }

  private void checkDocuments(int expected) throws IOException {
    assertEquals(expected, run("stats", index).json().get("documents").asInt());
    indexIsSound();
  }

  /** Checks that one of two runs is refused; a run that is not refused waits for its input. */
  private void checkOneIndexes(int before) throws Exception {
    Child one = startIndex();
    Child other = startIndex();
    for (int i = 0; one.process().isAlive() && other.process().isAlive(); i++) {
      assertTrue(i < 5000, "both got in");
      Thread.sleep(20);
    }
    Child left = one.process().isAlive() ? one : other;
    checkRefused(left.equals(one) ? other : one, AT_WORK);
    give(left, before + "\ta text that is unlike all others there\n");
    left.process().getOutputStream().close();
    assertEquals(0, left.end().exitCode(), left.end().err());
    checkDocuments(before + 1);
  }

  @Test
  void oneMakesAnIndexAndOneAddsToIt() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      index = folder.resolve("index-" + i);
      checkOneIndexes(0);
      assertEquals(0, run("index", index, corpus).exitCode());
      checkOneIndexes(5);
    }
  }

  /** Starts two runs on the same new folder, and checks that one succeeds and one is refused. */
  private void checkOneMakes(int documents, Object... args) throws Exception {
    Child one = start(args);
    Child other = start(args);
    boolean isFirst = one.end().exitCode() == 0;
    assertEquals(0, (isFirst ? one : other).end().exitCode(), one.end() + " and " + other.end());
    checkRefused(isFirst ? other : one, AT_WORK, MEANWHILE, EXISTS);
    checkDocuments(documents);
  }

  @Test
  void bothLoad() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < LOADED; i++) {
      lines.append(i).append("\t0123456789abcdef\n");
    }
    Path fingerprints = Files.writeString(folder.resolve("fingerprints"), lines);
    for (int i = 0; i < ROUNDS; i++) {
      index = folder.resolve("loaded-" + i);
      checkOneMakes(LOADED, "index", index, fingerprints, "--format", "fingerprints");
    }
  }

  @Test
  void bothDecideOnFiles() throws Exception {
    Path corpus = folder.resolve("large.jsonl");
    new CorpusGenerator(500, 9).write(LOADED / 5, corpus);
    run("index", index, corpus, "--dedup", "first").fine();
    int kept = run("stats", index).json().get("documents").asInt();
    for (int i = 0; i < ROUNDS; i++) {
      index = folder.resolve("decided-" + i);
      checkOneMakes(kept, "index", index, corpus, "--dedup", "first");
    }
  }

  private void checkAllRefused() throws Exception {
    Path fingerprints = Files.writeString(folder.resolve("load.tsv"), "a\t0123456789abcdef\n");
    Child second = startIndex("--dedup", "first");
    Child load = start("index", index, fingerprints, "--format", "fingerprints");
    checkRefused(second, AT_WORK);
    checkRefused(load, AT_WORK, EXISTS);
  }

  @Test
  void aStreamAtWorkIsLeftAlone() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      index = folder.resolve("stream-" + i);
      Child stream = startIndex("--dedup", "first", "--commit-every", "0.1s");
      awaitFile("write.lock");
      checkAllRefused();
      give(stream, "one\ta text of several words\n");
      awaitFile("segments_1");
      checkAllRefused();
      give(stream, "two\tanother of quite different contents\n");
      stream.process().getOutputStream().close();
      assertEquals(0, stream.end().exitCode(), stream.end().err());
      checkDocuments(2);
    }
  }

  private void awaitFile(String name) throws InterruptedException {
    for (int i = 0; Files.notExists(index.resolve(name)); i++) {
      assertTrue(i < 5000, name);
      Thread.sleep(20);
    }
  }
}
