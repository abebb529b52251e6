package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.verify.FeatureSet;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the time to compare the feature sets of two texts. Each set has 1,000 features, of which
 * the two share {@code shared}: with 900 the texts are near-duplicates, with 100 they are not. An
 * invocation compares 1,000 pairs of sets (16 MB), so that the sets do not fit into the cache.
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args="jmh WordsBenchmark"}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@OperationsPerInvocation(WordsBenchmark.PAIRS)
public class WordsBenchmark {

  static final int PAIRS = 1000;
  private static final int FEATURES = 1000;

  @Param({"100", "900"})
  public int shared;

  private final FeatureSet[] left = new FeatureSet[PAIRS];
  private final FeatureSet[] right = new FeatureSet[PAIRS];

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(20260101);
    for (int i = 0; i < PAIRS; i++) {
      long[] hashes = random.longs(2L * FEATURES - shared).toArray();
      left[i] = FeatureSet.of(Arrays.copyOf(hashes, FEATURES));
      right[i] = FeatureSet.of(Arrays.copyOfRange(hashes, FEATURES - shared, hashes.length));
    }
  }

  @Benchmark
  public double jaccard() {
    double all = 0;
    for (int i = 0; i < PAIRS; i++) {
      all += left[i].jaccard(right[i]);
    }
    return all;
  }

  @Benchmark
  public int resembles() {
    int all = 0;
    for (int i = 0; i < PAIRS; i++) {
      all += left[i].resembles(right[i], 0.8) ? 1 : 0;
    }
    return all;
  }
}
