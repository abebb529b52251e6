package io.github.lucenesimhash.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Standard output. Tells the end of its reader, which is no failure, from failures, here and not
 * later: the messages of other exceptions hold names of files.
 */
final class StandardOutput extends FilterOutputStream {

  /** How systems in English and Chinese say that nobody reads standard output any more. */
  private static final Pattern BROKEN_PIPE = Pattern.compile("(?i)pipe|\u7ba1");

  StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    try {
      out.write(b);
    } catch (IOException e) {
      throw marked(e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw marked(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw marked(e);
    }
  }

  private static IOException marked(IOException e) {
    return BROKEN_PIPE.matcher(Objects.toString(e.getMessage(), "")).find()
        ? new BrokenPipeException(e)
        : e;
  }

  /** Nobody reads standard output any more. */
  static final class BrokenPipeException extends IOException {

    private static final long serialVersionUID = 1;

    BrokenPipeException(IOException cause) {
      super(cause);
    }
  }
}
