package io.github.lucenesimhash.testing;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Fingerprints of a random collection: unrelated ones, near-duplicates, copies, frequent values.
 */
public final class RandomFingerprints {

  /** How the fingerprints of one collection are spread. */
  public enum Shape {
    UNIFORM,
    NEAR_DUPLICATES,
    FREQUENT_BLOCK,
    FEW_VALUES,
    FEW_BITS,
    COPIES,
    CHAIN,
    ALL_EQUAL
  }

  private final Random random;
  private final Shape shape;
  private final List<Long> made = new ArrayList<>();

  public RandomFingerprints(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
  }

  /** As many of a random shape, but not all equal: they would have too many pairs. */
  public static long[] array(Random random, int count) {
    Shape shape = Shape.values()[random.nextInt(Shape.values().length - 1)];
    RandomFingerprints fingerprints = new RandomFingerprints(random, shape);
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] = fingerprints.next();
    }
    return all;
  }

  public long next() {
    long fingerprint =
        switch (shape) {
          case UNIFORM -> random.nextLong();
          case NEAR_DUPLICATES ->
              random.nextInt(3) == 0
                  ? random.nextLong()
                  : flip(random, earlier(), random.nextInt(20));
          case FREQUENT_BLOCK ->
              random.nextInt(4) == 0 ? random.nextLong() : random.nextLong() << 16 | 0xFFFF;
          case FEW_VALUES -> random.nextInt(8) * 0x1111111122222222L;
          case FEW_BITS -> random.nextLong() & 0x8001800180018001L;
          case COPIES -> random.nextInt(4) == 0 ? random.nextLong() : earlier();
          case CHAIN -> made.isEmpty() ? 0 : flip(random, made.getLast(), random.nextInt(3));
          case ALL_EQUAL -> -1L << 32;
        };
    made.add(fingerprint);
    return fingerprint;
  }

  /**
   * A query: half of them exactly {@code distance} bits, or one more, from a stored fingerprint.
   */
  public long query(int distance) {
    return random.nextBoolean()
        ? flip(random, earlier(), Math.min(Fingerprint.WORD_BITS, distance + random.nextInt(2)))
        : random.nextLong();
  }

  /** One that was made before. */
  public long earlier() {
    return made.isEmpty() ? random.nextLong() : made.get(random.nextInt(made.size()));
  }

  /** Flips this many different bits. */
  public static long flip(RandomGenerator random, long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(Fingerprint.WORD_BITS);
    }
    return fingerprint ^ mask;
  }

  /** Fingerprints of 64 bits. */
  public static Fingerprint[] all(long... fingerprints) {
    return Arrays.stream(fingerprints).mapToObj(Fingerprint::of).toArray(Fingerprint[]::new);
  }
}
