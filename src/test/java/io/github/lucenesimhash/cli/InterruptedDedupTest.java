package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.cli.CommandLineRun.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs of {@code dedup} that are ended while they write or act. */
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

  @Test
  void whatWasMovedComesBack() throws Exception {
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
      terminated(child);
      CommandLineRun.run("dedup", "--undo", folder.resolve("moved")).fine();
      assertEquals(COPIES, list(corpus).size());
    } finally {
      child.process().destroyForcibly();
    }
  }
}
