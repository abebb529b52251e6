package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;
import java.util.stream.IntStream;

/** {@link MinHash} without its short cut: every feature deals to all registers. */
public final class PlainMinHash {

  private PlainMinHash() {}

  public static long fingerprint(long[] hashes) {
    long[] smallest = new long[64];
    Arrays.fill(smallest, Long.MAX_VALUE);
    for (long hash : hashes) {
      long random = FeatureHash.combine(3, hash);
      int alpha = 1;
      for (long i = (random >>> 42 & 0xFFFF) * 63 / 65536; i > 0; i--) {
        alpha = product(alpha, 2);
      }
      for (int j = 0; j < 64; j++) {
        int register = product(alpha, j) ^ (int) (random >>> 58);
        long bits = j == 0 ? random : FeatureHash.combine(j, random);
        long value = j * (1L << 42) + Math.floorMod(bits, 1L << 42);
        smallest[register] = Math.min(smallest[register], value);
      }
    }
    return IntStream.range(0, 64).mapToLong(i -> (smallest[i] & 1) << i).sum();
  }

  /** Of two polynomials of x with bits for coefficients, the remainder by x^6 + x + 1. */
  static int product(int a, int b) {
    int product = 0;
    for (int bit = 5; bit >= 0; bit--) {
      product = product << 1 ^ ((b >> bit & 1) == 1 ? a : 0);
      product ^= product >= 64 ? 0b1000011 : 0;
    }
    return product;
  }
}
