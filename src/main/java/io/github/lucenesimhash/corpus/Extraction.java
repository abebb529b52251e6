package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reads what a command prints of a file. Ends in a {@link SkippedException} if the command fails,
 * or takes too long.
 */
final class Extraction extends FilterInputStream {

  private static final String FILE = "{}";
  private static final int MINUTES = 5;

  private final Process process;
  private final CompletableFuture<Void> limit;

  private Extraction(Process process) {
    super(process.getInputStream());
    this.process = process;
    limit =
        CompletableFuture.runAsync(
            this::kill, CompletableFuture.delayedExecutor(MINUTES, TimeUnit.MINUTES));
  }

  /**
   * Starts it, without a shell.
   *
   * @param command its words, {@code {}} for the file, which else comes last
   * @throws BadInput if there is no such command
   */
  static InputStream of(Path file, String command) throws IOException {
    String name = file.toString();
    String path = name.startsWith("-") ? "./" + name : name; // not an option
    List<String> words = new ArrayList<>(List.of(command.strip().split("\\s+", -1)));
    if (!command.contains(FILE)) {
      words.add(FILE);
    }
    words.replaceAll(word -> word.replace(FILE, path));
    try {
      Process process = new ProcessBuilder(words).redirectError(Redirect.DISCARD).start();
      process.getOutputStream().close();
      return new Extraction(process);
    } catch (IOException e) {
      throw new BadInput("--extract '" + command + "' cannot be run: " + BadInput.reason(e));
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int read = in.read(bytes, from, length);
    if (read < 0) {
      check();
    }
    return read;
  }

  private void check() throws IOException {
    try {
      int exitCode = process.waitFor();
      if (limit.isDone()) {
        throw failed("took more than " + MINUTES + " minutes");
      }
      if (exitCode != 0) {
        throw failed("ended with exit code " + exitCode);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static SkippedException failed(String how) {
    return new SkippedException("not extracted", "--extract " + how);
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    limit.cancel(false);
    kill();
    in.close();
  }
}
