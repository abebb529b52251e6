package io.github.lucenesimhash.cli;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;

/** Commits changes at intervals, between two steps of a run, even while the run waits for input. */
final class Commits implements Closeable {

  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread; // not started if there is no interval
  private volatile Throwable failure;

  /**
   * Starts to commit.
   *
   * @param interval the time from one commit to the next, or null for no commits
   * @param interruption the interruption that runs each commit as a step
   */
  Commits(Duration interval, Interruption interruption, IORunnable commit) {
    thread = new Thread(() -> commitUntilEnd(interval, interruption, commit), "commits");
    thread.setDaemon(true); // an interrupted run leaves this thread waiting
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

  /** Throws the exception that a commit threw, once. */
  void check() throws IOException {
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw IOUtils.rethrowAlways(thrown);
    }
  }

  /** Ends the commits. Waits for a commit that is under way. */
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
