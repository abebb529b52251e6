package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** Runs a Java contender in its own JVM, to write its index or to measure its searches. */
record PeerRun(Contender contender, PeerData data, int batch) {

  private static final int PIECE = 4096;
  private static final long ONE_HIT = 1L << 40;

  /**
   * Runs a contender. Arguments: CONTENDER DOCUMENTS WORDS DATA BATCH PATH [SECONDS DISTANCE...]
   */
  public static void main(String[] args) throws IOException {
    int documents = Integer.parseInt(args[1]);
    PeerData data = new PeerData(documents, Integer.parseInt(args[2]), args[3]);
    PeerRun run = new PeerRun(Contender.of(args[0]), data, Integer.parseInt(args[4]));
    if (args.length == 6) {
      System.out.printf(Locale.ROOT, "%.1f%n", run.write(Path.of(args[5])));
    }
    for (int i = 7; i < args.length; i++) {
      int distance = Integer.parseInt(args[i]);
      System.out.println(run.measure(Path.of(args[5]), distance, Double.parseDouble(args[6])));
    }
  }

  /** Writes one segment and returns the time in seconds. */
  double write(Path index) throws IOException {
    boolean isOurs = contender.codec().equals(BenchIndex.SIMHASH);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(isOurs ? new SimHashCodec("near") : Codec.getDefault())
            .setRAMBufferSizeMB(256)
            .setMergePolicy(new LogDocMergePolicy());
    FieldType type = SimHashField.fieldType(null, data.words * Long.SIZE);
    long start = System.nanoTime();
    try (Directory directory = new MMapDirectory(index);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < data.documents; i++) {
        writer.addDocument(List.of(new SimHashField("near", data.code(i), type)));
      }
      writer.forceMerge(1);
    }
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Returns name;distance;p50 ms;p99 ms;recall;bytes of a code;hash of the hits; */
  String measure(Path index, int distance, double seconds) throws IOException {
    long[] queries = LongStream.range(0, data.queries).toArray();
    Measurement measurement = new Measurement(queries, seconds / 2, seconds);
    try (Directory directory = new MMapDirectory(index);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      Design design = (query, k) -> answer(searcher, data.query((int) query, batch), k);
      LatencyRow row = measurement.of(design, data.documents, 1, "", contender.key(), distance);
      long bytes = BenchIndex.bytesByExtension(index).values().stream().mapToLong(n -> n).sum();
      return String.format(
          Locale.ROOT,
          contender.title + ";%d;%.3f;%.3f;1.0000;%.0f;%d;",
          distance,
          row.p50() / 1000,
          row.p99() / 1000,
          contender == Contender.HEAP ? 8. * data.words : (double) bytes / data.documents,
          row.hits());
    }
  }

  private long answer(IndexSearcher searcher, Fingerprint[] codes, int k) throws IOException {
    DistanceBatch together = codes.length == 1 ? null : new DistanceBatch("near", codes, k);
    long[] sum = new long[1];
    for (int i = 0; i < codes.length; i++) {
      if (contender == Contender.HEAP) {
        sum[0] += scan(codes[i].toArray(), k);
      } else {
        Query query =
            contender == Contender.SLOW
                ? SimHashField.newSlowDistanceQuery("near", codes[i], k)
                : together == null
                    ? SimHashField.newDistanceQuery("near", codes[i], k)
                    : together.query(i);
        searcher.search(query, HitCount.manager(leaf -> doc -> (sum[0] += ONE_HIT + doc) > 0));
      }
    }
    return sum[0];
  }

  private long scan(long[] code, int k) {
    int[] bits = new int[PIECE];
    long answer = 0;
    for (int from = 0; from < data.documents; from += PIECE) {
      int n = Math.min(PIECE, data.documents - from);
      Arrays.fill(bits, 0);
      for (int word = 0; word < code.length; word++) {
        addBits(data.codes, word * data.documents + from, n, code[word], bits);
      }
      int checked = countWithin(bits, n, k) == 0 ? 0 : n;
      for (int i = 0; i < checked; i++) {
        answer += bits[i] <= k ? ONE_HIT + from + i : 0;
      }
    }
    return answer;
  }

  private static void addBits(long[] codes, int from, int n, long word, int[] bits) {
    for (int i = 0; i < n; i++) {
      bits[i] += Long.bitCount(codes[from + i] ^ word);
    }
  }

  private static int countWithin(int[] bits, int n, int k) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      count += (bits[i] - k - 1) >>> 31;
    }
    return count;
  }
}
