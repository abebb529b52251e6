package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares {@link MinHashLsh} with {@code dedup} with its standard options, each on the same JSON
 * lines in a JVM of its own.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="minhash FILE"
 * </pre>
 */
@Command(name = "minhash", description = "Compares dedup of JSON lines with a plain MinHash-LSH.")
final class MinHashBench implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "Of JSON lines with a \"text\".")
  private Path file;

  @Option(names = "--heap", defaultValue = "-Xmx1g", description = "Of each run.")
  private String heap;

  @Override
  public Integer call() throws IOException {
    System.out.println("| program | seconds | CPU seconds | MB a CPU second | MB resident | |");
    System.out.println("|---|---|---|---|---|---|");
    Path out = Files.createTempFile("duplicates", ".tsv");
    try {
      row("dedup", Main.class, "dedup", file, "--out", out);
      row("plain MinHash-LSH", MinHashLsh.class, file, out);
    } finally {
      IOUtils.deleteFilesIfExist(out);
    }
    return 0;
  }

  private void row(String name, Class<?> main, Object... args) throws IOException {
    MeasuredJvm run = MeasuredJvm.run(List.of(heap), main.getName(), args).fine();
    double megabytes = Files.size(file) / 1e6;
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.1f | %,d | %s |%n",
        name,
        run.seconds(),
        run.cpuSeconds(),
        megabytes / run.cpuSeconds(),
        run.megabytes(),
        run.out().getLast());
  }
}
