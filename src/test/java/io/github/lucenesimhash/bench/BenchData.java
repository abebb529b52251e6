package io.github.lucenesimhash.bench;

import java.util.SplittableRandom;

/** Fingerprints and queries made by seeds: 10 % of the fingerprints are near-duplicates. */
final class BenchData {

  private BenchData() {}

  /**
   * @param skewed whether a quarter of the fingerprints share one value of block 0
   */
  static long[] fingerprints(int count, boolean skewed) {
    SplittableRandom random = new SplittableRandom(42);
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      long fingerprint =
          i > 0 && random.nextInt(10) == 0
              ? flip(all[random.nextInt(i)], random.nextInt(7), random)
              : random.nextLong();
      all[i] = skewed && random.nextInt(4) == 0 ? fingerprint & -1L << 16 : fingerprint;
    }
    return all;
  }

  /** Every other one is a stored fingerprint with 0 to 3 bits flipped, the rest are random. */
  static long[] queries(long[] fingerprints, int count) {
    SplittableRandom random = new SplittableRandom(4242);
    long[] queries = new long[count];
    for (int i = 0; i < count; i++) {
      queries[i] =
          i % 2 == 0
              ? flip(fingerprints[random.nextInt(fingerprints.length)], random.nextInt(4), random)
              : random.nextLong();
    }
    return queries;
  }

  private static long flip(long fingerprint, int bits, SplittableRandom random) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(64);
    }
    return fingerprint ^ mask;
  }
}
