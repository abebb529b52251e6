package io.github.lucenesimhash.fingerprint;

/**
 * Computes the resemblance of two sets: the features in both, divided by those in either.
 *
 * @lucene.internal
 */
public final class Jaccard {

  private Jaccard() {}

  /**
   * {@return the resemblance, 0 to 1; 0 if nothing is shared}
   *
   * @param shared features in both
   * @param a features in the one
   * @param b features in the other
   */
  public static double of(int shared, int a, int b) {
    return shared == 0 ? 0 : (double) shared / (a + b - shared);
  }

  /**
   * {@return the fewest shared features that reach a resemblance; more than the smaller set has if
   * none do} s / (a + b - s) >= J means s >= J (a + b) / (1 + J), made to agree with {@link #of} to
   * the last bit.
   *
   * @param a features in the one
   * @param b features in the other
   * @param minJaccard 0 to 1
   */
  public static int minShared(int a, int b, double minJaccard) {
    int shared = (int) (minJaccard * (a + b) / (1 + minJaccard));
    while (shared > 0 && of(shared - 1, a, b) >= minJaccard) {
      shared--;
    }
    while (of(shared, a, b) < minJaccard && shared <= Math.min(a, b)) {
      shared++;
    }
    return shared;
  }

  /**
   * {@return the fewest features that make a share of a set, at least 1}
   *
   * @param size features in the set
   * @param minShare above 0, up to 1
   */
  public static int minContained(int size, double minShare) {
    int shared = Math.max(1, (int) (minShare * size));
    while (shared < size && (double) shared / size < minShare) {
      shared++;
    }
    return shared;
  }
}
