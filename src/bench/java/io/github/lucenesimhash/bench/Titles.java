package io.github.lucenesimhash.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final int VOCABULARY = 200_000;
  private static final int MIN_WORDS = 3;
  private static final int FACT_WORDS = 5;
  private static final int MAX_WORDS = 40;
  private static final double MEDIAN_WORDS = 9;
  private static final int REMEMBERED = 100_000;

  private final SplittableRandom random;
  private final List<String> words;
  private final double[] shares = new double[VOCABULARY]; // of the words up to each
  private final int[][] remembered = new int[REMEMBERED][];
  private final IntSupplier sizes;
  private int made;

  Titles(long seed) throws IOException {
    this(seed, false);
  }

  private Titles(long seed, boolean areFacts) throws IOException {
    random = new SplittableRandom(seed);
    sizes = areFacts ? () -> random.nextInt(FACT_WORDS, MAX_WORDS + 1) : () -> titleSize(random);
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                Titles.class.getResourceAsStream("/io/github/lucenesimhash/cli/idf-en.tsv"),
                StandardCharsets.UTF_8))) {
      words =
          table
              .lines()
              .map(line -> line.split("\t", -1)[0])
              .filter(word -> word.matches("[a-z]+"))
              .toList();
    }
    double sum = 0;
    for (int i = 0; i < VOCABULARY; i++) {
      sum += 1.0 / (i + 1);
      shares[i] = sum;
    }
  }

  static Titles facts(long seed) throws IOException {
    return new Titles(seed, true);
  }

  private static int titleSize(SplittableRandom random) {
    double size = MEDIAN_WORDS * Math.exp(random.nextGaussian() / 2);
    return Math.clamp(Math.round(size), MIN_WORDS, MAX_WORDS);
  }

  private String word(int number) {
    int round = number / words.size();
    return words.get(number % words.size()) + (round == 0 ? "" : round);
  }

  private int word() {
    int found = Arrays.binarySearch(shares, random.nextDouble() * shares[VOCABULARY - 1]);
    return found < 0 ? -1 - found : found;
  }

  private int[] fresh() {
    int[] title = new int[sizes.getAsInt()];
    for (int i = 0; i < title.length; i++) {
      title[i] = word();
    }
    return title;
  }

  private int[] edited(int[] title, int edits) {
    List<Integer> words = new ArrayList<>();
    for (int word : title) {
      words.add(word);
    }
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(words.size());
      int kind = random.nextInt(3);
      if (kind == 0 || words.size() <= MIN_WORDS) {
        words.set(at, word());
      } else if (kind == 1) {
        words.subList(at, at + 1).clear();
      } else {
        words.add(at, word());
      }
    }
    return words.stream().limit(MAX_WORDS).mapToInt(Integer::intValue).toArray();
  }

  private int[] known() {
    return remembered[random.nextInt(Math.min(made, REMEMBERED))];
  }

  private String text(int[] title) {
    StringBuilder text = new StringBuilder();
    for (int word : title) {
      text.append(text.isEmpty() ? "" : " ").append(word(word));
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
