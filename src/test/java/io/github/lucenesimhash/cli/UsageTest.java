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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "-k, 257, a whole number from 0 to 256",
    "-k, -1, a whole number from 0 to 256",
    "-k, x, a whole number from 0 to 256",
    "-k, 99999999999, a whole number from 0 to 256",
    "--keep, last, 'one of first, longest, newest, oldest, max:FIELD, min:FIELD'",
  })
  void refusesBadValues(String option, String value, String expected) {
    run("dedup", ".", option, value)
        .refused(
            "Invalid value for option '" + option + "': '" + value + "', expected " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "shingle=33, 'shingle is ''33'', expected a whole number from 1 to 32'",
    "zh top-features=-1, 'top-features is ''-1'', expected a whole number from 0 to 2147483647'",
    "weights=rare, 'weights is ''rare'', expected one of once, tf, log-tf, idf, table'",
    "shingle=1 shingle=2, 'expected a name and options as in ''char shingle=3'', each once'"
  })
  void refusesBadSchemes(String scheme, String reason) {
    CommandLineRun run = run("fingerprint", "pom.xml", "--scheme", scheme);
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().startsWith("lucene-simhash: --scheme '" + scheme + "'"), run.err());
    assertTrue(run.err().contains(reason), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"00112233445566778", "0011223344556", "001122334455667g", ""})
  void refusesBadFingerprints(String hex) {
    run("search", folder, "--fingerprint", hex)
        .refused(
            "Invalid value for option '--fingerprint': fingerprint '"
                + hex
                + "' has "
                + hex.length()
                + " characters, expected 16, 32 or 64 hex digits, base64 of as many bits, 0b and the"
                + " bits, or an ISCC");
  }

  @Test
  void refusesTablesThatAreMissingOrUnused() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "some text");
    Path table = Files.writeString(folder.resolve("table"), "word\t1\nbad\t-2\n");
    run("fingerprint", text, "--scheme", "classic-table")
        .refused("--scheme 'classic-table': classic-table expects a table in word-weights=FILE");
    unread(text, "stop-words=" + folder, "file '" + folder + "' cannot be read: Is a directory");
    Path nowhere = folder.resolve("nowhere");
    unread(
        text,
        "stop-words=" + nowhere,
        "file '" + nowhere + "' cannot be read: there is no such file");
    unread(
        text,
        "idf=" + table,
        "idf=" + table + " would not be used, expected classic-tfidf or weights=idf beside it");
    unread(
        text,
        "classic-tfidf idf=" + table,
        table + ":2: weight '-2', expected a finite number of at least 0");
  }

  private static void unread(Path text, String scheme, String reason) {
    run("fingerprint", text, "--scheme", scheme).refused("--scheme '" + scheme + "': " + reason);
  }

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
    assertEquals(foxAlone, hex(run("fingerprint", text, "--scheme", "classic-tfidf idf=" + table)));
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

  @Test
  void refusesUnknownWordsInOneLine() {
    run()
        .refused(
            "no command, expected one of dedup, decontaminate, evaluate, index, search,"
                + " serve, fingerprint, stats, completion");
    run("dedup").refused("Missing required parameter: 'INPUT'");
    assertEquals(2, run("frobnicate").exitCode());
    run("dedup", ".", "--frobnicate").refused("Unknown option: '--frobnicate'");
    run("stats", ".", "more").refused("Unmatched argument at index 2: 'more'");
  }

  @ParameterizedTest
  @CsvSource({"stat, stats", "serach, search", "dedupe, dedup", "idnex, index"})
  void saysWhatWasMeant(String typed, String meant) {
    CommandLineRun run = run(typed, ".");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("did you mean"), run.err());
    assertTrue(run.err().contains(meant), run.err());
  }

  @ParameterizedTest
  @CsvSource({"--veriy, --verify", "--write-claen, --write-clean", "--repor, --report"})
  void saysWhichOptionWasMeant(String typed, String meant) {
    CommandLineRun run = run("dedup", ".", typed);
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("did you mean " + meant), run.err());
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

  /** A reader that has seen enough does not keep the rest from being written. */
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
