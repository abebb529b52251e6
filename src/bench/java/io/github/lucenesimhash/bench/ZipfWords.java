package io.github.lucenesimhash.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Words by Zipf's law from the library's own English table, with numbers behind the rarer ones. */
final class ZipfWords {

  private static final int VOCABULARY = 200_000;

  private final SplittableRandom random;
  private final List<String> words;
  private final double[] shares = new double[VOCABULARY]; // of the words up to each

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

  /** The number of a word: small ones are frequent. */
  int next() {
    int found = Arrays.binarySearch(shares, random.nextDouble() * shares[VOCABULARY - 1]);
    return found < 0 ? -1 - found : found;
  }

  String word(int number) {
    int round = number / words.size();
    return words.get(number % words.size()) + (round == 0 ? "" : round);
  }
}
