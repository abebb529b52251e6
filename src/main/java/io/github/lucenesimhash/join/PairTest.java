package io.github.lucenesimhash.join;

import java.io.IOException;

/** Decides whether two documents whose fingerprints are near are really alike. */
@FunctionalInterface
public interface PairTest {

  /**
   * Whether these two may be in one group because of each other. Must not depend on which is left.
   *
   * @param distance of their fingerprints in bits
   */
  boolean test(int left, int right, int distance) throws IOException;

  /**
   * How many documents to hear of by {@link #soon} before they are tested; 0, the default, for
   * none. A test that fetches what it needs can fetch it for so many at once.
   */
  default int ahead() {
    return 0;
  }

  /** Hears of at most {@link #ahead} documents that will probably be tested soon. */
  default void soon(int[] documents) throws IOException {}
}
