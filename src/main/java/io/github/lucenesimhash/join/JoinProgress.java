package io.github.lucenesimhash.join;

/** Hears how far a join is. */
@FunctionalInterface
public interface JoinProgress {

  /**
   * Called from time to time on the thread that called the join.
   *
   * @param share of the estimated work, 0 to 1, never less than before; 1 once, at the end
   */
  void done(double share);
}
