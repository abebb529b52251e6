package io.github.lucenesimhash.cli;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** This program as a line for a POSIX shell in the same folder: paste it, and it runs. */
final class ShellCommand {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  private ShellCommand() {}

  static String line(List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(java());
    String classPath = System.getProperty("java.class.path");
    if (isOwnJar(classPath)) {
      words.addAll(List.of("-jar", classPath));
    } else {
      words.addAll(List.of("-cp", classPath, Main.class.getName()));
    }
    words.addAll(arguments);
    return quoted(words);
  }

  static String quoted(List<String> words) {
    return words.stream().map(ShellCommand::quoted).collect(Collectors.joining(" "));
  }

  /** Whether the class path is the jar of the command line, and nothing else. */
  private static boolean isOwnJar(String classPath) {
    try {
      URL own = Main.class.getProtectionDomain().getCodeSource().getLocation();
      return Files.isRegularFile(Path.of(classPath))
          && Files.isSameFile(Path.of(classPath), Path.of(own.toURI()));
    } catch (IOException | URISyntaxException e) {
      return false;
    }
  }

  /** {@code java} if the shell would find the Java that runs this, else where that is. */
  private static String java() {
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    Optional<Path> found =
        Arrays.stream(path.split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder, "java"))
            .filter(Files::isExecutable)
            .findFirst();
    try {
      return found.isPresent() && Files.isSameFile(found.get(), own) ? "java" : own.toString();
    } catch (IOException e) {
      return own.toString();
    }
  }

  static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
