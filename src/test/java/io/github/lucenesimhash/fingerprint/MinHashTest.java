package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MinHashTest {

  private static final long SEED = 2010;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** What is in an index stays there. */
  @Test
  void golden() {
    assertEquals("0cc817bd67af979f", hex(1));
    assertEquals("388093dcbfbf3599", hex(1, 2, 3));
    assertEquals("992e9f24a1c5c401", hex(LongStream.range(0, 1000).toArray()));
  }

  private static String hex(long... hashes) {
    return Fingerprint.of(MinHash.fingerprint(hashes, hashes.length)).toString();
  }

  @Test
  void isThatOfThePlainDeal() {
    for (int round = 0; round < 300; round++) {
      int count = 1 + random.nextInt(round % 10 == 0 ? 2000 : 60);
      long[] hashes = random.longs(count + 3L).toArray();
      long expected = PlainMinHash.fingerprint(Arrays.copyOf(hashes, count));
      assertEquals(expected, MinHash.fingerprint(hashes, count), "round " + round);
    }
  }

  /** What the variance rests on. */
  @Test
  void anyTwoRegistersGetAnyTwoPlacesOfADealEquallyOften() {
    for (int other = 1; other < 64; other++) {
      boolean[] places = new boolean[64 * 64];
      for (int alpha = 1; alpha < 64; alpha++) {
        for (int beta = 0; beta < 64; beta++) {
          int[] place = new int[64];
          for (int j = 0; j < 64; j++) {
            place[PlainMinHash.product(alpha, j) ^ beta] = j;
          }
          places[64 * place[0] + place[other]] = true;
        }
      }
      for (int i = 0; i < places.length; i++) {
        assertEquals(i / 64 != i % 64, places[i], "places " + i / 64 + " and " + i % 64);
      }
    }
  }

  @Test
  void orderAndCopiesDoNotMatter() {
    for (int round = 0; round < 100; round++) {
      long[] hashes = random.longs(1 + random.nextInt(200)).toArray();
      long expected = MinHash.fingerprint(hashes, hashes.length);
      long[] more = LongStream.concat(LongStream.of(hashes), LongStream.of(hashes)).toArray();
      for (int i = more.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        long swapped = more[i];
        more[i] = more[j];
        more[j] = swapped;
      }
      assertEquals(expected, MinHash.fingerprint(more, more.length), "round " + round);
    }
  }

  /**
   * Of a thousand pairs the mean distance is 32 (1 - J) to five standard errors of independent
   * bits; the registers' dependence makes the true error smaller.
   */
  @ParameterizedTest
  @CsvSource({"8, 1, 1", "40, 2, 2", "90, 5, 5", "500, 100, 0", "100, 100, 100", "0, 5, 300"})
  void distanceTellsTheJaccardSimilarity(int shared, int left, int right) {
    int rounds = 1000;
    long total = 0;
    for (int round = 0; round < rounds; round++) {
      long[] both = random.longs(shared).toArray();
      total += Fingerprint.distance(with(both, left), with(both, right));
    }
    double differing = .5 * (1 - (double) shared / (shared + left + right));
    double expected = 64 * differing;
    double error = Math.sqrt(64 * differing * (1 - differing) / rounds);
    assertEquals(expected, (double) total / rounds, 5 * error);
  }

  private long with(long[] shared, int more) {
    long[] all = LongStream.concat(LongStream.of(shared), random.longs(more)).toArray();
    return MinHash.fingerprint(all, all.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100, 1000})
  void everyBitIsBalanced(int features) {
    int rounds = 1000;
    int[] ones = new int[64];
    for (int round = 0; round < rounds; round++) {
      long fingerprint = MinHash.fingerprint(random.longs(features).toArray(), features);
      for (int bit = 0; bit < 64; bit++) {
        ones[bit] += (int) (fingerprint >>> bit) & 1;
      }
    }
    double error = Math.sqrt(rounds) / 2;
    for (int bit = 0; bit < 64; bit++) {
      assertTrue(Math.abs(ones[bit] - rounds / 2) < 5 * error, "bit " + bit + ": " + ones[bit]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4, Integer.MAX_VALUE})
  void badCountIsNamed(int count) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> MinHash.fingerprint(new long[3], count))
            .getMessage();
    assertTrue(message.contains("count is " + count), message);
  }
}
