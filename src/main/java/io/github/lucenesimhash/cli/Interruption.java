package io.github.lucenesimhash.cli;

import java.util.concurrent.CountDownLatch;

/** Lets a run that is interrupted by Ctrl-C, or asked to end by SIGTERM, finish what it began. */
final class Interruption implements AutoCloseable {

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "interruption");
  private volatile boolean requested;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** The JVM ends when this returns. */
  private void interrupt() {
    requested = true;
    try {
      finished.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the run should end soon. */
  boolean isRequested() {
    return requested;
  }

  /** All is done that had to be. */
  @Override
  public void close() {
    finished.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the JVM is ending already, and may
      }
    }
  }
}
