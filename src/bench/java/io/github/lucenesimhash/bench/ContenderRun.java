package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** Measures one design on one index in its own JVM, and prints LatencyRows. */
final class ContenderRun {

  static final String DISTANCE = "distance";
  static final String NEAREST = "nearest";

  /**
   * The number of queries. The queries read a megabyte for each 1,500, so the data that they read
   * does not fit into the cache of a CPU.
   */
  private static final int QUERIES = 1 << 18;

  private ContenderRun() {}

  /**
   * Measures a design. Arguments: distance|nearest CONTENDER PATH DOCUMENTS SEGMENTS DATA
   * PARAMETERS WARM-UP SECONDS.
   */
  public static void main(String[] args) throws IOException {
    Contender contender = Contender.of(args[1]);
    int documents = Integer.parseInt(args[3]);
    int segments = Integer.parseInt(args[4]);
    int[] parameters = Arrays.stream(args[6].split(",")).mapToInt(Integer::parseInt).toArray();
    double warmUp = Double.parseDouble(args[7]);
    double seconds = Double.parseDouble(args[8]);
    long[] fingerprints = BenchData.fingerprints(documents, args[5]);
    try (Directory directory = new MMapDirectory(Path.of(args[2]));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      if (args[0].equals(DISTANCE)) {
        long[] queries = BenchData.queries(fingerprints, QUERIES);
        Design design = contender.distance(searcher, fingerprints);
        Measurement measurement = new Measurement(queries, warmUp, seconds);
        print(measurement, design, documents, segments, args[5], contender, parameters);
      } else {
        Design design = contender.nearest(searcher, fingerprints);
        Measurement near =
            new Measurement(BenchData.groupQueries(documents, QUERIES), warmUp, seconds);
        print(near, design, documents, segments, "near", contender, parameters);
        Measurement random = new Measurement(BenchData.randomQueries(QUERIES), warmUp, seconds);
        print(random, design, documents, segments, "random", contender, parameters);
      }
    }
  }

  private static void print(
      Measurement measurement,
      Design design,
      int documents,
      int segments,
      String data,
      Contender contender,
      int[] parameters)
      throws IOException {
    for (int parameter : parameters) {
      if (parameter <= contender.maxDistance || contender.maxDistance == 64) {
        LatencyRow row =
            measurement.of(design, documents, segments, data, contender.key(), parameter);
        System.out.println(row.toCsv());
      }
    }
  }
}
