package io.github.lucenesimhash.testing;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Makes the fingerprints of a random collection: unrelated, near-duplicate, equal and frequent
 * ones.
 */
public final class RandomFingerprints {

  /** The distribution of the fingerprints of one collection. */
  public enum Shape {
    UNIFORM,
    NEAR_DUPLICATES,
    FREQUENT_BLOCK,
    FREQUENT_WORD,
    FEW_VALUES,
    FEW_BITS,
    COPIES,
    CHAIN,
    ALL_EQUAL
  }

  private final Random random;
  private final Shape shape;
  private final int words;
  private final List<Fingerprint> made = new ArrayList<>();

  public RandomFingerprints(Random random, Shape shape) {
    this(random, shape, 1);
  }

  /** Creates fingerprints of the given number of words. */
  public RandomFingerprints(Random random, Shape shape, int words) {
    this.random = random;
    this.shape = shape;
    this.words = words;
  }

  /** Returns fingerprints of a random shape, but not all equal: they would have too many pairs. */
  public static long[] array(Random random, int count) {
    Shape shape = Shape.values()[random.nextInt(Shape.values().length - 1)];
    RandomFingerprints fingerprints = new RandomFingerprints(random, shape);
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] = fingerprints.next();
    }
    return all;
  }

  /** Returns random fingerprints of the given number of words. */
  public static Fingerprint[] many(Random random, int count, int words) {
    Shape shape = Shape.values()[random.nextInt(Shape.values().length - 1)];
    RandomFingerprints fingerprints = new RandomFingerprints(random, shape, words);
    return IntStream.range(0, count).mapToObj(i -> fingerprints.make()).toArray(Fingerprint[]::new);
  }

  public long next() {
    return make().lane(0);
  }

  public Fingerprint make() {
    Fingerprint fingerprint =
        switch (shape) {
          case UNIFORM -> any();
          case NEAR_DUPLICATES ->
              random.nextInt(3) == 0 ? any() : flip(again(), random.nextInt(20 * words));
          case FREQUENT_BLOCK ->
              random.nextInt(4) == 0
                  ? any()
                  : ofWords(word -> random.nextLong() << (word == 0 ? 16 : 0) | 0xFFFF);
          case FREQUENT_WORD ->
              random.nextInt(4) == 0 ? any() : ofWords(word -> word == 0 ? 7 : random.nextLong());
          case FEW_VALUES -> {
            long value = random.nextInt(8) * 0x1111111122222222L;
            yield ofWords(word -> value);
          }
          case FEW_BITS -> ofWords(word -> random.nextLong() & 0x8001800180018001L);
          case COPIES -> random.nextInt(4) == 0 ? any() : again();
          case CHAIN ->
              made.isEmpty() ? ofWords(word -> 0) : flip(made.getLast(), random.nextInt(3));
          case ALL_EQUAL -> ofWords(word -> -1L << 32);
        };
    made.add(fingerprint);
    return fingerprint;
  }

  private Fingerprint ofWords(IntToLongFunction each) {
    return Fingerprint.of(IntStream.range(0, words).mapToLong(each).toArray());
  }

  private Fingerprint any() {
    return ofWords(word -> random.nextLong());
  }

  /**
   * Returns a query. Half of the queries are exactly {@code distance} bits, or one more, from a
   * stored fingerprint.
   */
  public Fingerprint near(int distance) {
    int bits = Math.min(words * Fingerprint.LANE_BITS, distance + random.nextInt(2));
    return random.nextBoolean() ? flip(again(), bits) : any();
  }

  public long query(int distance) {
    return near(distance).lane(0);
  }

  /** Returns a fingerprint that was made before. */
  public Fingerprint again() {
    return made.isEmpty() ? any() : made.get(random.nextInt(made.size()));
  }

  public long earlier() {
    return again().lane(0);
  }

  /** Flips the given number of different bits. */
  private Fingerprint flip(Fingerprint fingerprint, int bits) {
    BitSet flipped = new BitSet();
    while (flipped.cardinality() < bits) {
      flipped.set(random.nextInt(fingerprint.bits()));
    }
    long[] mask = Arrays.copyOf(flipped.toLongArray(), words);
    return ofWords(word -> fingerprint.lane(word) ^ mask[word]);
  }

  /** Flips the given number of different bits. */
  public static long flip(RandomGenerator random, long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(Fingerprint.LANE_BITS);
    }
    return fingerprint ^ mask;
  }

  /** Returns fingerprints of 64 bits. */
  public static Fingerprint[] all(long... fingerprints) {
    return Arrays.stream(fingerprints).mapToObj(Fingerprint::of).toArray(Fingerprint[]::new);
  }
}
