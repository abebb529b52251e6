package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints a script that lets a shell complete commands and options. */
@Command(name = "completion")
final class CompletionCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Override
  public Integer call() throws IOException {
    main.console.print("%s", AutoComplete.bash(Main.NAME, main.commands()).stripTrailing());
    return 0;
  }
}
