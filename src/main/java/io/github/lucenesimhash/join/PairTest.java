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
}
