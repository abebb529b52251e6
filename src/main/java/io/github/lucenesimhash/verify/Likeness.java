package io.github.lucenesimhash.verify;

/**
 * Describes how alike two texts are, and which of them may be dropped.
 *
 * @param resemblance the number of features in both texts, divided by the number of features in at
 *     least one text, or NaN if unknown
 * @param contained the share of the features of the first text that the second has, or NaN if
 *     unknown
 * @param contains the share of the features of the second text that the first has, or NaN if
 *     unknown
 * @param droppable the text that may be dropped
 */
public record Likeness(double resemblance, double contained, double contains, Droppable droppable) {

  /** The text of two that may be dropped in favour of the other. */
  public enum Droppable {
    /** Neither text, because they are unlike. */
    NEITHER,
    /** Neither text, because the guard keeps them apart although they are alike. */
    HELD_BACK,
    /** The first text, because the second contains it. */
    FIRST,
    /** The second text, because the first contains it. */
    SECOND,
    /** Either text, because they resemble each other. */
    EITHER
  }

  /** The likeness of two documents whose fingerprints are near and whose texts are not compared. */
  public static final Likeness UNVERIFIED =
      new Likeness(Double.NaN, Double.NaN, Double.NaN, Droppable.EITHER);

  /** The likeness of two texts that are not alike enough. */
  public static final Likeness UNLIKE =
      new Likeness(Double.NaN, Double.NaN, Double.NaN, Droppable.NEITHER);

  /** {@return true if at least one of the two texts may be dropped} */
  public boolean isNear() {
    return mayDropFirst() || mayDropSecond();
  }

  /** {@return true if the first text may be dropped} */
  public boolean mayDropFirst() {
    return droppable == Droppable.FIRST || droppable == Droppable.EITHER;
  }

  /** {@return true if the second text may be dropped} */
  public boolean mayDropSecond() {
    return droppable == Droppable.SECOND || droppable == Droppable.EITHER;
  }

  /** {@return true if the guard keeps the two texts apart although they are alike} */
  public boolean isHeldBack() {
    return droppable == Droppable.HELD_BACK;
  }

  /** {@return this likeness with the two texts swapped} */
  public Likeness reversed() {
    Droppable one = droppable == Droppable.SECOND ? Droppable.FIRST : droppable;
    Droppable reversed = droppable == Droppable.FIRST ? Droppable.SECOND : one;
    return new Likeness(resemblance, contains, contained, reversed);
  }
}
