package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.dedup.Outcome;
import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.util.IOUtils;

/** Counts outcomes, and writes down those of documents that were not simply added. */
final class OutcomeReport implements Closeable {

  private record Line(String id, String action, List<Near> neighbours) {}

  private final Map<Action, Long> counts = new EnumMap<>(Action.class);
  private final boolean json;

  private final Output output;

  OutcomeReport(Path file, boolean json, Console console) throws IOException {
    this.json = json;
    output = file == null ? null : new Output("--outcomes", file, console);
  }

  void add(Outcome outcome) throws IOException {
    counts.merge(outcome.action(), 1L, Long::sum);
    if (output == null || outcome.action() == Action.ADDED) {
      return;
    }
    String name = name(outcome.action());
    List<Near> neighbours =
        outcome.neighbours().stream()
            .map(near -> new Near(near.id(), near.distance(), null))
            .toList();
    if (json) {
      output.writer().write(Json.line(new Line(outcome.id(), name, neighbours)));
    } else {
      for (Near near : neighbours) {
        output.writer().write(Console.oneLine(outcome.id()) + "\t" + name + "\t" + near.tsv());
      }
    }
  }

  /** "Skipped" is what could not be read. */
  private static String name(Action action) {
    return action == Action.SKIPPED ? "left out" : action.name().toLowerCase(Locale.ROOT);
  }

  String summary() {
    List<String> parts = new ArrayList<>();
    for (Action action : Action.values()) {
      long count = counts.getOrDefault(action, 0L);
      if (count > 0 || action == Action.ADDED || action == Action.SKIPPED) {
        parts.add(count + " " + name(action));
      }
    }
    return String.join(", ", parts);
  }

  void complete() throws IOException {
    if (output != null) {
      output.complete();
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(output);
  }
}
