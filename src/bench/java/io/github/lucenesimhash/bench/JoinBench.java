package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a whole self-join: creating the set, joining it, and receiving every edge. Prints a line
 * of a Markdown table for each combination, with the time of the first run in a new JVM and the
 * median of the other runs.
 */
@Command(name = "join", description = "Measures a whole self-join.")
public final class JoinBench implements Callable<Integer> {

  @Option(names = "--documents", split = ",", defaultValue = "1M,10M")
  private String[] documents;

  @Option(names = "--distances", split = ",", defaultValue = "3,10")
  private int[] distances;

  @Option(names = "--threads", split = ",", defaultValue = "2")
  private int[] threads;

  @Option(names = "--data", split = ",", defaultValue = "uniform")
  private String[] data;

  @Option(names = "--runs", defaultValue = "3")
  private int runs;

  @Option(
      names = "--added",
      description = "Joins only this many documents, the last ones, with each other and the rest.")
  private String added;

  @Option(names = "--index", description = "Reads the fingerprints from the index in this folder.")
  private Path index;

  private long[] newest;

  @Override
  public Integer call() throws IOException {
    System.out.println(
        "| fingerprints | data | from | k | threads | first s | median s | fold s | edges | G"
            + " comparisons | join MB | plan |\n"
            + "|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (String count : documents) {
      for (String name : data) {
        measure(Figures.count(count), name);
      }
    }
    return 0;
  }

  private void measure(int count, String name) throws IOException {
    long[] fingerprints = BenchData.fingerprints(count, name);
    if (added != null) {
      newest = Arrays.copyOfRange(fingerprints, count - Figures.count(added), count);
      fingerprints = Arrays.copyOf(fingerprints, count - Figures.count(added));
    }
    if (index == null) {
      measureArray(count, name, fingerprints);
      return;
    }
    Path folder = index.resolve(count + "-" + name);
    if (!Files.exists(folder)) {
      BenchIndex.write(folder, fingerprints, 1, Codec.getDefault());
    }
    try (DirectoryReader reader = DirectoryReader.open(new MMapDirectory(folder))) {
      measure(count, name, "index", () -> DistinctFingerprints.of(reader, "near"));
    } finally {
      IOUtils.rm(folder);
    }
  }

  private void measureArray(int count, String name, long[] fingerprints) throws IOException {
    measure(count, name, "array", () -> DistinctFingerprints.of(fingerprints));
  }

  private interface Source {
    DistinctFingerprints read() throws IOException;
  }

  private void measure(int count, String name, String from, Source source) throws IOException {
    for (int distance : distances) {
      for (int threadCount : threads) {
        double[] seconds = new double[runs];
        double[] folding = new double[runs];
        SimilarityJoin.Summary summary = null;
        for (int run = 0; run < runs; run++) {
          long start = System.nanoTime();
          DistinctFingerprints set = source.read();
          folding[run] = (System.nanoTime() - start) * 1e-9;
          long[] sum = new long[1];
          PairConsumer take = (left, right, bits) -> sum[0] += left ^ right;
          SimilarityJoin join = SimilarityJoin.within(distance).threads(threadCount);
          if (added == null) {
            summary = join.edges(set, take);
          } else {
            start = System.nanoTime();
            DistinctFingerprints news = DistinctFingerprints.of(newest);
            join.pairs(set, news, take);
            summary = join.pairs(news, take);
          }
          seconds[run] = (System.nanoTime() - start) * 1e-9;
        }
        double first = seconds[0];
        Arrays.sort(seconds);
        Arrays.sort(folding);
        System.out.printf(
            Locale.ROOT,
            "| %,d | %s | %s | %d | %d | %.2f | %.2f | %.2f | %,d | %.2f | %.0f | %s |%n",
            count,
            name,
            from,
            distance,
            threadCount,
            first,
            seconds[runs / 2],
            folding[runs / 2],
            summary.edges(),
            summary.comparisons() * 1e-9,
            summary.bytes() * 1e-6,
            summary.plan());
      }
    }
  }
}
