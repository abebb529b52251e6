package io.github.lucenesimhash.passage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.passage.CopiedRuns.Run;
import io.github.lucenesimhash.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EditedRunsTest {

  private static long[] words(Random random, int count) {
    return random.longs(count).toArray();
  }

  private static long[] array(List<Long> words) {
    return words.stream().mapToLong(Long::longValue).toArray();
  }

  /** Some words are changed, added or left out. */
  private static List<Long> edited(Random random, long[] words, int edits) {
    List<Long> all = new ArrayList<>();
    for (long word : words) {
      all.add(word);
    }
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(all.size());
      switch (random.nextInt(3)) {
        case 0 -> all.set(at, random.nextLong());
        case 1 -> all.add(at, random.nextLong());
        default -> all.remove(at);
      }
    }
    return all;
  }

  @Test
  void findsWhatIsEdited() {
    Random random = Seeds.random(42);
    int found = 0;
    for (int i = 0; i < 1000; i++) {
      long[] passage = words(random, 60);
      List<Long> other = edited(random, passage, 3 + random.nextInt(4));
      for (long word : words(random, 100)) {
        other.add(random.nextBoolean() ? 0 : other.size(), word);
      }
      List<Run> runs = new EditedRuns(passage, 25).in(array(other));
      if (runs.size() == 1 && runs.getFirst().equal() >= 45) {
        found++;
        Run run = runs.getFirst();
        assertTrue(run.to() - run.from() <= 70, run.toString());
      }
    }
    assertTrue(found >= 950, found + " of 1000");
  }

  @Test
  void findsNothingInOtherTexts() {
    Random random = Seeds.random(43);
    for (int i = 0; i < 200; i++) {
      long[] text = random.longs(300, 0, 40).toArray();
      long[] other = random.longs(300, 0, 40).toArray();
      assertEquals(List.of(), new EditedRuns(text, 25).in(other));
    }
  }

  @Test
  void ofWholeCopies() {
    long[] text = words(Seeds.random(1), 40);
    assertEquals(List.of(new Run(0, 40, 0, 40, 40)), new EditedRuns(text, 25).in(text.clone()));
    List<Long> twice = new ArrayList<>(edited(Seeds.random(2), text, 0));
    twice.addAll(Collections.nCopies(50, 1L));
    twice.addAll(edited(Seeds.random(2), text, 0));
    assertEquals(2, new EditedRuns(text, 25).in(array(twice)).size());
    assertEquals(List.of(), new EditedRuns(new long[0], 25).in(text));
  }

  /** Rows of a table, which all have words in common: each run reaches a few words. */
  @Test
  void ofTables() {
    List<Run> runs = new EditedRuns(table(Seeds.random(5)), 25).in(table(Seeds.random(6)));
    long words = runs.stream().mapToLong(run -> run.to() - run.from()).sum();
    assertTrue(words < 50 * 40_000, runs.size() + " runs of " + words + " words");
  }

  private static long[] table(Random random) {
    long[] words = new long[40_000];
    for (int i = 0; i < words.length; i += 5) {
      words[i] = 1L + random.nextInt(2000);
    }
    return words;
  }

  /** An exact copy among words that are alike here and there. */
  @Test
  void hasExactCopies() {
    Random random = Seeds.random(9);
    for (int i = 0; i < 500; i++) {
      long[] text = words(random, 60);
      long[] other = text.clone();
      for (int k = 30; k < other.length; k++) {
        other[k] = random.nextInt(3) > 0 ? other[k] : random.nextLong();
      }
      List<Run> runs = new EditedRuns(text, 25).in(other);
      BitSet found = new BitSet();
      runs.forEach(run -> found.set(run.from(), run.to()));
      assertTrue(found.nextClearBit(0) >= 30, "case " + i);
    }
  }
}
