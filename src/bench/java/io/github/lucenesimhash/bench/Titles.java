package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * Titles of 3 to 40 words by a seed, most of them short, or facts of 5 to 40, as many of each size:
 * the words by Zipf's law from the library's own English table, with numbers behind them for the
 * rarer ones; every tenth title is an earlier one with one to three words changed, added or
 * removed.
 */
final class Titles {

  private static final int MIN_WORDS = 3;
  private static final int FACT_WORDS = 5;
  private static final int MAX_WORDS = 40;
  private static final double MEDIAN_WORDS = 9;
  private static final int REMEMBERED = 100_000;

  private final SplittableRandom random;
  private final ZipfWords words;
  private final int[][] remembered = new int[REMEMBERED][];
  private final IntSupplier sizes;
  private int made;

  Titles(long seed) throws IOException {
    this(seed, false);
  }

  private Titles(long seed, boolean areFacts) throws IOException {
    random = new SplittableRandom(seed);
    sizes = areFacts ? () -> random.nextInt(FACT_WORDS, MAX_WORDS + 1) : () -> titleSize(random);
    words = new ZipfWords(random);
  }

  static Titles facts(long seed) throws IOException {
    return new Titles(seed, true);
  }

  private static int titleSize(SplittableRandom random) {
    double size = MEDIAN_WORDS * Math.exp(random.nextGaussian() / 2);
    return Math.clamp(Math.round(size), MIN_WORDS, MAX_WORDS);
  }

  private int[] fresh() {
    int[] title = new int[sizes.getAsInt()];
    for (int i = 0; i < title.length; i++) {
      title[i] = words.next();
    }
    return title;
  }

  private int[] edited(int[] title, int edits) {
    List<Integer> all = new ArrayList<>();
    for (int word : title) {
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

  private String text(int[] title) {
    StringBuilder text = new StringBuilder();
    for (int word : title) {
      text.append(text.isEmpty() ? "" : " ").append(words.word(word));
    }
    return text.toString();
  }

  String next() {
    boolean isCopy = made > 0 && random.nextInt(10) == 0;
    int[] title = isCopy ? edited(known(), 1 + random.nextInt(3)) : fresh();
    int place = made < REMEMBERED ? made : random.nextInt(made);
    made++;
    if (place < REMEMBERED) {
      remembered[place] = title;
    }
    return text(title);
  }

  /** Every second one is a title that was made, with up to two edits; the rest are new. */
  String query() {
    return text(random.nextBoolean() ? edited(known(), random.nextInt(3)) : fresh());
  }
}
