package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.JavaCommand;
import java.io.BufferedReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ids and fingerprints never change, so that the next version can search existing indexes. */
class GoldenFingerprintsTest {

  @Test
  void here() throws Exception {
    assertEquals(golden(), String.join("\n", GoldenFingerprints.lines()) + "\n");
  }

  @Test
  @Timeout(120)
  void underAnotherLocaleCharsetAndTimeZone() throws Exception {
    List<String> forked =
        fork(
            "-Duser.language=tr",
            "-Duser.country=TR",
            "-Dfile.encoding=ISO-8859-1",
            "-Duser.timezone=Asia/Kathmandu");
    assertEquals("tr_TR ISO-8859-1 Asia/Kathmandu", forked.get(0));
    assertEquals(golden(), String.join("\n", forked.subList(1, forked.size())) + "\n");
  }

  private static String golden() throws Exception {
    try (InputStream file =
        GoldenFingerprintsTest.class.getResourceAsStream("golden-fingerprints.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> fork(String... flags) throws Exception {
    List<String> command = JavaCommand.of("256m", GoldenFingerprints.class);
    command.addAll(1, List.of(flags));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    try (BufferedReader output = process.inputReader(StandardCharsets.US_ASCII)) {
      List<String> lines = output.lines().toList();
      assertTrue(process.waitFor(10, TimeUnit.MINUTES), "the forked JVM did not end");
      assertEquals(0, process.exitValue());
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }
}
