package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/** Computes a {@link MinHash} without its short cut: every feature deals to all registers. */
public final class PlainMinHash {

  private PlainMinHash() {}

  public static Fingerprint fingerprint(long[] hashes, int bits) {
    int degree = Integer.numberOfTrailingZeros(bits);
    int fractionBits = 64 - degree - 16;
    long[] smallest = new long[bits];
    Arrays.fill(smallest, Long.MAX_VALUE);
    for (long hash : hashes) {
      long random = FeatureHash.combine(3, hash);
      int alpha = 1;
      for (long i = (random >>> fractionBits & 0xFFFF) * (bits - 1) / 65536; i > 0; i--) {
        alpha = product(alpha, 2, degree);
      }
      for (int j = 0; j < bits; j++) {
        int register = product(alpha, j, degree) ^ (int) (random >>> (64 - degree));
        long its = j == 0 ? random : FeatureHash.combine(j, random);
        long value = j * (1L << fractionBits) + Math.floorMod(its, 1L << fractionBits);
        smallest[register] = Math.min(smallest[register], value);
      }
    }
    long[] words = new long[bits / 64];
    for (int i = 0; i < bits; i++) {
      words[i / 64] += smallest[i] % 2 * (1L << (i % 64));
    }
    return Fingerprint.of(words);
  }

  /**
   * Multiplies two polynomials over bits, modulo x^6 + x + 1, x^7 + x + 1 or x^8 + x^4 + x^3 + x^2
   * + 1.
   */
  static int product(int a, int b, int degree) {
    int product = 0;
    for (int bit = degree - 1; bit >= 0; bit--) {
      product = product << 1 ^ ((b >> bit & 1) == 1 ? a : 0);
      product ^= product >> degree == 0 ? 0 : (1 << degree) ^ (degree == 8 ? 0b11101 : 0b11);
    }
    return product;
  }
}
