package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on standard error once a task has taken a second, if somebody is watching. */
final class Progress implements Terminal.Bar {

  private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int COLUMNS = 80;

  private final Console console;
  private final String task;
  private final long max;
  private final boolean bytes;
  private final boolean watched = isTerminal();
  private final long start = System.nanoTime();
  private long done;
  private ProgressBar bar;

  /**
   * @param max steps in all, or {@link Terminal#UNKNOWN}
   */
  Progress(Console console, String task, long max) {
    this(console, task, max, false);
  }

  /**
   * @param bytes whether a step is a byte
   */
  Progress(Console console, String task, long max, boolean bytes) {
    this.console = console;
    this.task = task;
    this.max = max;
    this.bytes = bytes;
  }

  @Override
  public void step(long steps) {
    stepTo(done + steps);
  }

  void stepTo(long steps) {
    done = steps;
    if (bar != null) {
      bar.stepTo(done);
    } else if (watched && System.nanoTime() - start > DELAY_NANOS) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setInitialMax(max)
              .setUnit(bytes ? "MB" : "", bytes ? 1_000_000 : 1)
              .showSpeed()
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(console.err(), COLUMNS))
              .build();
    }
  }

  /** Asks Linux about standard error; elsewhere a terminal is taken for one. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return System.getenv("TERM") != null;
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
