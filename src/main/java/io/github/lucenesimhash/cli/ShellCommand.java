package io.github.lucenesimhash.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quotes words for a POSIX shell: paste the line, and it runs. */
final class ShellCommand {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  private ShellCommand() {}

  static String quoted(List<String> words) {
    return words.stream().map(ShellCommand::quoted).collect(Collectors.joining(" "));
  }

  static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
