package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.corpus.Terminal;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The three standard streams of a run.
 *
 * @param out the stream of results, in UTF-8; not a PrintStream, which would swallow errors
 * @param err the stream of notes, errors and progress
 */
record Console(InputStream in, OutputStream out, PrintStream err) implements Terminal {

  private static final String PREFIX = "lucene-simhash: ";

  /** Matches control characters, line ends, marks of direction, and the start of an escape. */
  private static final Pattern ESCAPED =
      Pattern.compile(
          "[\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]|\\\\(?=u[0-9a-f]{4})");

  Writer writer() {
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  @SuppressWarnings("AnnotateFormatMethod")
  void print(String format, Object... values) throws IOException {
    out.write((String.format(Locale.ROOT, format, values) + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void note(String message) {
    err.println(PREFIX + oneLine(message));
    err.flush();
  }

  @Override
  public Progress progress(String task, long steps) {
    return new Progress(task, steps, err);
  }

  /**
   * Returns whether standard error is a terminal. Java cannot tell, so a child process that
   * inherits the stream tests it.
   */
  private static boolean hasTerminal() {
    try {
      return new ProcessBuilder("test", "-t", "2").inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns the text on one line. Control characters, line ends and marks of the writing direction
   * are escaped as {@code \}{@code u000a}. A backslash before {@code u} and four hex digits is
   * escaped too, so that it cannot be mistaken for an escape.
   */
  static String oneLine(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(match -> "\\\\u" + HexFormat.of().toHexDigits(match.group().charAt(0)));
  }

  /** Shows each second how much of a task is done, on standard error if it is a terminal. */
  static final class Progress implements Bar {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String task;
    private final long steps;
    private final PrintStream err;
    private long due = System.nanoTime() + NANOS;
    private long done;
    private boolean isAsked;
    private boolean isTerminal;

    Progress(String task, long steps, PrintStream err) {
      this.task = task;
      this.steps = steps;
      this.err = err;
    }

    @Override
    public void step(long steps) {
      stepTo(done + steps);
    }

    void stepTo(long steps) {
      done = steps;
      if (System.nanoTime() > due) {
        isTerminal = isAsked ? isTerminal : hasTerminal();
        isAsked = true;
        due = System.nanoTime() + NANOS;
        if (isTerminal) {
          String all = this.steps > 0 ? String.format(Locale.ROOT, " of %,d", this.steps) : "";
          err.printf(Locale.ROOT, "\r%s %,d%s", task, done, all);
          err.flush();
        }
      }
    }

    @Override
    public void close() {
      err.print(isTerminal ? "\n" : "");
    }
  }

  /** Opens the file that an option names, or returns standard input for "-". */
  InputStream open(String option, String name) {
    try {
      if (!name.equals("-") && Files.isDirectory(Source.path(name))) {
        throw new BadInput(option + " '" + name + "' is a folder, expected a file");
      }
      return name.equals("-") ? in() : Files.newInputStream(Source.path(name));
    } catch (IOException e) {
      throw BadInput.unreadable(option + " '" + name + "'", e);
    }
  }
}
