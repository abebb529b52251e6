package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;

/**
 * Latency of all designs, one thread, through IndexSearcher, data made by seeds. Prints Markdown;
 * every design must count the same hits.
 *
 * <pre>
 * mvn -q test-compile exec:exec@search-bench -Dbench.args="DOCUMENTS SEGMENTS uniform|skewed [K,K,...]"
 * </pre>
 */
public final class SearchBench {

  private static final int QUERIES = 10_000;
  private static final long WARM_UP_NANOS = 2_000_000_000L;
  private static final long MEASURE_NANOS = 3_000_000_000L;

  private SearchBench() {}

  public static void main(String[] args) throws IOException {
    int documents = Integer.parseInt(args[0].replace("M", "000000").replace("k", "000"));
    int segments = Integer.parseInt(args[1]);
    boolean skewed = args[2].equals("skewed");
    int[] distances =
        Arrays.stream((args.length > 3 ? args[3] : "0,3,5,7,8,10,12,16").split(","))
            .mapToInt(Integer::parseInt)
            .toArray();
    long[] fingerprints = BenchData.fingerprints(documents, skewed);
    long[] queries = BenchData.queries(fingerprints, QUERIES);
    Path work = Files.createTempDirectory("simhash-bench");
    try {
      run(work, fingerprints, queries, segments, distances, args[2]);
    } finally {
      IOUtils.rm(work);
    }
  }

  private static void run(
      Path work, long[] fingerprints, long[] queries, int segments, int[] distances, String data)
      throws IOException {
    System.out.printf(
        Locale.ROOT, "%n%,d documents, %d segments, %s%n%n", fingerprints.length, segments, data);
    Path plain = work.resolve("default");
    Path fast = work.resolve("simhash");
    report("default codec", plain, fingerprints, segments, Codec.getDefault());
    report("SimHashPostingsFormat", fast, fingerprints, segments, new SimHashCodec("near"));
    try (Directory plainDirectory = new MMapDirectory(plain);
        Directory fastDirectory = new MMapDirectory(fast);
        DirectoryReader plainReader = DirectoryReader.open(plainDirectory);
        DirectoryReader fastReader = DirectoryReader.open(fastDirectory)) {
      Map<String, Design> designs = new LinkedHashMap<>();
      designs.put("SimHashPostingsFormat", Design.distanceQuery(searcher(fastReader)));
      designs.put("default codec", Design.distanceQuery(searcher(plainReader)));
      designs.put("heap scan", Design.heapScan(fingerprints));
      designs.put("BooleanQuery + check", Design.naive(searcher(plainReader)));
      designs.put("slow doc-values query", Design.slow(searcher(plainReader)));
      System.out.println("\n| k | design | p50 us | p99 us | mean us | queries |");
      System.out.println("|---|---|---|---|---|---|");
      for (int maxDistance : distances) {
        for (Map.Entry<String, Design> design : designs.entrySet()) {
          if (maxDistance <= 3 || !design.getKey().startsWith("Boolean")) {
            measure(design.getKey(), design.getValue(), queries, maxDistance);
          }
        }
        checkAgreement(designs, queries, maxDistance);
      }
    }
  }

  private static IndexSearcher searcher(DirectoryReader reader) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher;
  }

  private static void report(String name, Path path, long[] fingerprints, int segments, Codec codec)
      throws IOException {
    double seconds = BenchIndex.write(path, fingerprints, segments, codec);
    System.out.printf(Locale.ROOT, "%s: %,.0f documents/s", name, fingerprints.length / seconds);
    for (Map.Entry<String, Long> bytes : BenchIndex.bytesByExtension(path).entrySet()) {
      double each = (double) bytes.getValue() / fingerprints.length;
      if (each >= .01) {
        System.out.printf(Locale.ROOT, ", .%s %.2f B", bytes.getKey(), each);
      }
    }
    System.out.println(" a document");
  }

  private static void measure(String name, Design design, long[] queries, int maxDistance)
      throws IOException {
    long warm = System.nanoTime();
    for (int i = 0; i < 3 || System.nanoTime() - warm < WARM_UP_NANOS; i++) {
      design.count(queries[(i + QUERIES / 2) % QUERIES], maxDistance);
    }
    long[] nanos = new long[QUERIES];
    int done = 0;
    long started = System.nanoTime();
    while (done < QUERIES && System.nanoTime() - started < MEASURE_NANOS) {
      long start = System.nanoTime();
      design.count(queries[done], maxDistance);
      nanos[done++] = System.nanoTime() - start;
    }
    nanos = Arrays.copyOf(nanos, done);
    double mean = Arrays.stream(nanos).average().orElseThrow();
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "| %d | %s | %.2f | %.2f | %.2f | %d |%n",
        maxDistance,
        name,
        nanos[done / 2] * 1e-3,
        nanos[(int) (done * .99)] * 1e-3,
        mean * 1e-3,
        done);
  }

  private static void checkAgreement(Map<String, Design> designs, long[] queries, int maxDistance)
      throws IOException {
    for (int i = 0; i < 20; i++) {
      long expected = designs.get("heap scan").count(queries[i], maxDistance);
      for (Map.Entry<String, Design> design : designs.entrySet()) {
        if (maxDistance <= 3 || !design.getKey().startsWith("Boolean")) {
          long hits = design.getValue().count(queries[i], maxDistance);
          if (hits != expected) {
            throw new IllegalStateException(
                design.getKey() + " found " + hits + " of " + expected + ", k = " + maxDistance);
          }
        }
      }
    }
  }
}
