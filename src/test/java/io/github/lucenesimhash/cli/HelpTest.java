package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.docs.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Help.properties has a text for whatever the help lists, and no other. */
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
    unused.removeIf(key -> key.startsWith("section.") || key.contains(".exitCodeList."));
    check(main);
    main.subcommands().values().forEach(command -> check(command.getCommandSpec()));
    assertEquals(Set.of(), unused);
  }

  @Test
  void everyOptionIsInOneSection() {
    List<String> all = HelpPage.sections(texts).values().stream().flatMap(List::stream).toList();
    assertEquals(all.size(), Set.copyOf(all).size(), all.toString());
    for (CommandLine command : main.subcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        assertTrue(all.contains(HelpPage.name(option)), "in no section: " + option);
      }
    }
  }

  @Test
  void linesAreShortAndWhole() {
    for (String command : main.subcommands().keySet()) {
      String help = CommandLineRun.run(command, "--help").fine().out();
      for (String line : help.lines().toList()) {
        assertTrue(line.length() <= 80 || line.startsWith("Usage:"), line);
        assertFalse(line.matches(".* \\."), line);
      }
      int common = help.indexOf("\nOptions:\n");
      int rare = help.indexOf("\nFingerprints (");
      assertTrue(rare < 0 || common < rare, help);
      assertTrue(help.indexOf("\nAny command:\n") > Math.max(common, rare), help);
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

  /** The command's own text, or else that of all commands. */
  private void use(CommandSpec command, String key) {
    String own = command.qualifiedName(".") + "." + key;
    unused.remove(texts.containsKey(own) ? own : key);
  }

  /** The guide has the table of all commands and options that the program's model makes. */
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
    List<String> order = HelpPage.sections(texts).values().stream().flatMap(List::stream).toList();
    Set<String> any = Set.of("help", "version", "verbose");
    StringBuilder table = new StringBuilder("|command|options|\n|---|---|\n");
    List<String> shared =
        order.stream()
            .filter(name -> !any.contains(name))
            .filter(name -> readers.stream().allMatch(each -> option(each, name) != null))
            .toList();
    for (CommandSpec command : commands) {
      String parameters =
          command.positionalParameters().stream()
              .map(param -> " " + param.paramLabel() + (param.arity().max() > 1 ? "..." : ""))
              .collect(Collectors.joining());
      boolean isReader = readers.contains(command);
      List<String> own =
          order.stream()
              .filter(name -> !any.contains(name) && !(isReader && shared.contains(name)))
              .filter(name -> option(command, name) != null)
              .toList();
      table.append("|`" + command.name() + parameters + "`|" + cells(command, own) + "|\n");
    }
    String names = readers.stream().map(CommandSpec::name).collect(Collectors.joining(", "));
    table.append("|" + names + "|" + cells(readers.getFirst(), shared) + "|\n");
    return table.append("|any|`--verbose`, `--help`, `--version`|\n").toString();
  }

  private static OptionSpec option(CommandSpec command, String name) {
    return command.findOption(name.length() == 1 ? "-" + name : "--" + name);
  }

  /** Options with their labels. */
  private static String cells(CommandSpec command, List<String> names) {
    return names.stream()
        .map(name -> option(command, name))
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
    assertTrue(texts.getString("ext").contains("(default: " + Input.DEFAULT_EXTENSIONS + ")"));
  }
}
