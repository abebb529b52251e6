package io.github.lucenesimhash.join;

import java.util.Random;

/** Fingerprints as they come in life: unlike ones, near-duplicates, copies, hot values. */
final class JoinData {

  /** How the fingerprints are spread. */
  enum Shape {
    UNIFORM,
    NEAR_DUPLICATES,
    HOT_BLOCK,
    FEW_BITS,
    COPIES,
    CHAIN
  }

  private JoinData() {}

  static long[] fingerprints(Random random, int count) {
    Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      long earlier = i == 0 ? random.nextLong() : all[random.nextInt(i)];
      all[i] =
          switch (shape) {
            case UNIFORM -> random.nextLong();
            case NEAR_DUPLICATES ->
                random.nextInt(3) == 0
                    ? random.nextLong()
                    : flip(random, earlier, random.nextInt(20));
            case HOT_BLOCK ->
                random.nextInt(4) == 0 ? random.nextLong() : random.nextLong() << 16 | 0xFFFF;
            case FEW_BITS -> random.nextLong() & 0x8001800180018001L;
            case COPIES -> random.nextInt(4) == 0 ? random.nextLong() : earlier;
            case CHAIN -> i == 0 ? 0 : flip(random, all[i - 1], random.nextInt(3));
          };
    }
    return all;
  }

  /** Flips this many different bits. */
  static long flip(Random random, long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(64);
    }
    return fingerprint ^ mask;
  }
}
