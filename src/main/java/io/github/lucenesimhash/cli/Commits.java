package io.github.lucenesimhash.cli;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;

/** Commits what is done in intervals, between two steps, also while input is waited for. */
final class Commits implements Closeable {

  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread; // not started without an interval
  private volatile Throwable failure;

  /**
   * Begins.
   *
   * @param interval null for no commits
   */
  Commits(Duration interval, Interruption interruption, IORunnable commit) {
    thread = new Thread(() -> commitUntilEnd(interval, interruption, commit), "commits");
    thread.setDaemon(true); // an interrupted run stops in the middle of a wait
    if (interval != null) {
      thread.start();
    }
  }

  private void commitUntilEnd(Duration interval, Interruption interruption, IORunnable commit) {
    try {
      while (!end.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
        interruption.step(commit);
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Throws what a commit threw, once. */
  void check() throws IOException {
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw IOUtils.rethrowAlways(thrown);
    }
  }

  /** Waits for the commit that is under way. */
  @Override
  public void close() throws IOException {
    end.countDown();
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    check();
  }
}
