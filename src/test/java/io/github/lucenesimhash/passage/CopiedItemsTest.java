package io.github.lucenesimhash.passage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.passage.CopiedItems.Copy;
import io.github.lucenesimhash.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Compares the items found in texts, and the number of their found words, with brute force. */
class CopiedItemsTest {

  private static final int CASES = 3_000 * Integer.getInteger("tests.multiplier", 1);

  @Test
  void findsWhatBruteForceFinds() {
    Random seeds = Seeds.random(37);
    int found = 0;
    for (int i = 0; i < CASES; i++) {
      long seed = seeds.nextLong();
      try {
        found += duel(new Random(seed));
      } catch (Throwable e) {
        throw new AssertionError("case of seed " + seed, e);
      }
    }
    assertTrue(found > CASES, "found " + found);
  }

  private static int duel(Random random) {
    int vocabulary = 1 << random.nextInt(9);
    int atLeast = CopiedItems.MIN_WORDS + random.nextInt(20);
    int mostItems = 1 + random.nextInt(5);
    List<long[]> items = new ArrayList<>();
    long[] prompt = words(random, vocabulary, random.nextInt(30));
    for (int i = random.nextInt(12); i >= 0; i--) {
      long[] own = words(random, vocabulary, random.nextInt(60));
      switch (random.nextInt(4)) {
        case 0 -> items.add(joined(prompt, own));
        case 1 -> items.add(items.isEmpty() ? own : items.get(random.nextInt(items.size())));
        default -> items.add(own);
      }
    }
    CopiedItems copied = new CopiedItems(items, atLeast, mostItems);
    Map<List<Long>, Set<List<Long>>> windows = windows(items, atLeast);
    long frequent = windows.values().stream().filter(its -> its.size() > mostItems).count();
    assertEquals(frequent, copied.leftOut());
    windows.values().removeIf(its -> its.size() > mostItems);
    int found = 0;
    for (int i = 0; i < 3; i++) {
      long[] text = words(random, vocabulary, random.nextInt(100));
      for (int parts = random.nextInt(4); parts > 0; parts--) {
        long[] item = items.get(random.nextInt(items.size()));
        int from = random.nextInt(item.length + 1) / (1 + random.nextInt(3));
        int to = random.nextBoolean() ? item.length : from + random.nextInt(item.length - from + 1);
        text = joined(text, Arrays.copyOfRange(item, from, to));
        text = joined(text, words(random, vocabulary, random.nextInt(20)));
      }
      Map<Integer, Integer> expected = expected(items, text, windows.keySet(), atLeast);
      Map<Integer, Integer> actual = new HashMap<>();
      for (Copy copy : copied.in(text)) {
        assertEquals(copy.item(), copied.first(copy.item()));
        assertTrue(copied.isLookedFor(copy.item()));
        assertTrue(copy.to() - copy.from() >= Math.min(atLeast, items.get(copy.item()).length));
        for (int item = 0; item < items.size(); item++) {
          if (copied.first(item) == copy.item()) {
            actual.put(item, copy.words());
          }
        }
      }
      assertEquals(expected, actual);
      found += actual.size();
    }
    return found;
  }

  private static long[] words(Random random, int vocabulary, int count) {
    return LongStream.range(0, count).map(i -> random.nextInt(vocabulary)).toArray();
  }

  private static long[] joined(long[] words, long[] more) {
    return LongStream.concat(Arrays.stream(words), Arrays.stream(more)).toArray();
  }

  private static List<Long> list(long[] words) {
    return Arrays.stream(words).boxed().toList();
  }

  /** Returns the items that have each window of words. */
  private static Map<List<Long>, Set<List<Long>>> windows(List<long[]> items, int atLeast) {
    Map<List<Long>, Set<List<Long>>> windows = new HashMap<>();
    for (long[] item : items) {
      int length = Math.min(atLeast, item.length);
      for (int i = 0; length >= CopiedItems.MIN_WORDS && i + length <= item.length; i++) {
        List<Long> window = list(Arrays.copyOfRange(item, i, i + length));
        // a short item as a whole is no window of a longer item with equal words
        windows.computeIfAbsent(window, none -> new HashSet<>()).add(list(item));
      }
    }
    return windows;
  }

  /** Returns how many words of each item are in one of the windows that the text has. */
  private static Map<Integer, Integer> expected(
      List<long[]> items, long[] text, Set<List<Long>> windows, int atLeast) {
    Map<Integer, Integer> expected = new HashMap<>();
    List<Long> words = list(text);
    for (int item = 0; item < items.size(); item++) {
      List<Long> its = list(items.get(item));
      int length = Math.min(atLeast, its.size());
      BitSet copied = new BitSet();
      for (int i = 0; length >= CopiedItems.MIN_WORDS && i + length <= its.size(); i++) {
        List<Long> window = its.subList(i, i + length);
        if (windows.contains(window) && Collections.indexOfSubList(words, window) >= 0) {
          copied.set(i, i + length);
        }
      }
      if (!copied.isEmpty()) {
        expected.put(item, copied.cardinality());
      }
    }
    return expected;
  }

  @Test
  void oneRepeatedWordIsFollowedOnce() {
    long[] item = new long[20_000];
    CopiedItems items = new CopiedItems(List.of(item), 25, 1);
    List<Copy> copies = items.in(new long[1_000_000]);
    assertEquals(List.of(new Copy(0, 20_000, 0, 25)), copies);
    assertEquals(List.of(), items.in(new long[24]));
  }

  @Test
  void equalItemsAreOne() {
    long[] item = LongStream.range(0, 40).toArray();
    CopiedItems items = new CopiedItems(List.of(item, item.clone(), new long[0], item), 25, 1);
    assertEquals(0, items.leftOut());
    assertEquals(List.of(new Copy(0, 40, 0, 40)), items.in(item));
    assertEquals(0, items.first(3));
    assertFalse(items.isLookedFor(2));
  }

  @Test
  void takesNoItemsAndAnyNumbers() {
    long[] text = LongStream.range(0, 40).toArray();
    CopiedItems none = new CopiedItems(List.of(new long[7]), Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertEquals(List.of(), none.in(text));
    CopiedItems whole = new CopiedItems(List.of(text), Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertEquals(List.of(new Copy(0, 40, 0, 40)), whole.in(text));
  }

  @Test
  void refusesFewWords() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new CopiedItems(List.of(), 7, 1));
    assertEquals("atLeast is 7 and mostItems 1, expected 8 and 1 or more", e.getMessage());
  }
}
