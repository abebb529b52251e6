package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** A command that finds groups of near-duplicates, and tells what each stage took if asked. */
abstract class GroupingCommand implements Callable<Integer> {

  final Console console;

  @ParentCommand private Main main;
  @Mixin GroupOptions grouping;

  GroupingCommand(Console console) {
    this.console = console;
  }

  @Override
  public final Integer call() throws IOException {
    Stages stages = new Stages();
    int exitCode = run(stages);
    if (main.isVerbose()) {
      stages.print(console);
    }
    return exitCode;
  }

  /** Returns the exit code. */
  abstract int run(Stages stages) throws IOException;

  /** The groups of documents that were read in the first stage. */
  DocumentGroups group(Documents documents, Stages stages) throws IOException {
    stages.end("read", documents.count(), "documents");
    if (documents.undated() > 0) {
      console.note(documents.undated() + " documents without a date count as the oldest");
    }
    DocumentGroups groups = DocumentGroups.of(documents, grouping, console, stages);
    if (groups.groups().capped() > 0) {
      console.note(
          groups.groups().capped()
              + " clusters had no room for all that is near enough: see --max-group");
    }
    return groups;
  }
}
