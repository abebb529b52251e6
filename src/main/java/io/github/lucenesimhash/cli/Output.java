package io.github.lucenesimhash.cli;

import static java.nio.file.StandardOpenOption.CREATE_NEW;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Draft;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Option;

/**
 * The target of results: standard output, or a file that is a {@link Draft} until it is complete. A
 * run that ends before completion leaves an existing file as it was.
 */
final class Output implements Closeable {

  static final class OutOption {

    @Option(names = "--out", paramLabel = "FILE")
    Path file;

    Output open(Console console) throws IOException {
      return new Output("--out", file, console);
    }
  }

  private final String name;
  private final Draft draft;
  private final Writer writer;

  /** Opens the file that an option names, or standard output if the file is null. */
  Output(String option, Path file, Console console) throws IOException {
    name = option + " '" + file + "'";
    if (file == null) {
      draft = null;
      writer = console.writer();
      return;
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadInput(name + " is not a regular file");
    }
    Draft.checkFolder(name, file);
    try {
      draft = new Draft(name, file);
      OutputStream out = new NamedStream(name, Files.newOutputStream(draft.path(), CREATE_NEW));
      writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    } catch (FileSystemException e) {
      throw Draft.unusable(name, e);
    }
  }

  Writer writer() {
    return writer;
  }

  void complete() throws IOException {
    writer.flush();
    if (draft != null) {
      writer.close();
      draft.complete();
    }
  }

  @Override
  public void close() throws IOException {
    if (draft != null) {
      IOUtils.close(writer, draft);
    }
  }

  static class NamedStream extends FilterOutputStream {

    private final String name;

    NamedStream(String name, OutputStream out) {
      super(out);
      this.name = name;
    }

    @Override
    public void write(int b) throws IOException {
      named(() -> out.write(b));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      named(() -> out.write(bytes, from, length));
    }

    @Override
    public void flush() throws IOException {
      named(out::flush);
    }

    private void named(IORunnable action) throws IOException {
      try {
        action.run();
      } catch (IOException e) {
        failed(e);
      }
    }

    void failed(IOException e) throws IOException {
      throw new IOException(name + " cannot be written: " + BadInput.reason(e), e);
    }
  }

  /**
   * Standard output. If its reader ends early, the broken pipe is not a failure. The pipe is
   * recognized here by the message of the original exception, because messages of later exceptions
   * may contain file names that also match.
   */
  static final class StandardOutput extends NamedStream {

    /** Matches the message for a broken pipe on English and Chinese systems. */
    private static final Pattern BROKEN_PIPE = Pattern.compile("(?i)pipe|\u7ba1");

    private boolean outlivesReader;

    StandardOutput(OutputStream out) {
      super("standard output", out);
    }

    /** Lets the run continue after the reader ends, because the run also writes files. */
    void outliveReader() {
      outlivesReader = true;
    }

    @Override
    void failed(IOException e) throws IOException {
      if (!BROKEN_PIPE.matcher(Objects.toString(e.getMessage(), "")).find()) {
        super.failed(e);
      }
      if (!outlivesReader) {
        throw new BrokenPipeException(e);
      }
    }
  }

  static final class BrokenPipeException extends IOException {

    private static final long serialVersionUID = 1;

    BrokenPipeException(IOException cause) {
      super(cause);
    }
  }
}
