package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MinHashTest {

  private static final long SEED = Seeds.of(2010);

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Fingerprints never change, because indexes hold them. */
  @Test
  void golden() {
    assertEquals("0cc817bd67af979f", hex(64, 1));
    assertEquals("388093dcbfbf3599", hex(64, 1, 2, 3));
    long[] thousand = LongStream.range(0, 1000).toArray();
    assertEquals("992e9f24a1c5c401", hex(64, thousand));
    assertEquals("695393f58afd6c5e6218d5cb3f1fbec6", hex(128, 1));
    assertEquals("22520d153ad5cc5ecc38dedeef195e44", hex(128, 1, 2, 3));
    assertEquals("4d8bd01336162500ad831fda476cf8a3", hex(128, thousand));
    assertEquals("ff91486b7e39367f3a82b4077869774bdd1eba9bec350f726ae733e9afe0ffed", hex(256, 1));
    assertEquals(
        "c901716beb3136b70c0332645a307389df0ebadebfae96d5186775caf3606725", hex(256, 1, 2, 3));
    assertEquals(
        "d33d6ab99c0db24410f7c0c96a88a90d722fe95befc0ca87aff7c05780e487f6", hex(256, thousand));
  }

  private static String hex(int bits, long... hashes) {
    return MinHash.fingerprint(hashes, hashes.length, bits).toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 128, 256})
  void isThatOfThePlainDeal(int bits) {
    for (int round = 0; round < 300; round++) {
      int count = 1 + random.nextInt(round % 10 == 0 ? 2000 : 60);
      long[] hashes = random.longs(count + 3L).toArray();
      if (round % 10 == 5) {
        Arrays.setAll(hashes, i -> i % 9); // mostly copies
      }
      Fingerprint expected = PlainMinHash.fingerprint(Arrays.copyOf(hashes, count), bits);
      assertEquals(expected, MinHash.fingerprint(hashes, count, bits), "round " + round);
    }
  }

  /** Any two registers get any two places equally often, on which the variance depends. */
  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8})
  void anyTwoRegistersGetAnyTwoPlacesOfADealEquallyOften(int degree) {
    int size = 1 << degree;
    int[][][] places = new int[size][size][size]; // by alpha, beta and register
    for (int alpha = 1; alpha < size; alpha++) {
      for (int j = 0; j < size; j++) {
        int product = PlainMinHash.product(alpha, j, degree);
        for (int beta = 0; beta < size; beta++) {
          places[alpha][beta][product ^ beta] = j;
        }
      }
    }
    for (int other = 1; other < size; other++) {
      boolean[] pairs = new boolean[size * size];
      for (int alpha = 1; alpha < size; alpha++) {
        for (int beta = 0; beta < size; beta++) {
          pairs[size * places[alpha][beta][0] + places[alpha][beta][other]] = true;
        }
      }
      for (int i = 0; i < pairs.length; i++) {
        assertEquals(i / size != i % size, pairs[i], "places " + i / size + " and " + i % size);
      }
    }
  }

  /**
   * The mean distance of a thousand pairs is b/2 (1 - J), within five standard errors of
   * independent bits. The true error is smaller, because registers are dependent.
   */
  @ParameterizedTest
  @CsvSource({
    "8, 1, 1",
    "40, 2, 2",
    "90, 5, 5",
    "180, 10, 10",
    "80, 40, 40",
    "500, 100, 0",
    "100, 100, 100",
    "0, 5, 300"
  })
  void distanceTellsTheJaccardSimilarity(int shared, int left, int right) {
    for (int bits : new int[] {64, 128, 256}) {
      int rounds = 1000;
      long total = 0;
      for (int round = 0; round < rounds; round++) {
        long[] both = random.longs(shared).toArray();
        total += with(both, left, bits).distance(with(both, right, bits));
      }
      double differing = .5 * (1 - (double) shared / (shared + left + right));
      double expected = bits * differing;
      double error = Math.sqrt(bits * differing * (1 - differing) / rounds);
      assertEquals(expected, (double) total / rounds, 5 * error, bits + " bits");
    }
  }

  private Fingerprint with(long[] shared, int more, int bits) {
    long[] all = LongStream.concat(LongStream.of(shared), random.longs(more)).toArray();
    return MinHash.fingerprint(all, all.length, bits);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100, 1000})
  void everyBitIsBalanced(int features) {
    int rounds = 1000;
    int[] ones = new int[256];
    for (int round = 0; round < rounds; round++) {
      long[] hashes = random.longs(features).toArray();
      Fingerprint fingerprint = MinHash.fingerprint(hashes, features, 256);
      for (int bit = 0; bit < 256; bit++) {
        ones[bit] += (int) (fingerprint.lane(bit / 64) >>> bit) & 1;
      }
    }
    double error = Math.sqrt(rounds) / 2;
    for (int bit = 0; bit < 256; bit++) {
      assertTrue(Math.abs(ones[bit] - rounds / 2) < 5 * error, "bit " + bit + ": " + ones[bit]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -64, 0, 1, 63, 96, 192, 512, Integer.MAX_VALUE})
  void otherBitsAreNamed(int bits) {
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> MinHash.fingerprint(new long[3], 3, bits))
            .getMessage();
    assertEquals("bits is " + bits + ", expected 64, 128 or 256", message);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4, Integer.MAX_VALUE})
  void badCountIsNamed(int count) {
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> MinHash.fingerprint(new long[3], count, 64))
            .getMessage();
    assertTrue(message.contains("count is " + count), message);
  }
}
