package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import picocli.CommandLine.Option;

/**
 * Where results go: standard output, or a file that is written beside its place and moved there
 * when {@link #complete}. A run that ends before leaves the place as it was.
 */
final class Output implements Closeable {

  /** The option of the result's file. */
  static final class OutOption {

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = {
          "Write into a file, which appears only when complete. Clusters are written a line for"
              + " each",
          "duplicate into .tsv, a JSON object for each cluster into .jsonl."
        })
    Path file;

    /**
     * @throws BadInput if the file cannot be written
     */
    Output open(Console console) throws IOException {
      return new Output("--out", file, console);
    }
  }

  private final String option;
  private final Path file;
  private final Path part;
  private final Writer writer;

  /**
   * @param option that names the file
   * @param file null for standard output
   * @throws BadInput if the file cannot be written there
   */
  Output(String option, Path file, Console console) throws IOException {
    this.option = option;
    this.file = file;
    if (file == null) {
      part = null;
      writer = console.writer();
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInput(option + " '" + file + "' is in a folder that does not exist");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadInput(option + " '" + file + "' is not a regular file");
    }
    part = folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    part.toFile().deleteOnExit();
    try {
      OutputStream out = NamedOutput.file(option + " '" + file + "'", Files.newOutputStream(part));
      writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    } catch (FileSystemException e) {
      throw unusable(e);
    }
  }

  private BadInput unusable(FileSystemException e) {
    return new BadInput(option + " '" + file + "' cannot be written: " + BadInput.reason(e));
  }

  Writer writer() {
    return writer;
  }

  /** Puts the finished file into its place. */
  void complete() throws IOException {
    writer.flush();
    if (part != null) {
      writer.close();
      try {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        throw unusable(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (part != null) {
      try {
        writer.close();
      } finally {
        Files.deleteIfExists(part);
      }
    }
  }
}
