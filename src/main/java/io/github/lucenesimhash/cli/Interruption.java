package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.util.IORunnable;

/**
 * Ends a run in an orderly way when Ctrl-C or SIGTERM interrupts it. The run writes in steps. The
 * interruption waits for the step under way, but never for input.
 */
final class Interruption implements AutoCloseable {

  private final Console console;
  private final IORunnable end;
  private final Thread hook = new Thread(this::interrupt, "interruption");
  private boolean over;

  /**
   * Begins to watch for an interruption.
   *
   * @param end the action that ends an interrupted run; called on another thread, after the run's
   *     step under way
   */
  Interruption(Console console, IORunnable end) {
    this.console = console;
    this.end = end;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      awaitEnd(); // the JVM is ending already
    }
  }

  /** Ends the run, unless it is over. The JVM exits after this and all other shutdown hooks. */
  private synchronized void interrupt() {
    if (!over) {
      over = true;
      try {
        end.run();
      } catch (IOException | RuntimeException e) {
        console.note("interrupted: " + BadInput.reason(e));
      }
    }
  }

  /** Runs a step that no interruption cuts short. Waits for the exit if the run was interrupted. */
  void step(IORunnable step) throws IOException {
    synchronized (this) {
      if (!over) {
        step.run();
        return;
      }
    }
    awaitEnd();
  }

  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the watch after the last step. Waits for the exit if the run was interrupted. */
  @Override
  public void close() throws IOException {
    step(
        () -> {
          over = true;
          try {
            Runtime.getRuntime().removeShutdownHook(hook);
          } catch (IllegalStateException e) {
            // the JVM is ending already, and nothing is left to do
          }
        });
  }
}
