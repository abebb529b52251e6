package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * An output whose failures name it. On standard output the end of its reader, which is no failure,
 * is told from failures here and not later: the messages of other exceptions hold names of files.
 */
final class NamedOutput extends FilterOutputStream {

  /** How systems in English and Chinese say that nobody reads standard output any more. */
  private static final Pattern BROKEN_PIPE = Pattern.compile("(?i)pipe|\u7ba1");

  private final String name;
  private final boolean mayBreak;
  private boolean outlivesReader;

  private NamedOutput(String name, boolean mayBreak, OutputStream out) {
    super(out);
    this.name = name;
    this.mayBreak = mayBreak;
  }

  static NamedOutput standard(OutputStream out) {
    return new NamedOutput("standard output", true, out);
  }

  /**
   * @param name the option and its file
   */
  static NamedOutput file(String name, OutputStream out) {
    return new NamedOutput(name, false, out);
  }

  /** Goes on without its reader, for the sake of what else the run writes. */
  void outliveReader() {
    outlivesReader = true;
  }

  @Override
  public void write(int b) throws IOException {
    try {
      out.write(b);
    } catch (IOException e) {
      failed(e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failed(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(IOException e) throws IOException {
    if (!mayBreak || !BROKEN_PIPE.matcher(Objects.toString(e.getMessage(), "")).find()) {
      throw new IOException(name + " cannot be written: " + BadInput.reason(e), e);
    }
    if (!outlivesReader) {
      throw new BrokenPipeException(e);
    }
  }

  /** Nobody reads standard output any more. */
  static final class BrokenPipeException extends IOException {

    private static final long serialVersionUID = 1;

    BrokenPipeException(IOException cause) {
      super(cause);
    }
  }
}
