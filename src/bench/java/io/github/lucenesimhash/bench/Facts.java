package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes facts of 5 to 40 words from a seed, equally many of each size. Words are drawn by Zipf's
 * law from the English table of the library; rare words end with a number. Every tenth fact is an
 * earlier fact with one to three words changed, added or removed.
 */
final class Facts {

  private static final int MIN_WORDS = 5;
  private static final int MAX_WORDS = 40;
  private static final int REMEMBERED = 100_000;

  private final SplittableRandom random;
  private final ZipfWords words;
  private final int[][] remembered = new int[REMEMBERED][];
  private int made;

  Facts(long seed) throws IOException {
    random = new SplittableRandom(seed);
    words = new ZipfWords(random);
  }

  private int[] fresh() {
    int[] fact = new int[random.nextInt(MIN_WORDS, MAX_WORDS + 1)];
    for (int i = 0; i < fact.length; i++) {
      fact[i] = words.next();
    }
    return fact;
  }

  private int[] edited(int[] fact, int edits) {
    List<Integer> all = new ArrayList<>();
    for (int word : fact) {
      all.add(word);
    }
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(all.size());
      int kind = random.nextInt(3);
      if (kind == 0 || all.size() <= MIN_WORDS) {
        all.set(at, words.next());
      } else if (kind == 1) {
        all.subList(at, at + 1).clear();
      } else {
        all.add(at, words.next());
      }
    }
    return all.stream().limit(MAX_WORDS).mapToInt(Integer::intValue).toArray();
  }

  private int[] known() {
    return remembered[random.nextInt(Math.min(made, REMEMBERED))];
  }

  private String text(int[] fact) {
    StringBuilder text = new StringBuilder();
    for (int word : fact) {
      text.append(text.isEmpty() ? "" : " ").append(words.word(word));
    }
    return text.toString();
  }

  String next() {
    boolean isCopy = made > 0 && random.nextInt(10) == 0;
    int[] fact = isCopy ? edited(known(), 1 + random.nextInt(3)) : fresh();
    int place = made < REMEMBERED ? made : random.nextInt(made);
    made++;
    if (place < REMEMBERED) {
      remembered[place] = fact;
    }
    return text(fact);
  }

  /** Makes a question: with equal chances an existing fact with up to two edits, or a new fact. */
  String query() {
    return text(random.nextBoolean() ? edited(known(), random.nextInt(3)) : fresh());
  }
}
