package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PigeonholeTest {

  /** No other thresholds with the same sum cost less. */
  @Test
  void theCheapestOfAllThresholdsAreChosen() {
    for (long seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      int[] bits = random.ints(1 + random.nextInt(5), 1, 8).toArray();
      int all = Arrays.stream(bits).map(its -> its + 1).sum();
      int maxDistance = random.nextInt(Math.min(all, 20));
      int most = 1 + random.nextInt(50); // small integers: costs are often equal
      double[][] costs = new double[bits.length][];
      for (int block = 0; block < bits.length; block++) {
        costs[block] = random.ints(bits[block] + 1, 0, most).asDoubleStream().toArray();
      }
      int[] thresholds = Pigeonhole.thresholds(maxDistance, costs);
      int sum = 0;
      double cost = 0;
      for (int block = 0; block < bits.length; block++) {
        int threshold = thresholds[block];
        assertTrue(threshold >= -1 && threshold <= bits[block], "seed " + seed);
        sum += threshold + 1;
        cost += threshold < 0 ? 0 : costs[block][threshold];
      }
      assertEquals(maxDistance + 1, sum, "seed " + seed);
      assertEquals(least(0, maxDistance + 1, costs), cost, "seed " + seed);
    }
  }

  private static double least(int block, int sum, double[][] costs) {
    if (block == costs.length) {
      return sum == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return IntStream.rangeClosed(0, Math.min(sum, costs[block].length))
        .mapToDouble(
            share ->
                (share == 0 ? 0 : costs[block][share - 1]) + least(block + 1, sum - share, costs))
        .min()
        .orElseThrow();
  }
}
