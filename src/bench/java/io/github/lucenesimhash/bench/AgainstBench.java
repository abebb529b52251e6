package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures {@code dedup --against}, which removes near-duplicates of old texts from new ones.
 * {@code index} indexes the old texts first. All texts are those of {@link RecordBench}.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="against --old 10M --new 1M"
 * </pre>
 */
@Command(
    name = "against",
    description = "Measures dedup of new texts against an index of old ones.")
final class AgainstBench implements Callable<Integer> {

  @Option(names = "--old", defaultValue = "200k")
  private String oldDocuments;

  @Option(names = "--new", defaultValue = "20k")
  private String newDocuments;

  @Option(names = "--characters", defaultValue = "1000", description = "Mean length of a text.")
  private int characters;

  @Option(names = "--copies", defaultValue = "0.1", description = "Share of copies.")
  private double copies;

  @Option(names = "--seed", defaultValue = "36")
  private long seed;

  @Option(names = "--bits", defaultValue = "128", description = "Bits of a fingerprint.")
  private int bits;

  @Option(names = "--distance", defaultValue = "24")
  private int distance;

  @Option(names = "--heap", defaultValue = "-Xmx1g", description = "Heap of both commands.")
  private String heap;

  @Option(names = "--corpus", description = "The old texts, as record --keep left them.")
  private Path kept;

  @Option(
      names = "--work",
      defaultValue = "target/against",
      description = "Folder for temporary files.")
  private Path work;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(work);
    Path made = work.resolve("old.jsonl.zst");
    Path old = kept == null ? made : kept;
    Path index = work.resolve("index");
    Path added = work.resolve("new.jsonl");
    Path groups = work.resolve("groups.tsv");
    IOUtils.rm(made, index, added, groups);
    try {
      int first = Figures.count(oldDocuments);
      int count = Figures.count(newDocuments);
      RecordCorpus corpus = new RecordCorpus(characters, seed, copies);
      System.out.println("| | seconds | CPU seconds | MB resident | MB |");
      System.out.println("|---|---|---|---|---|");
      if (kept == null) {
        corpus.write(0, first, old);
      }
      row("index", run("index", index, old, "--scheme", "bits=" + bits), megabytes(index));
      corpus.write(first, count, added);
      MeasuredJvm dedup =
          run(
              "dedup",
              added,
              "--against",
              index,
              "--scheme",
              "bits=" + bits,
              "-k",
              distance,
              "--verify=0",
              "--out",
              groups,
              "--verbose");
      row("dedup --against", dedup, megabytes(added));
      BitSet planted = RecordBench.planted(corpus, first, first + count);
      System.out.printf(
          Locale.ROOT,
          "%n%,d old, %,d new, %d bits within %d. Planted: %,d, found: %,d.%n%s%n",
          first,
          count,
          bits,
          distance,
          planted.cardinality(),
          new RecordBench.Found(groups, corpus, planted).all(),
          String.join("\n", dedup.err()));
    } finally {
      IOUtils.rm(made, index, added, groups);
    }
    return 0;
  }

  private MeasuredJvm run(Object... words) throws IOException {
    return MeasuredJvm.run(List.of(heap), Main.class.getName(), words).fine();
  }

  private static long megabytes(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.mapToLong(file -> file.toFile().length()).sum() / 1_000_000;
    }
  }

  private static void row(String what, MeasuredJvm run, long megabytes) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f | %,d | %,d |%n",
        what,
        run.seconds(),
        run.cpuSeconds(),
        run.megabytes(),
        megabytes);
  }
}
