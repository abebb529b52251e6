package io.github.lucenesimhash.testing;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The command that runs a class in a JVM of its own, one that starts fast. */
public final class JavaCommand {

  /** {@code java}, and flags under which a short run needs the least of the processor. */
  private static final List<String> JAVA =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED");

  private JavaCommand() {}

  /** The start of the command, which arguments follow: the heap is as {@code 256m}. */
  public static List<String> of(String heap, Class<?> program) {
    List<String> command = new ArrayList<>(JAVA);
    command.addAll(List.of("-Xmx" + heap, "-cp", classPath(), program.getName()));
    return command;
  }

  /** That of this JVM, for one that works in another folder. */
  public static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
