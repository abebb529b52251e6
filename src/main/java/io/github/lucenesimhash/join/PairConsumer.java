package io.github.lucenesimhash.join;

import java.io.IOException;

/** Takes pairs within the distance. */
@FunctionalInterface
public interface PairConsumer {

  /**
   * A pair, once.
   *
   * @param distance in bits, 0 to 64
   */
  void accept(int left, int right, int distance) throws IOException;
}
