package io.github.lucenesimhash.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How long each stage of a run took. */
final class Stages {

  private static final double NANOS_PER_SECOND = 1e9;

  private record Stage(long nanos, long items, String unit) {}

  private final Map<String, Stage> stages = new LinkedHashMap<>();
  private final long start = System.nanoTime();
  private long last = start;

  /** Ends a stage that began where the last one ended. */
  void end(String stage, long items, String unit) {
    long now = System.nanoTime();
    stages.put(stage, new Stage(now - last, items, unit));
    last = now;
  }

  /** Takes a part out of a stage that has ended. */
  void split(String stage, String part, long nanos, long items, String unit) {
    Stage whole = stages.remove(stage);
    stages.put(part, new Stage(nanos, items, unit));
    stages.put(stage, new Stage(whole.nanos() - nanos, whole.items(), whole.unit()));
  }

  double seconds() {
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }

  /** A line for each stage: seconds, items and items a second. */
  void print(Console console) {
    stages.forEach(
        (name, stage) -> {
          double seconds = stage.nanos() / NANOS_PER_SECOND;
          console.note(
              String.format(
                  Locale.ROOT,
                  "%-7s %8.2f s  %,12d %-12s %,12.0f /s",
                  name,
                  seconds,
                  stage.items(),
                  stage.unit(),
                  stage.items() / Math.max(seconds, 1e-3)));
        });
    console.note(String.format(Locale.ROOT, "%-7s %8.2f s", "all", seconds()));
  }
}
