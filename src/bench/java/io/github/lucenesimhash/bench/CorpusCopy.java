package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Copies a file of JSON lines, as a baseline for {@code dedup}: reads texts and ids with the same
 * reader on all cores, and writes each line again.
 *
 * <pre>mvn -q test-compile exec:exec@bench -Dbench.args="corpus-copy FILE TARGET"</pre>
 */
@Command(name = "corpus-copy", description = "Copies a .jsonl file with the reader of dedup.")
final class CorpusCopy implements Callable<Integer> {

  private static final int BUFFER = 1 << 20;

  @Parameters(paramLabel = "FILE")
  private Path file;

  @Parameters(paramLabel = "TARGET")
  private Path target;

  @Override
  public Integer call() throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), BUFFER)) {
      QuietCorpus.of(file)
          .forEach(
              (raw, document) ->
                  id -> {
                    out.write(raw.bytes());
                    out.write('\n');
                  });
    }
    return 0;
  }
}
