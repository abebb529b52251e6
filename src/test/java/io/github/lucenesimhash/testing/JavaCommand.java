package io.github.lucenesimhash.testing;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Returns the command that runs a class in its own JVM, which starts fast. */
public final class JavaCommand {

  /** The program {@code java}, and flags that make a short run use the least CPU time. */
  private static final List<String> JAVA =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED");

  private JavaCommand() {}

  /** Returns the start of the command, before arguments; the heap has the form {@code 256m}. */
  public static List<String> of(String heap, Class<?> program) {
    List<String> command = new ArrayList<>(JAVA);
    command.addAll(List.of("-Xmx" + heap, "-cp", classPath(), program.getName()));
    return command;
  }

  /** Returns the class path of this JVM in absolute paths, for a JVM in another folder. */
  public static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
