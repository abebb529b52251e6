package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.cli.CommandLineRun.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of {@code dedup} that are ended while they write or act. */
@Timeout(300)
class InterruptedDedupTest {

  private static final int COPIES = 5_000;

  @TempDir private Path folder;
  @TempDir private Path streams;
  private Path corpus;

  @BeforeEach
  void onlyWithSignals() throws IOException {
    assumeTrue(Files.isSymbolicLink(Path.of("/proc/self")));
    corpus = Files.createDirectory(folder.resolve("corpus"));
  }

  private List<String> list(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private CommandLineRun terminated(Child child) throws Exception {
    child.process().destroy();
    assertTrue(child.process().waitFor(10, TimeUnit.MINUTES), "still at work");
    assertEquals(128 + 15, child.process().exitValue(), child.end().err());
    return child.end();
  }

  /** A command that prints texts, and never ends once it is asked again: to write the corpus. */
  @Test
  void aCleanCorpusIsNotWaitedFor() throws Exception {
    Files.writeString(corpus.resolve("a.pdf"), "a");
    Path asked = folder.resolve("asked");
    Path again = folder.resolve("again");
    Path script =
        Files.writeString(
            folder.resolve("script"),
            String.format(
                Locale.ROOT,
                """
            if [ -e %s ]; then touch %s; exec sleep 3600; fi
            touch %1$s
            echo some text of several words
            """,
                asked,
                again));
    for (String target : List.of("clean.jsonl", "clean.jsonl.gz")) {
      Files.deleteIfExists(asked);
      Files.deleteIfExists(again);
      Child child =
          CommandLineRun.startChild(
              Map.of(),
              streams,
              "dedup",
              corpus,
              "--ext",
              "pdf",
              "--extract",
              "sh " + script,
              "--write-clean",
              folder.resolve(target),
              "--out",
              folder.resolve("out.txt"));
      try {
        while (child.process().isAlive() && Files.notExists(again)) {
          Thread.sleep(20);
        }
        assertTrue(Files.exists(again), Files.readString(child.err()));
        assertEquals("lucene-simhash: interrupted: no file is written\n", terminated(child).err());
      } finally {
        child.process().destroyForcibly();
      }
      assertEquals(List.of("again", "asked", "corpus", "script"), list(folder));
    }
  }

  @Test
  void saysHowManyAreMoved() throws Exception {
    for (int i = 0; i < COPIES; i++) {
      Files.writeString(corpus.resolve(i + ".txt"), "some text of several words");
    }
    Child child =
        CommandLineRun.startChild(
            Map.of(), streams, "dedup", corpus, "--move", folder.resolve("moved"));
    try {
      Path last = corpus.resolve("1000.txt");
      while (child.process().isAlive() && Files.exists(last)) {
        Thread.sleep(1);
      }
      CommandLineRun run = terminated(child);
      int moved = COPIES - list(corpus).size();
      assertEquals(
          String.format(
              Locale.ROOT,
              "lucene-simhash: interrupted: moved %,d files of 4,999; to undo: dedup --undo %s\n",
              moved,
              folder.resolve("moved")),
          run.err());
    } finally {
      child.process().destroyForcibly();
    }
  }
}
