package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Json.AnswerOption;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints figures of an index. */
@Command(
    name = "stats",
    description = {
      "Prints figures of an index: documents, fingerprints, the most frequent values of each of"
          + " the four 16-bit blocks, and how many fingerprints have how many bits set."
    })
final class StatsCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private IndexOption where;

  @Mixin private AnswerOption answer;

  StatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = StoredIndex.open(where.folder)) {
      answer.print(IndexStats.of(index), console);
    }
    return 0;
  }
}
