package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Source;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of the command line. */
@Command(
    name = Main.NAME,
    resourceBundle = "io.github.lucenesimhash.cli.Help",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    abbreviateSynopsis = true,
    sortOptions = false,
    scope = ScopeType.INHERIT)
public final class Main implements Runnable {

  static final String NAME = "lucene-simhash";

  private static final int COLUMNS = 79;

  private static final List<Class<?>> COMMANDS =
      List.of(
          DedupCommand.class,
          DecontaminateCommand.class,
          EvaluateCommand.class,
          IndexCommand.class,
          SearchCommand.class,
          ServeCommand.class,
          FingerprintCommand.class,
          StatsCommand.class,
          CompletionCommand.class);

  /** Lucene's logger, which would lose its level if it were garbage-collected. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  @Option(names = "--verbose", scope = ScopeType.INHERIT)
  boolean verbose;

  @Spec private CommandSpec spec;

  final Console console;

  Main(Console console) {
    this.console = console;
  }

  /** Runs a command, and ends the JVM with its exit code. */
  public static void main(String[] args) {
    LUCENE.setLevel(Level.SEVERE); // Lucene's advice on JVM flags does not concern users
    System.exit(run(args, System.in, new FileOutputStream(FileDescriptor.out), System.err));
  }

  static int run(String[] args, InputStream in, OutputStream standardOutput, PrintStream err) {
    Output.StandardOutput out = new Output.StandardOutput(standardOutput);
    Main main = new Main(new Console(in, out, err));
    StringWriter help = new StringWriter();
    CommandLine commands =
        line(main, args)
            .registerConverter(Path.class, Main::path)
            .setExpandAtFiles(false)
            .setUsageHelpWidth(COLUMNS)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionStrategy(parsed -> execute(parsed, out))
            .setOut(new PrintWriter(help))
            .setParameterExceptionHandler((e, rest) -> main.report(e))
            .setExecutionExceptionHandler((e, line, parsed) -> main.report(e));
    try {
      int exitCode = commands.execute(args);
      out.write(help.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
      return exitCode;
    } catch (IOException | RuntimeException | Error e) {
      return main.report(e);
    }
  }

  /** Sets up only the command that the first argument names, to save time, or else all commands. */
  static CommandLine line(Main main, String... args) {
    CommandLine line = new CommandLine(main);
    COMMANDS.stream()
        .filter(each -> args.length > 0 && name(each).equals(args[0]))
        .filter(each -> each != CompletionCommand.class) // it describes all commands
        .findAny()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS)
        .forEach(line::addSubcommand);
    return line;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** Checks the files that the command line names, then runs the command. */
  private static int execute(ParseResult parsed, Output.StandardOutput out) {
    CommandLine line = parsed.asCommandLineList().getLast();
    try {
      if (!line.isUsageHelpRequested() && !line.isVersionHelpRequested()) {
        RunFiles files = new RunFiles(line.getCommandSpec());
        files.check();
        if (files.areWritten()) {
          out.outliveReader();
        }
      }
    } catch (IOException | BadInput e) {
      throw new ExecutionException(line, e.getMessage(), e);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /**
   * Refuses arguments that are given together with an option, except {@code --verbose} and the
   * allowed ones.
   */
  static void checkAlone(CommandSpec command, String option, String... beside) {
    List<String> allowed = List.of(beside);
    for (ArgSpec arg : command.commandLine().getParseResult().matchedArgs()) {
      String name = arg instanceof OptionSpec given ? given.longestName() : arg.paramLabel();
      if (!Set.of(option, "--verbose").contains(name) && !allowed.contains(name)) {
        throw new BadInput(name + " is given with " + option + ", expected one of them");
      }
    }
  }

  private static Path path(String name) {
    try {
      return Source.path(name);
    } catch (BadInput e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  CommandLine commands() {
    return spec.commandLine();
  }

  @Override
  public void run() {
    throw new BadInput(
        "no command, expected one of " + String.join(", ", spec.subcommands().keySet()));
  }

  private static String message(UnmatchedArgumentException e) {
    List<String> similar = e.getSuggestions();
    return e.getMessage()
        + (similar.isEmpty() ? "" : ", did you mean " + String.join(" or ", similar) + "?");
  }

  private int report(Throwable e) {
    if (e instanceof BadInput || e instanceof ParameterException) {
      console.note(e instanceof UnmatchedArgumentException bad ? message(bad) : e.getMessage());
      return ExitCode.USAGE;
    }
    if (e instanceof Output.BrokenPipeException) {
      return ExitCode.OK;
    }
    if (verbose) {
      e.printStackTrace(console.err());
    }
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    console.note(
        switch (e) {
          case FileSystemException file ->
              "file '" + file.getFile() + "': " + BadInput.reason(file);
          case IOException io -> BadInput.reason(io);
          case UncheckedIOException io -> BadInput.reason(io.getCause());
          case OutOfMemoryError full ->
              "out of memory: the heap has "
                  + heap
                  + " MB, expected a larger one (JAVA_OPTS=-Xmx8g)";
          default ->
              "unexpected "
                  + e.getClass().getSimpleName()
                  + ": "
                  + Objects.toString(e.getMessage(), "no message");
        });
    return ExitCode.SOFTWARE;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"lucene-simhash " + Objects.requireNonNullElse(version, "development")};
    }
  }
}
