package io.github.lucenesimhash.bench;

import static io.github.lucenesimhash.testing.RandomFingerprints.flip;

import java.util.SplittableRandom;

/**
 * Makes fingerprints and queries from seeds. Ten percent of the fingerprints are near-duplicates.
 */
final class BenchData {

  static final String GROUPS = "groups";

  private static final int GROUP = 150;
  private static final int GROUP_BITS = 6;

  private BenchData() {}

  /** Makes uniform fingerprints, skewed ones (a quarter share a value of block 0), or groups. */
  static long[] fingerprints(int count, String data) {
    return switch (data) {
      case "uniform" -> scattered(count, false);
      case "skewed" -> scattered(count, true);
      case GROUPS -> grouped(count);
      default -> throw new IllegalArgumentException("data '" + data + "', expected uniform|skewed");
    };
  }

  /**
   * Makes fingerprints of which ten percent are in groups of 150, each within 6 bits of a
   * fingerprint that its group has in common.
   */
  private static long[] grouped(int count) {
    SplittableRandom random = new SplittableRandom(42);
    long[] all = random.longs(count).toArray();
    long[] centers = centers(count);
    for (int member = 0; member < centers.length * GROUP; member++) {
      all[member * 10 + random.nextInt(10)] =
          flip(random, centers[member % centers.length], random.nextInt(GROUP_BITS + 1));
    }
    return all;
  }

  private static long[] centers(int count) {
    return new SplittableRandom(424242).longs(count / 10 / GROUP).toArray();
  }

  /** Makes queries from the common fingerprints of groups, with 0 to 3 bits flipped. */
  static long[] groupQueries(int fingerprints, int count) {
    SplittableRandom random = new SplittableRandom(4243);
    long[] centers = centers(fingerprints);
    long[] queries = new long[count];
    for (int i = 0; i < count; i++) {
      queries[i] = flip(random, centers[random.nextInt(centers.length)], random.nextInt(4));
    }
    return queries;
  }

  static long[] randomQueries(int count) {
    return new SplittableRandom(4244).longs(count).toArray();
  }

  private static long[] scattered(int count, boolean skewed) {
    SplittableRandom random = new SplittableRandom(42);
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      long fingerprint =
          i > 0 && random.nextInt(10) == 0
              ? flip(random, all[random.nextInt(i)], random.nextInt(7))
              : random.nextLong();
      all[i] = skewed && random.nextInt(4) == 0 ? fingerprint & -1L << 16 : fingerprint;
    }
    return all;
  }

  /**
   * Makes queries. Every other query is a stored fingerprint with 0 to 3 bits flipped; the other
   * queries are random.
   */
  static long[] queries(long[] fingerprints, int count) {
    SplittableRandom random = new SplittableRandom(4242);
    long[] queries = new long[count];
    for (int i = 0; i < count; i++) {
      queries[i] =
          i % 2 == 0
              ? flip(random, fingerprints[random.nextInt(fingerprints.length)], random.nextInt(4))
              : random.nextLong();
    }
    return queries;
  }
}
