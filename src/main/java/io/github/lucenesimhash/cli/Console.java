package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Terminal;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The three standard streams of a run.
 *
 * @param out takes results, in UTF-8; a plain stream, because a PrintStream would swallow errors
 * @param err takes notes, errors and progress
 */
record Console(InputStream in, OutputStream out, PrintStream err) implements Terminal {

  private static final String PREFIX = "lucene-simhash: ";

  /** The last character that {@link #oneLine} escapes. */
  static final char LAST_ESCAPED = '\u2069';

  /** Controls, line ends and marks of direction; and what looks like one that is escaped. */
  private static final Pattern ESCAPED =
      Pattern.compile(
          "[\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]|\\\\(?=u[0-9a-f]{4})");

  Writer writer() {
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  /** One line on standard output. */
  void print(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** One line on standard error, whatever the message holds. */
  @Override
  public void note(String message) {
    err.println(PREFIX + oneLine(message));
    err.flush();
  }

  @Override
  public Progress progress(String task, long steps, boolean bytes) {
    return new Progress(this, task, steps, bytes);
  }

  /**
   * The text on one line: control characters, line ends and marks of the writing direction as
   * {@code \}{@code u000a}. A backslash that stands before {@code u} and four hex digits is escaped
   * too, so the text can be told from it.
   */
  static String oneLine(String text) {
    return ESCAPED.matcher(text).replaceAll(match -> "\\\\u" + hex(match.group().charAt(0)));
  }

  private static String hex(char escaped) {
    return HexFormat.of().toHexDigits(escaped);
  }
}
