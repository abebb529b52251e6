package io.github.lucenesimhash.cli;

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
record Console(InputStream in, OutputStream out, PrintStream err) {

  private static final String PREFIX = "lucene-simhash: ";
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  Writer writer() {
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  /** One line on standard output. */
  void print(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** One line on standard error, whatever the message holds. */
  void note(String message) {
    err.println(PREFIX + oneLine(message));
    err.flush();
  }

  /** The text with every control character, line ends included, as {@code \}{@code u000a}. */
  static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll(match -> "\\\\u00" + hex(match.group().charAt(0)));
  }

  private static String hex(char control) {
    return HexFormat.of().toHexDigits((byte) control);
  }
}
