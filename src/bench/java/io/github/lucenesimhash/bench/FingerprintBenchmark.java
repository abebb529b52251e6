package io.github.lucenesimhash.bench;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.SimHash;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
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
 * Measures the time per feature to make fingerprints from 64-bit hashes of features of weight 1. An
 * invocation processes 10,000 features in texts of {@code features} each, so one operation is one
 * feature.
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args="jmh FingerprintBenchmark"}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@OperationsPerInvocation(FingerprintBenchmark.PER_INVOCATION)
public class FingerprintBenchmark {

  static final int PER_INVOCATION = 10_000;

  @Param({"100", "1000"})
  public int features;

  private long[][] texts;
  private ElementHashProvider[] providers;
  private SimilarityHasher hash4j;

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(20260101);
    texts = new long[PER_INVOCATION / features][];
    providers = new ElementHashProvider[texts.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = random.longs(features).toArray();
      providers[i] = ElementHashProvider.ofValues(texts[i]);
      long expected = textbookFingerprint(texts[i]);
      if (branchFreeFingerprint(texts[i]) != expected
          || SimHash.fingerprint(texts[i], features, 64, TieRule.ZERO).lane(0) != expected) {
        throw new IllegalStateException("the loops disagree on text " + i);
      }
    }
    hash4j = SimilarityHashing.fastSimHash(Fingerprint.LANE_BITS).createHasher();
  }

  @Benchmark
  public long lucenesimhash() {
    long all = 0;
    for (long[] text : texts) {
      all += SimHash.fingerprint(text, text.length, 64, TieRule.SMALLEST_FEATURE_HASH).lane(0);
    }
    return all;
  }

  @Benchmark
  public long hash4jFastSimHash() {
    long all = 0;
    for (ElementHashProvider provider : providers) {
      all += hash4j.compute(provider)[0];
    }
    return all;
  }

  @Benchmark
  public long branchFreeLoop() {
    long all = 0;
    for (long[] text : texts) {
      all += branchFreeFingerprint(text);
    }
    return all;
  }

  @Benchmark
  public long textbookLoop() {
    long all = 0;
    for (long[] text : texts) {
      all += textbookFingerprint(text);
    }
    return all;
  }

  private static long branchFreeFingerprint(long[] hashes) {
    int[] counts = new int[Fingerprint.LANE_BITS];
    for (long hash : hashes) {
      for (int bit = 0; bit < Fingerprint.LANE_BITS; bit++) {
        counts[bit] += (int) (hash >>> bit) & 1;
      }
    }
    long fingerprint = 0;
    for (int bit = 0; bit < Fingerprint.LANE_BITS; bit++) {
      fingerprint |= (long) ((hashes.length - 2 * counts[bit]) >>> 31) << bit;
    }
    return fingerprint;
  }

  private static long textbookFingerprint(long[] hashes) {
    int[] sums = new int[Fingerprint.LANE_BITS];
    for (long hash : hashes) {
      for (int bit = 0; bit < Fingerprint.LANE_BITS; bit++) {
        if ((hash >>> bit & 1) != 0) {
          sums[bit]++;
        } else {
          sums[bit]--;
        }
      }
    }
    long fingerprint = 0;
    for (int bit = 0; bit < Fingerprint.LANE_BITS; bit++) {
      if (sums[bit] > 0) {
        fingerprint |= 1L << bit;
      }
    }
    return fingerprint;
  }
}
