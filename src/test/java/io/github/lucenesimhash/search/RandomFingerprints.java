package io.github.lucenesimhash.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random fingerprints: distant ones, near-duplicates, copies, and frequent block values. */
final class RandomFingerprints {

  /** How the fingerprints of one index are spread. */
  enum Shape {
    UNIFORM,
    NEAR_DUPLICATES,
    FREQUENT_BLOCK,
    FEW_VALUES,
    ALL_EQUAL
  }

  private final Random random;
  private final Shape shape;
  private final List<Long> made = new ArrayList<>();

  RandomFingerprints(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
  }

  long next() {
    long fingerprint =
        switch (shape) {
          case UNIFORM -> random.nextLong();
          case NEAR_DUPLICATES ->
              random.nextInt(3) == 0 ? random.nextLong() : flip(earlier(), random.nextInt(20));
          case FREQUENT_BLOCK ->
              random.nextInt(4) == 0 ? random.nextLong() : random.nextLong() << 16 | 0xFFFF;
          case FEW_VALUES -> random.nextInt(8) * 0x1111111122222222L;
          case ALL_EQUAL -> -1L << 32;
        };
    made.add(fingerprint);
    return fingerprint;
  }

  /**
   * A query: half of them exactly {@code distance} bits, or one more, from a stored fingerprint.
   */
  long query(int distance) {
    return random.nextBoolean()
        ? flip(earlier(), Math.min(64, distance + random.nextInt(2)))
        : random.nextLong();
  }

  private long earlier() {
    return made.isEmpty() ? random.nextLong() : made.get(random.nextInt(made.size()));
  }

  /** Flips this many different bits. */
  private long flip(long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(64);
    }
    return fingerprint ^ mask;
  }
}
