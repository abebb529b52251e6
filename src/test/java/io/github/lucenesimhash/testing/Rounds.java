package io.github.lucenesimhash.testing;

/**
 * The number of rounds in which a duel looks for a difference. Each build uses other seeds, so a
 * few rounds are enough there. {@code -Dtests.multiplier=N} makes longer runs.
 */
public final class Rounds {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);

  private Rounds() {}

  /** Returns the given rounds of a build, or the rounds of a longer run times the multiplier. */
  public static int of(int inBuild, int each) {
    return isLong() ? each * MULTIPLIER : inBuild;
  }

  /** Returns whether this run is longer than a build. */
  public static boolean isLong() {
    return MULTIPLIER > 1;
  }
}
