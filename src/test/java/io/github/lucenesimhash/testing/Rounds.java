package io.github.lucenesimhash.testing;

/**
 * How often a duel looks for a difference. Each build takes other seeds, so that a few rounds are
 * enough there, and {@code -Dtests.multiplier=N} is for those who look longer.
 */
public final class Rounds {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);

  private Rounds() {}

  /** So many in a build, and so many times the multiplier in a longer run. */
  public static int of(int inBuild, int each) {
    return isLong() ? each * MULTIPLIER : inBuild;
  }

  /** Whether somebody looks longer than a build does. */
  public static boolean isLong() {
    return MULTIPLIER > 1;
  }
}
