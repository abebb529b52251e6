package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.testing.JavaCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.IORunnable;

/** The result of one run of the command line, in this JVM or in a JVM of its own. */
record CommandLineRun(int exitCode, String out, String err) {

  static CommandLineRun run(Object... args) {
    return runWith("", args);
  }

  static CommandLineRun runWith(String standardInput, Object... args) {
    return run(input(standardInput), new ByteArrayOutputStream(), args);
  }

  /** Runs the command line, and runs {@code done} when the command has written its results. */
  static CommandLineRun runAnd(IORunnable done, Object... args) {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void flush() throws IOException {
            if (size() > 0 && !isDone) {
              isDone = true;
              done.run();
            }
          }

          private boolean isDone;
        };
    return run(input(""), out, args);
  }

  static InputStream input(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Runs the command line on streams. The result has the output if the stream is in memory. */
  static CommandLineRun run(InputStream in, OutputStream out, Object... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            strings(args).toArray(String[]::new),
            in,
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String written =
        out instanceof ByteArrayOutputStream b ? b.toString(StandardCharsets.UTF_8) : "";
    return new CommandLineRun(exitCode, written, err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command in its own JVM with a heap of 1 GB, in a working folder. */
  static CommandLineRun runInChild(Path folder, Object... args)
      throws IOException, InterruptedException {
    return runInChild(Map.of(), folder, args);
  }

  /** Runs a command in its own JVM, with environment variables. */
  static CommandLineRun runInChild(Map<String, String> environment, Path folder, Object... args)
      throws IOException, InterruptedException {
    Child child = startChild(environment, folder, args);
    child.process.getOutputStream().close();
    return child.end();
  }

  /** A run in progress, which reads the input that is written to its process. */
  record Child(Process process, Path out, Path err) {

    CommandLineRun end() throws IOException, InterruptedException {
      return new CommandLineRun(process.waitFor(), Files.readString(out), Files.readString(err));
    }
  }

  static Child startChild(Map<String, String> environment, Path folder, Object... args)
      throws IOException {
    List<String> command = JavaCommand.of("1g", Main.class);
    command.addAll(strings(args));
    Path out = Files.createTempFile(folder, "stdout", "");
    Path err = Files.createTempFile(folder, "stderr", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    return new Child(builder.start(), out, err);
  }

  /** Returns the words of a command line, some of which may be in arrays and collections. */
  static List<String> strings(Object... args) {
    List<String> words = new ArrayList<>();
    for (Object arg : args) {
      switch (arg) {
        case Object[] some -> words.addAll(strings(some));
        case Collection<?> some -> words.addAll(strings(some.toArray()));
        default -> words.add(arg.toString());
      }
    }
    return words;
  }

  /** Checks that the run succeeded without a message. */
  CommandLineRun fine() {
    assertEquals("", err);
    assertEquals(0, exitCode, out);
    return this;
  }

  /** Checks that a search found nothing, and succeeded otherwise. */
  CommandLineRun foundNothing() {
    assertEquals("", err);
    assertEquals(SearchCommand.NOTHING_FOUND, exitCode, out);
    return this;
  }

  /** Checks that the run was refused with exactly this line. */
  void refused(String message) {
    assertEquals("lucene-simhash: " + message + System.lineSeparator(), err);
    assertEquals("", out);
    assertEquals(2, exitCode);
  }

  /** Returns standard output with S in place of the seconds, which differ from run to run. */
  String outWithoutSeconds() {
    return out.replaceAll("\\d+\\.\\d s\n", "S s\n");
  }

  /** Returns the ids that {@code fingerprint} printed. */
  List<String> ids() {
    return out.lines().map(line -> line.substring(0, line.lastIndexOf('\t'))).toList();
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }
}
