package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HammingBallTest {

  @Test
  void nearestFirst() {
    for (int bits : new int[] {0, 1, 7, 13}) {
      for (int radius = 0; radius <= bits; radius++) {
        int most = radius;
        int[] expected =
            IntStream.range(0, 1 << bits)
                .boxed()
                .filter(value -> Integer.bitCount(value) <= most)
                .sorted(Comparator.comparingInt(Integer::bitCount))
                .mapToInt(value -> value)
                .toArray();
        assertArrayEquals(expected, HammingBall.differences(bits, radius));
      }
    }
  }
}
