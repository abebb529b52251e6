package io.github.lucenesimhash.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class in its own JVM, with the flags and the class path of this JVM. */
final class ChildJvm {

  private ChildJvm() {}

  /**
   * Runs a class and returns the lines that it printed. Its standard error is shown immediately.
   */
  static List<String> run(String mainClass, Object... args) throws IOException {
    return run(List.of(), mainClass, args);
  }

  /** Runs a class with additional flags, which override those of this JVM. */
  static List<String> run(List<String> flags, String mainClass, Object... args) throws IOException {
    return lines(builder(flags, mainClass, args));
  }

  /** Runs any program and returns the lines that it printed. */
  static List<String> lines(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectError(Redirect.INHERIT).start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line; (line = reader.readLine()) != null; ) {
        lines.add(line);
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException(builder.command() + " ended with status " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroy();
    }
    return lines;
  }

  /** Returns the command of a JVM, not yet started, with the flags and class path of this one. */
  static ProcessBuilder builder(List<String> flags, String mainClass, Object... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(flags);
    command.add("-classpath");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return new ProcessBuilder(command);
  }
}
