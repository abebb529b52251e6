package io.github.lucenesimhash.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Prints the {@code --help} of a command: what it does, examples, then its options in the sections
 * of Help.properties.
 */
final class HelpPage extends Help {

  private static final List<String> PARTS =
      List.of(
          UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS,
          UsageMessageSpec.SECTION_KEY_HEADER,
          UsageMessageSpec.SECTION_KEY_DESCRIPTION,
          UsageMessageSpec.SECTION_KEY_FOOTER_HEADING, // the examples
          UsageMessageSpec.SECTION_KEY_FOOTER,
          UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
          UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
          UsageMessageSpec.SECTION_KEY_OPTION_LIST,
          UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);

  private static final int COLUMNS = 80;
  private static final Pattern BROKEN_NAME = Pattern.compile(" \\.(\n *)(?=\\S)");

  private HelpPage(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  static void addTo(CommandLine commands) {
    commands.setHelpFactory(HelpPage::new).setHelpSectionKeys(PARTS).setUsageHelpWidth(COLUMNS - 1);
  }

  /** Lines end behind a dot of names like .txt: it goes to the next line. */
  static String mend(String help) {
    return BROKEN_NAME.matcher(help).replaceAll("$1.");
  }

  /**
   * The sections of options, from {@code section.1} on: headings and the names below them, without
   * hyphens.
   */
  static Map<String, List<String>> sections(ResourceBundle texts) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    for (int i = 1; texts.containsKey("section." + i); i++) {
      String[] parts = texts.getString("section." + i).split(":", 2);
      sections.put(parts[0], List.of(parts[1].trim().split(" +", -1)));
    }
    return sections;
  }

  static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Returns the command, the options that must be given, and one word for all others. */
  @Override
  public String synopsis(int headingLength) {
    List<String> words = new ArrayList<>();
    words.add(commandSpec().qualifiedName());
    for (OptionSpec option : commandSpec().options()) {
      if (option.required() && option.group() == null) {
        words.add(option.longestName() + "=" + option.paramLabel());
      }
    }
    for (ArgGroupSpec group : commandSpec().argGroups()) {
      words.add(group.synopsis());
    }
    for (PositionalParamSpec input : commandSpec().positionalParameters()) {
      words.add(input.paramLabel() + (input.arity().max() > 1 ? "..." : ""));
    }
    words.add(commandSpec().subcommands().isEmpty() ? "[OPTION]..." : "COMMAND");
    return String.join(" ", words) + "\n";
  }

  @Override
  public String optionList() {
    Map<String, OptionSpec> left =
        commandSpec().options().stream()
            .collect(
                Collectors.toMap(
                    HelpPage::name, option -> option, (one, same) -> one, LinkedHashMap::new));
    StringBuilder list = new StringBuilder();
    sections(commandSpec().resourceBundle())
        .forEach(
            (heading, names) -> {
              List<OptionSpec> options = new ArrayList<>();
              for (String name : names) {
                OptionSpec option = left.remove(name);
                if (option != null) {
                  options.add(option);
                }
              }
              append(list, heading, options);
            });
    append(list, "Others", List.copyOf(left.values()));
    return list.toString();
  }

  private void append(StringBuilder list, String heading, List<OptionSpec> options) {
    if (!options.isEmpty()) {
      Layout layout =
          createDefaultLayout(
              commandSpec().options(), commandSpec().positionalParameters(), colorScheme());
      layout.addAllOptions(options, parameterLabelRenderer());
      list.append("\n").append(heading).append(":\n").append(layout);
    }
  }
}
