package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.testing.Seeds;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IsccMinHashTest {

  private static final long SEED = Seeds.of(61);

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** The expected value is from tests/test_minhash.py of iscc-core. */
  @Test
  void ofOneFeatureAsTheReference() {
    assertEquals(
        "a18e2fb2bd663d21db9c7dcc9ae78380253cae5bf089766d87a6b51fcb3f8f8e", hex(words(1 << 16)));
  }

  @Test
  void isTheFormula() {
    for (int round = 0; round < 100; round++) {
      int count = 1 + random.nextInt(round % 20 == 0 ? 4200 : 60);
      assertFormula(random.ints(count).toArray());
    }
  }

  private static void assertFormula(int... features) {
    BigInteger[] smallest = new BigInteger[64];
    for (int hash = 0; hash < 64; hash++) {
      BigInteger a = BigInteger.valueOf(IsccMinHash.A[hash]);
      BigInteger b = BigInteger.valueOf(IsccMinHash.B[hash]);
      for (int feature : features) {
        BigInteger value =
            a.multiply(BigInteger.valueOf(Integer.toUnsignedLong(feature)))
                .add(b)
                .mod(BigInteger.ONE.shiftLeft(64))
                .mod(BigInteger.ONE.shiftLeft(61).subtract(BigInteger.ONE))
                .mod(BigInteger.ONE.shiftLeft(32));
        smallest[hash] = smallest[hash] == null ? value : smallest[hash].min(value);
      }
    }
    long[] expected = new long[4];
    for (int bit = 0; bit < 256; bit++) {
      expected[bit / 64] |= smallest[bit % 64].testBit(bit / 64) ? 1L << (63 - bit % 64) : 0;
    }
    assertArrayEquals(
        expected, words(features), () -> "seed " + SEED + ", " + features.length + " features");
  }

  private static long[] words(int... features) {
    IsccMinHash minHash = new IsccMinHash();
    for (int feature : features) {
      minHash.add(feature);
    }
    return minHash.words(4);
  }

  private static String hex(long[] words) {
    StringBuilder hex = new StringBuilder();
    for (long word : words) {
      hex.append(HexFormat.of().toHexDigits(word));
    }
    return hex.toString();
  }
}
