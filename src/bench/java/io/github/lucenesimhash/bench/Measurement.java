package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.util.Arrays;

/**
 * Measures the latencies of one design with one parameter, one query after another. Results are
 * written to a volatile field, because the JIT removed a scan whose result was not used.
 */
final class Measurement {

  private static final int MIN_WARM_UP = 3;
  private static final int MIN_QUERIES = 50;
  private static final int CHECKED = 20;

  static volatile long answer;

  private final long[] queries;
  private final long warmUpNanos;
  private final long nanos;

  Measurement(long[] queries, double warmUpSeconds, double seconds) {
    this.queries = queries;
    warmUpNanos = (long) (warmUpSeconds * 1e9);
    nanos = (long) (seconds * 1e9);
  }

  LatencyRow of(Design design, int documents, int segments, String data, String name, int parameter)
      throws IOException {
    long warm = System.nanoTime();
    for (int i = 0; i < MIN_WARM_UP || System.nanoTime() - warm < warmUpNanos; i++) {
      answer = design.answer(queries[(i + queries.length / 2) % queries.length], parameter);
    }
    long[] times = new long[queries.length];
    int done = 0;
    long started = System.nanoTime();
    while (done < times.length && (done < MIN_QUERIES || System.nanoTime() - started < nanos)) {
      long start = System.nanoTime();
      answer = design.answer(queries[done], parameter);
      times[done++] = System.nanoTime() - start;
    }
    times = Arrays.copyOf(times, done);
    double mean = Arrays.stream(times).average().orElseThrow();
    Arrays.sort(times);
    long hits = 0;
    for (int i = 0; i < CHECKED; i++) {
      hits += design.answer(queries[i], parameter);
    }
    return new LatencyRow(
        documents,
        segments,
        data,
        name,
        parameter,
        times[done / 2] * 1e-3,
        times[(int) (done * .9)] * 1e-3,
        times[(int) (done * .99)] * 1e-3,
        mean * 1e-3,
        done,
        hits);
  }
}
