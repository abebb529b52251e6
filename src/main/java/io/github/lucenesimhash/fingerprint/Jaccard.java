package io.github.lucenesimhash.fingerprint;

/**
 * Computes the resemblance of two sets: the number of features in both sets, divided by the number
 * in at least one of them.
 *
 * @lucene.internal
 */
public final class Jaccard {

  private Jaccard() {}

  /**
   * {@return the resemblance, 0 to 1; 0 if nothing is shared}
   *
   * @param shared number of features in both sets
   * @param a number of features in one set
   * @param b number of features in the other set
   */
  public static double of(int shared, int a, int b) {
    return shared == 0 ? 0 : (double) shared / (a + b - shared);
  }

  /**
   * {@return the minimum number of shared features with which two sets reach a resemblance; larger
   * than the smaller set if they cannot reach it} s / (a + b - s) >= J means s >= J (a + b) / (1 +
   * J). The result is adjusted so that rounding cannot make it differ from {@link #of}.
   *
   * @param a number of features in one set
   * @param b number of features in the other set
   * @param minJaccard the resemblance, 0 to 1
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
   * {@return the minimum number of features, at least 1, that are a given share of a set}
   *
   * @param size number of features in the set
   * @param minShare the share, above 0, up to 1
   */
  public static int minContained(int size, double minShare) {
    int shared = Math.max(1, (int) (minShare * size));
    while (shared < size && (double) shared / size < minShare) {
      shared++;
    }
    return shared;
  }
}
