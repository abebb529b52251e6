package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.verify.Likeness.Droppable;
import java.util.Arrays;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Holds the distinct features of a text, as 64-bit hashes. Two sets are compared in one pass over
 * both. Two empty sets do not resemble each other.
 *
 * <p>Immutable. Two hashes are equal by chance with a probability of 2<sup>-64</sup>.
 */
public final class FeatureSet implements Accountable {

  private static final long BASE_BYTES =
      RamUsageEstimator.shallowSizeOfInstance(FeatureSet.class)
          + RamUsageEstimator.NUM_BYTES_ARRAY_HEADER;

  private final long[] hashes; // ascending and distinct
  private final GuardedWords words;

  FeatureSet(long[] hashes, GuardedWords words) {
    this.hashes = hashes;
    this.words = words;
  }

  /**
   * {@return a set of features}
   *
   * @param hashes the hashes of the features, in any order; duplicates are ignored, the array is
   *     copied
   */
  public static FeatureSet of(long... hashes) {
    long[] ascending = Arrays.stream(hashes).sorted().distinct().toArray();
    return new FeatureSet(ascending, GuardedWords.NONE);
  }

  /** {@return the number of distinct features of the text} */
  public int size() {
    return hashes.length;
  }

  /** {@return the hashes in ascending order} */
  public long[] hashes() {
    return hashes.clone();
  }

  /**
   * {@return the resemblance, 0 to 1: the number of features in both sets, divided by the number of
   * features in at least one set}
   *
   * @param other a set made by the same verifier
   */
  public double jaccard(FeatureSet other) {
    return Jaccard.of(shared(hashes, other.hashes, 0), hashes.length, other.hashes.length);
  }

  /**
   * Returns the share of the features of this set that the other set has. The share is high if this
   * text is an excerpt of the other.
   *
   * @param other a set made by the same verifier
   * @return the share, 0 to 1
   */
  public double containment(FeatureSet other) {
    return share(shared(hashes, other.hashes, 0), hashes.length);
  }

  private static double share(int shared, int size) {
    return size == 0 ? 0 : (double) shared / size;
  }

  /**
   * Returns whether {@link #jaccard} is at least a minimum. This method is faster than computing
   * the resemblance, because it stops when the minimum cannot be reached.
   *
   * @param other a set made by the same verifier
   * @param minJaccard the minimum resemblance, 0 to 1
   * @return true if the sets resemble each other
   * @throws IllegalArgumentException if the minimum is out of range
   */
  public boolean resembles(FeatureSet other, double minJaccard) {
    if (!(minJaccard >= 0 && minJaccard <= 1)) {
      throw new IllegalArgumentException("minJaccard is " + minJaccard + ", expected 0 to 1");
    }
    int needed = Jaccard.minShared(hashes.length, other.hashes.length, minJaccard);
    return shared(hashes, other.hashes, needed) >= needed;
  }

  /**
   * Returns true if {@link #jaccard} or {@link #containment} reaches its minimum. A minimum
   * containment of 0 is ignored.
   */
  boolean isCovered(FeatureSet other, double minJaccard, double minContainment) {
    int needed = Jaccard.minShared(hashes.length, other.hashes.length, minJaccard);
    if (minContainment > 0) {
      needed = Math.min(needed, Jaccard.minContained(hashes.length, minContainment));
    }
    return shared(hashes, other.hashes, needed) >= needed;
  }

  /**
   * Returns the likeness of this text as the first and another text as the second. If minJaccard is
   * 0, any two texts are alike and the guard does not apply.
   */
  Likeness likeness(FeatureSet second, double minJaccard, double minContainment) {
    int size = hashes.length;
    int secondSize = second.hashes.length;
    int alike = Jaccard.minShared(size, secondSize, minJaccard);
    boolean mayBeContained = minContainment > 0;
    int first = mayBeContained ? Jaccard.minContained(size, minContainment) : alike;
    int other = mayBeContained ? Jaccard.minContained(secondSize, minContainment) : alike;
    int needed = Math.min(alike, Math.min(first, other));
    int shared = shared(hashes, second.hashes, needed);
    if (shared < needed) {
      return Likeness.UNLIKE;
    }
    boolean mayDropFirst = shared >= Math.min(alike, first);
    boolean mayDropSecond = shared >= Math.min(alike, other);
    Droppable one = mayDropFirst ? Droppable.FIRST : Droppable.SECOND;
    Droppable covered = mayDropFirst && mayDropSecond ? Droppable.EITHER : one;
    return new Likeness(
        Jaccard.of(shared, size, secondSize),
        share(shared, size),
        share(shared, secondSize),
        minJaccard > 0 && isHeldBack(second) ? Droppable.HELD_BACK : covered);
  }

  /**
   * {@return true if the {@linkplain TextVerifier#guarded guard} of the verifier that made both
   * sets keeps the two texts apart}
   *
   * @param other a set made by the same verifier
   */
  public boolean isHeldBack(FeatureSet other) {
    return words.areApart(other.words);
  }

  /**
   * Counts the features that are in both sets, or returns a number below {@code needed} once too
   * many features, i - shared or j - shared, are in only one set. Only the loop branches, because a
   * mispredicted branch costs more than a step.
   */
  private static int shared(long[] a, long[] b, int needed) {
    int spareA = a.length - needed;
    int spareB = b.length - needed;
    int shared = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length && i - shared <= spareA && j - shared <= spareB) {
      long x = a[i];
      long y = b[j];
      shared += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return shared;
  }

  @Override
  public long ramBytesUsed() {
    return BASE_BYTES + (long) Long.BYTES * hashes.length + words.bytes();
  }

  @Override
  public String toString() {
    return size() + " features";
  }
}
