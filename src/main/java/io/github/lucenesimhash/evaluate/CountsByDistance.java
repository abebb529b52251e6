package io.github.lucenesimhash.evaluate;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** How many things are at each distance; those too far away to be judged are not counted. */
final class CountsByDistance {

  private final long[] counts = new long[SchemeScores.MAX_DISTANCE + 1];

  void add(int distance) {
    if (distance < counts.length) {
      counts[distance]++;
    }
  }

  /** The things within a distance. */
  long within(int distance) {
    return LongStream.of(counts).limit(distance + 1L).sum();
  }

  /** The things within distance 0, 1, and so on. */
  List<Long> cumulative() {
    return IntStream.range(0, counts.length).mapToObj(this::within).toList();
  }
}
