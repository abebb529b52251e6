package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the time of a distance query in SimHashPostingsFormat when queries are searched in
 * groups of {@code together}.
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args="jmh GroupBenchmark"}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@OperationsPerInvocation(GroupBenchmark.QUERIES)
public class GroupBenchmark {

  static final int QUERIES = 2048;

  @Param("1000000")
  public int documents;

  @Param({"7", "10"})
  public int maxDistance;

  @Param({"1", "256", "2048"})
  public int together;

  private Path path;
  private Directory directory;
  private IndexSearcher searcher;
  private long[] fingerprints;
  private int next;

  @Setup
  public void setUp() throws IOException {
    path = Files.createTempDirectory("simhash-group-benchmark");
    long[] indexed = BenchData.fingerprints(documents, "uniform");
    BenchIndex.write(path, indexed, 1, new SimHashCodec("near"));
    directory = new MMapDirectory(path);
    searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setQueryCache(null);
    fingerprints = BenchData.randomQueries(64 * QUERIES);
  }

  @TearDown
  public void tearDown() throws IOException {
    IOUtils.close(searcher.getIndexReader(), directory);
    IOUtils.rm(path);
  }

  @Benchmark
  public long hits() throws IOException {
    long hits = 0;
    for (int done = 0; done < QUERIES; done += together, next += together) {
      int from = next % fingerprints.length;
      long[] group = Arrays.copyOfRange(fingerprints, from, from + together);
      DistanceBatch batch = new DistanceBatch("near", RandomFingerprints.all(group), maxDistance);
      for (int i = 0; i < together; i++) {
        hits += searcher.count(batch.query(i));
      }
    }
    return hits;
  }
}
