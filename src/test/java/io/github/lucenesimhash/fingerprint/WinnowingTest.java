package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WinnowingTest {

  private static long[] words(Random random, int count, int vocabulary) {
    return random.ints(count, 0, vocabulary).mapToLong(i -> i * 0x9E3779B97F4A7C15L).toArray();
  }

  private static Set<Integer> hashes(long[] words) {
    int[] shingles = Winnowing.shingles(words);
    return IntStream.of(Winnowing.selected(shingles))
        .mapToObj(i -> shingles[i])
        .collect(Collectors.toSet());
  }

  @Test
  void everyRunLeavesAHashInBoth() {
    Random random = Seeds.random(42);
    for (int i = 0; i < 20_000; i++) {
      int vocabulary = 1 << random.nextInt(16);
      long[] run = words(random, Winnowing.RUN + random.nextInt(10), vocabulary);
      Set<Integer> a = hashes(around(random, run, vocabulary));
      Set<Integer> b = hashes(around(random, run, vocabulary));
      assertTrue(a.stream().anyMatch(b::contains), "case " + i + " of seed 42");
    }
  }

  private static long[] around(Random random, long[] run, int vocabulary) {
    long[] before = words(random, random.nextInt(60), vocabulary);
    long[] text = Arrays.copyOf(before, before.length + run.length + random.nextInt(60));
    System.arraycopy(run, 0, text, before.length, run.length);
    int end = before.length + run.length;
    long[] behind = words(random, text.length - end, vocabulary);
    System.arraycopy(behind, 0, text, end, behind.length);
    return text;
  }

  @Test
  void eachWindowHasItsLeast() {
    Random random = Seeds.random(7);
    int[] shingles = random.ints(1000, 0, 50).toArray();
    int[] least = Winnowing.leastOfWindows(shingles);
    assertEquals(shingles.length - Winnowing.WINDOW + 1, least.length);
    for (int i = 0; i < least.length; i++) {
      assertTrue(least[i] >= i && least[i] < i + Winnowing.WINDOW);
      int[] window = Arrays.copyOfRange(shingles, i, i + Winnowing.WINDOW);
      assertEquals(IntStream.of(window).min().orElseThrow(), shingles[least[i]]);
    }
  }

  @Test
  void hasFewHashesOfEqualWords() {
    int[] shingles = Winnowing.shingles(new long[10_000]);
    assertTrue(Winnowing.selected(shingles).length <= 1 + shingles.length / Winnowing.WINDOW);
    int[] ofWords = Winnowing.shingles(words(Seeds.random(1), 100_000, Integer.MAX_VALUE));
    assertEquals(.087, Winnowing.selected(ofWords).length / 100_000.0, .002);
    assertEquals(1 / 6., IntStream.of(ofWords).filter(hash -> hash < 0).count() / 100_000.0, .01);
  }

  @Test
  void ofFewWords() {
    assertArrayEquals(new int[0], Winnowing.shingles(new long[Winnowing.SHINGLE - 1]));
    assertArrayEquals(new int[0], Winnowing.selected(new int[0]));
    assertArrayEquals(new int[] {0}, Winnowing.selected(new int[] {5}));
    assertArrayEquals(new int[] {1}, Winnowing.selected(new int[] {5, 3, 4}));
  }

  /** Hashes never change, because indexes hold them. */
  @Test
  void isAsItWas() {
    assertArrayEquals(
        new int[] {-1711095220, 672298892}, Winnowing.shingles(new long[] {7, 6, 1, 4, 5, 2, 3}));
  }
}
