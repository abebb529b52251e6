package io.github.lucenesimhash.fingerprint;

/**
 * Computes the resemblance of two sets: the number of features in both sets, divided by the number
 * of features in at least one set.
 *
 * @lucene.internal
 */
public final class Jaccard {

  private Jaccard() {}

  /**
   * {@return the resemblance, 0 to 1; 0 if the sets share no feature}
   *
   * @param shared the number of features in both sets
   * @param a the number of features in one set
   * @param b the number of features in the other set
   */
  public static double of(int shared, int a, int b) {
    return shared == 0 ? 0 : (double) shared / (a + b - shared);
  }

  /**
   * Returns the minimum number of shared features with which two sets reach a resemblance. The
   * inequality s / (a + b - s) >= J means s >= J (a + b) / (1 + J). The result is adjusted so that
   * rounding cannot make it differ from {@link #of}.
   *
   * @param a the number of features in one set
   * @param b the number of features in the other set
   * @param minJaccard the resemblance, 0 to 1
   * @return the number, which is larger than the smaller set if the resemblance cannot be reached
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
   * @param size the number of features in the set
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
