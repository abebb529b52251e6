package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Help.properties has a text for whatever the help lists, and no other. */
class HelpTest {

  private static final Pattern OPTION = Pattern.compile("(?<=[ \\[(])--?[a-z][a-z-]*");

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

  @Test
  void guideListsCommandsAndOptionsThatThereAre() throws IOException {
    Page guide = Page.read(Path.of("src/site/markdown/corpus.md"));
    String synopsis = guide.blocks("text").get(0).text().replaceAll("\n +", " ");
    for (String line : synopsis.lines().toList()) {
      CommandLine command = main.subcommands().get(line.replaceFirst(" .*", ""));
      assertNotNull(command, line);
      for (Matcher option = OPTION.matcher(line); option.find(); ) {
        assertNotNull(command.getCommandSpec().findOption(option.group()), line);
      }
    }
    assertEquals(main.subcommands().size(), synopsis.lines().count());
  }

  @Test
  void namesTheDefaults() {
    assertTrue(texts.getString("ext").contains("(default: " + Input.DEFAULT_EXTENSIONS + ")"));
  }
}
