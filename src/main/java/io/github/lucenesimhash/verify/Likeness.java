package io.github.lucenesimhash.verify;

/**
 * Tells how alike two texts are, and which of them may be dropped.
 *
 * @param resemblance the features in both, divided by those in either; NaN where it is not known
 * @param contained the share of the first text's features that the second has; NaN likewise
 * @param contains the share of the second text's features that the first has; NaN likewise
 * @param mayGo which text may go
 */
public record Likeness(double resemblance, double contained, double contains, MayGo mayGo) {

  /** The text that may be dropped, because the other says the same. */
  public enum MayGo {
    /** Neither, because they are unlike. */
    NEITHER,
    /** Neither, because a guard keeps apart two texts that are alike. */
    HELD_BACK,
    /** The first, because the second contains it. */
    FIRST,
    /** The second, because the first contains it. */
    SECOND,
    /** Either. */
    EITHER
  }

  /** Stands for two documents whose fingerprints alone decide. */
  public static final Likeness UNVERIFIED =
      new Likeness(Double.NaN, Double.NaN, Double.NaN, MayGo.EITHER);

  /** Stands for two texts that are not alike enough. */
  public static final Likeness UNLIKE =
      new Likeness(Double.NaN, Double.NaN, Double.NaN, MayGo.NEITHER);

  /** {@return true if at least one of the two may go} */
  public boolean isNear() {
    return firstMayGo() || secondMayGo();
  }

  /** {@return true if the first text may go} */
  public boolean firstMayGo() {
    return mayGo == MayGo.FIRST || mayGo == MayGo.EITHER;
  }

  /** {@return true if the second text may go} */
  public boolean secondMayGo() {
    return mayGo == MayGo.SECOND || mayGo == MayGo.EITHER;
  }

  /** {@return true if a guard keeps apart two texts that are alike} */
  public boolean isHeldBack() {
    return mayGo == MayGo.HELD_BACK;
  }

  /** {@return the likeness of the second text and the first} */
  public Likeness reversed() {
    MayGo one = mayGo == MayGo.SECOND ? MayGo.FIRST : mayGo;
    MayGo reversed = mayGo == MayGo.FIRST ? MayGo.SECOND : one;
    return new Likeness(resemblance, contains, contained, reversed);
  }
}
