package io.github.lucenesimhash.testing;

import com.carrotsearch.randomizedtesting.SeedUtils;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Random numbers for tests that are not of Lucene's kind. They are the same in each run, unless
 * {@code -Dtests.seed} asks for others, as it does for Lucene's kind.
 */
public final class Seeds {

  private static final String SEED = System.getProperty("tests.seed");

  private Seeds() {}

  /** Returns {@code usual}, or what it becomes by {@code -Dtests.seed}. */
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
