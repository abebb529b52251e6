package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @TempDir private Path folder;

  @Test
  void tablesAndStopWordsMatter() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "fox and dog");
    Path table = Files.writeString(folder.resolve("table"), "fox\t9\ndog\t2\nand\t0\n");
    Path stop = Files.writeString(folder.resolve("stop"), "and\ndog\n");
    Path fox = Files.writeString(folder.resolve("b.txt"), "fox");
    Object[] plain = {"fingerprint", fox, "--scheme", "classic-words"};
    String foxAlone = hex(run(plain));
    assertEquals(
        foxAlone, hex(run("fingerprint", text, "--scheme", "classic-table word-weights=" + table)));
    assertEquals(
        foxAlone, hex(run("fingerprint", text, "--scheme", "classic-words stop-words=" + stop)));
  }

  private static String hex(CommandLineRun run) {
    return run.fine().out().substring(run.out().indexOf('\t') + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"dedup", "evaluate", "index", "search", "fingerprint", "stats", "completion"})
  void helpAndVersionWorkOnAllLevels(String command) {
    String help = run(command, "--help").fine().out();
    assertTrue(help.contains("Usage: lucene-simhash " + command + " "), help);
    assertEquals("lucene-simhash development\n", run(command, "--version").fine().out());
    assertTrue(run("--help").fine().out().contains("  " + command + " "));
  }

  private CommandLineRun runInto(OutputStream out, Object... options) throws IOException {
    Files.writeString(folder.resolve("a.txt"), "some text");
    return run(InputStream.nullInputStream(), out, "fingerprint", folder, options);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void aBrokenPipeEndsQuietly() throws IOException {
    runInto(failing("Broken pipe")).fine();
  }

  /** Other outputs are written even if the reader of standard output has ended. */
  @Test
  void aBrokenPipeEndsNoOtherOutput() throws IOException {
    Path texts = Files.writeString(folder.resolve("a.jsonl"), "{\"text\":\"some text\"}\nbad\n");
    Path clean = folder.resolve("clean.jsonl");
    Path page = folder.resolve("page.html");
    Object[] args = {"dedup", texts, "--write-clean", clean, "--report", page};
    CommandLineRun run = run(InputStream.nullInputStream(), failing("Broken pipe"), args);
    assertEquals(3, run.exitCode(), run.err());
    assertEquals(-1, Files.mismatch(texts, clean));
    assertTrue(Files.exists(page));
  }

  @Test
  void onlyStandardOutputBreaksPipes() {
    InputStream in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public int read(byte[] bytes, int from, int length) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    CommandLineRun run =
        run(in, OutputStream.nullOutputStream(), "fingerprint", "-", "--format", "jsonl");
    assertEquals("lucene-simhash: Broken pipe" + System.lineSeparator(), run.err());
    assertEquals(1, run.exitCode());
  }

  @Test
  void namesThePlaceThatCannotBeWritten() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "some text");
    Path index = folder.resolve("pipe" + "x".repeat(300));
    run("index", index, text)
        .refused("index '" + index + "' cannot be written: File name too long");
    Path out = folder.resolve("pipe" + "y".repeat(300) + ".txt");
    run("dedup", text, "--out", out)
        .refused("--out '" + out + "' cannot be written: File name too long");
  }

  @Test
  void aFullDiskIsOneLineAndAStackTraceIfAsked() throws IOException {
    CommandLineRun run = runInto(failing("No space left on device"));
    assertEquals(1, run.exitCode());
    String line =
        "lucene-simhash: standard output cannot be written: No space left on device"
            + System.lineSeparator();
    assertEquals(line, run.err());
    CommandLineRun verboseRun = runInto(failing("No space left on device"), "--verbose");
    assertEquals(1, verboseRun.exitCode());
    String verbose = verboseRun.err();
    assertTrue(verbose.contains("\tat ") && verbose.endsWith(line), verbose);
  }
}
