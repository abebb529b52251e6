package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class HashSortTest {

  private static final long SEED = 20261121;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void hashesOfFeatures() {
    duel(hash -> hash);
  }

  @Test
  void fewHashesManyTimes() {
    duel(hash -> FeatureHash.combine(0, hash & 7));
  }

  @Test
  void hashesThatAreNotUniform() {
    duel(hash -> hash >>> 20);
    duel(hash -> hash | 0xFFFF_0000_0000_0000L);
    duel(hash -> 5);
  }

  /** Against the JDK's sort, and what stands behind the count stays where it is. */
  private void duel(LongUnaryOperator kind) {
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(round % 50 == 0 ? 400_000 : 1_500);
      long[] hashes = random.longs(count + 3L).map(kind).toArray();
      long[] expected = hashes.clone();
      Arrays.sort(expected, 0, count);
      HashSort.sort(hashes, count);
      assertArrayEquals(expected, hashes, "seed " + SEED + ", round " + round);
    }
  }
}
