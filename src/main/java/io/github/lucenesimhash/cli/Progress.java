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

  /** A step's unit is a byte. */
  static final Unit MEGABYTES = new Unit("MB", 1_000_000);

  /** A step's unit is what the task counts. */
  static final Unit EACH = new Unit("", 1);

  /**
   * What rates are given in.
   *
   * @param size steps
   */
  record Unit(String name, long size) {}

  private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int COLUMNS = 80;

  private final Console console;
  private final String task;
  private final long max;
  private final Unit unit;
  private final boolean watched = isTerminal();
  private final long start = System.nanoTime();
  private long done;
  private ProgressBar bar;

  /**
   * @param max steps in all, or {@link Terminal#UNKNOWN}
   */
  Progress(Console console, String task, long max) {
    this(console, task, max, EACH);
  }

  Progress(Console console, String task, long max, Unit unit) {
    this.unit = unit;
    this.console = console;
    this.task = task;
    this.max = max;
  }

  @Override
  public void step(long steps) {
    stepTo(done + steps);
  }

  @Override
  public void stepTo(long steps) {
    done = steps;
    if (bar != null) {
      bar.stepTo(done);
    } else if (watched && System.nanoTime() - start > DELAY_NANOS) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setInitialMax(max)
              .setUnit(unit.name(), unit.size())
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
