package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints the script with which a shell completes commands and options. */
@Command(name = "completion")
final class CompletionCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Override
  public Integer call() throws IOException {
    main.console.print("%s", AutoComplete.bash(Main.NAME, main.commands()).stripTrailing());
    return 0;
  }
}
