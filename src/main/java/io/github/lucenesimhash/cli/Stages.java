package io.github.lucenesimhash.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The number of seconds that each stage of a run took. */
final class Stages {

  private static final double NANOS_PER_SECOND = 1e9;

  final List<String> lines = new ArrayList<>();
  final long start = System.nanoTime();
  private long last = start;

  /** Ends a stage that began when the previous stage ended. The time of its parts is excluded. */
  void end(String stage, long items, String unit) {
    part(stage, System.nanoTime() - last, items, unit);
  }

  /** Adds a part of the current stage that counts as a separate stage. */
  void part(String stage, long nanos, long items, String unit) {
    last += nanos;
    double seconds = nanos / NANOS_PER_SECOND;
    lines.add(
        String.format(
            Locale.ROOT,
            "%-7s %8.2f s  %,12d %-12s %,12.0f /s",
            stage,
            seconds,
            items,
            unit,
            items / Math.max(seconds, 1e-3)));
  }
}
