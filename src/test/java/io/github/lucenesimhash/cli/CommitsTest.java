package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommitsTest {

  private static final Duration SOON = Duration.ofMillis(1);
  private static final Console CONSOLE =
      new Console(InputStream.nullInputStream(), System.out, System.err);

  private final IOException full = new IOException("no space left");
  private volatile boolean isTried;

  private void fail() throws IOException {
    isTried = true;
    throw full;
  }

  @Test
  void aFailedCommitEndsTheReading() throws IOException {
    try (Interruption interruption = new Interruption(CONSOLE, () -> {})) {
      IOException told =
          assertThrows(
              IOException.class,
              () -> {
                try (Commits commits = new Commits(SOON, interruption, this::fail)) {
                  while (true) {
                    commits.check();
                    Thread.sleep(1);
                  }
                }
              });
      assertSame(full, told);
    }
  }

  @Test
  void aFailedCommitIsToldAtTheEnd() throws Exception {
    try (Interruption interruption = new Interruption(CONSOLE, () -> {})) {
      Commits commits = new Commits(SOON, interruption, this::fail);
      while (!isTried) {
        Thread.sleep(1);
      }
      assertSame(full, assertThrows(IOException.class, commits::close));
    }
  }
}
