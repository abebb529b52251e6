package io.github.lucenesimhash.testing;

import static org.junit.Assert.assertEquals;

import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/**
 * Runs a program in its own JVM that prints a dot at each step, and kills it by {@code kill -9}.
 */
public final class KilledProgram {

  private KilledProgram() {}

  /** Kills the program once it has printed the given number of dots. */
  public static void run(Class<?> program, int dots, String... arguments) throws Exception {
    List<String> command = JavaCommand.of("256m", program);
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    try (InputStream out = process.getInputStream()) {
      for (int i = 0; i < dots; i++) {
        assertEquals('.', out.read());
      }
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
    assertEquals("killed by signal 9", 128 + 9, process.exitValue());
  }
}
