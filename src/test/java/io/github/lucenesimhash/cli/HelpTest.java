package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.docs.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Tests that Help.properties has a text for everything that the help lists, and no other text. */
class HelpTest {

  private final ResourceBundle texts =
      ResourceBundle.getBundle("io.github.lucenesimhash.cli.Help", Locale.ROOT);
  private final CommandSpec main = Main.line(new Main(null)).getCommandSpec();
  private final Set<String> unused = new TreeSet<>(texts.keySet());

  private static final List<String> TEXTS =
      List.of(
          "header",
          "description",
          "footerHeading",
          "footer",
          "commandListHeading",
          "parameterListHeading",
          "exitCodeListHeading");

  @Test
  void hasEveryTextOnce() {
    unused.removeIf(key -> key.contains(".exitCodeList."));
    check(main);
    main.subcommands().values().forEach(command -> check(command.getCommandSpec()));
    assertEquals(Set.of(), unused);
  }

  @Test
  void linesAreShort() {
    for (String command : main.subcommands().keySet()) {
      String help = CommandLineRun.run(command, "--help").fine().out();
      for (String line : help.lines().toList()) {
        assertTrue(line.length() <= 80 || line.startsWith("Usage:"), line);
      }
    }
  }

  private void check(CommandSpec command) {
    assertNotEquals(0, command.usageMessage().description().length, command.name());
    for (String part : TEXTS) {
      use(command, "usage." + part);
    }
    for (ArgSpec arg : command.args()) {
      assertNotEquals(0, arg.description().length, command.name() + " " + arg);
      use(
          command,
          switch (arg) {
            case OptionSpec option -> option.longestName().replaceFirst("^-+", "");
            case PositionalParamSpec param -> param.paramLabel() + "[" + param.index() + "]";
            default -> throw new AssertionError(arg);
          });
    }
  }

  /** Notes that the command's own text is used, or else the text of all commands. */
  private void use(CommandSpec command, String key) {
    String own = command.qualifiedName(".") + "." + key;
    unused.remove(texts.containsKey(own) ? own : key);
  }

  /** The guide contains the table of all commands and options, as the program's model makes it. */
  @Test
  void guideHasTheTableOfOptions() throws IOException {
    String guide = Page.read(Path.of("src/site/markdown/corpus.md")).text();
    String table = table();
    assertTrue(guide.contains("\n\n" + table + "\n"), "expected in corpus.md:\n" + table);
  }

  private String table() {
    List<CommandSpec> commands =
        main.subcommands().values().stream().map(CommandLine::getCommandSpec).toList();
    List<CommandSpec> readers =
        commands.stream().filter(command -> command.findOption("--ext") != null).toList();
    StringBuilder table = new StringBuilder("|command|options|\n|---|---|\n");
    List<String> shared =
        names(readers.getFirst())
            .filter(name -> readers.stream().allMatch(each -> each.findOption(name) != null))
            .toList();
    for (CommandSpec command : commands) {
      String parameters =
          command.positionalParameters().stream()
              .map(param -> " " + param.paramLabel() + (param.arity().max() > 1 ? "..." : ""))
              .collect(Collectors.joining());
      boolean isReader = readers.contains(command);
      List<String> own =
          names(command).filter(name -> !(isReader && shared.contains(name))).toList();
      table.append("|`" + command.name() + parameters + "`|" + cells(command, own) + "|\n");
    }
    String names = readers.stream().map(CommandSpec::name).collect(Collectors.joining(", "));
    table.append("|" + names + "|" + cells(readers.getFirst(), shared) + "|\n");
    return table.append("|any|`--verbose`, `--help`, `--version`|\n").toString();
  }

  private static Stream<String> names(CommandSpec command) {
    return command.options().stream()
        .map(OptionSpec::longestName)
        .filter(name -> !Set.of("--help", "--version", "--verbose").contains(name));
  }

  /** Returns the named options with their labels. */
  private static String cells(CommandSpec command, List<String> names) {
    return names.stream()
        .map(command::findOption)
        .map(
            option ->
                "`"
                    + option.longestName()
                    + (option.arity().max() > 0 ? " " + option.paramLabel() : "")
                    + "`")
        .collect(Collectors.joining(", "));
  }

  @Test
  void namesTheDefaults() {
    String extensions = Format.allExtensions().collect(Collectors.joining(","));
    assertTrue(texts.getString("ext").contains("(default: " + extensions + ")"));
  }
}
