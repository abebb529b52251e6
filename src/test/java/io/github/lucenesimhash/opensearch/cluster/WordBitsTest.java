package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.search.Signature;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WordBitsTest {

  /** Texts of the words from one number to another, each of which has a bit of its own. */
  private static WordBits words(int from, int to) {
    long[] words = LongStream.range(from, to).map(word -> word << 32 | word).toArray();
    return WordBits.of(Signature.of(OptionalLong.empty(), words).words());
  }

  /** Where no two words have the same bit, the bound is the resemblance. */
  @Test
  void theBoundIsTight() {
    for (int from = 0; from <= 20; from++) {
      WordBits one = words(0, 20);
      WordBits other = words(from, 30);
      double resemblance = (20 - from) / 30.0;
      assertEquals(20, Long.bitCount(one.bits()));
      assertEquals(true, one.mayResemble(other, resemblance), "from " + from);
      assertEquals(false, one.mayResemble(other, resemblance + .001), "from " + from);
      assertEquals(false, other.mayResemble(one, resemblance + .001), "from " + from);
    }
  }
}
