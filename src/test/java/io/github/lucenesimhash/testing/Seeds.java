package io.github.lucenesimhash.testing;

import com.carrotsearch.randomizedtesting.SeedUtils;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Provides random numbers for tests that do not extend LuceneTestCase. The numbers are equal in
 * each run, unless {@code -Dtests.seed} requests others, as in a LuceneTestCase.
 */
public final class Seeds {

  private static final String SEED = System.getProperty("tests.seed");

  private Seeds() {}

  /** Returns {@code usual}, or another seed that {@code -Dtests.seed} derives from it. */
  public static long of(long usual) {
    if (SEED == null) {
      return usual;
    }
    return new SplittableRandom(usual ^ SeedUtils.parseSeedChain(SEED)[0]).nextLong();
  }

  /** Returns random numbers from the seed {@link #of}. */
  public static Random random(long usual) {
    return new Random(of(usual));
  }

  /** Returns random numbers from the seed {@link #of}. */
  public static SplittableRandom splittable(long usual) {
    return new SplittableRandom(of(usual));
  }
}
