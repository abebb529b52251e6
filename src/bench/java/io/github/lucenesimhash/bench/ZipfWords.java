package io.github.lucenesimhash.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws words by Zipf's law from the English table of the library. Rare words end with a number.
 */
final class ZipfWords {

  private static final int VOCABULARY = 200_000;

  private final SplittableRandom random;
  private final List<String> words;
  private final double[] shares = new double[VOCABULARY]; // cumulated

  ZipfWords(SplittableRandom random) throws IOException {
    this.random = random;
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                ZipfWords.class.getResourceAsStream("/io/github/lucenesimhash/cli/idf-en.tsv"),
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

  /** Draws the number of a word. Small numbers are frequent. */
  int next() {
    int found = Arrays.binarySearch(shares, random.nextDouble() * shares[VOCABULARY - 1]);
    return found < 0 ? -1 - found : found;
  }

  String word(int number) {
    int round = number / words.size();
    return words.get(number % words.size()) + (round == 0 ? "" : round);
  }
}
