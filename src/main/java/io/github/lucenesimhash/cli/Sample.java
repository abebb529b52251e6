package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.TextDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Documents drawn at random, each with the same chance, by Vitter's algorithm R: the n-th takes a
 * place with chance size / n.
 */
final class Sample {

  private record Drawn(long number, TextDocument document) {}

  private final int size;
  private final Random random;
  private final List<Drawn> drawn = new ArrayList<>();
  private long offered;

  Sample(int size, long seed) {
    this.size = size;
    random = new Random(seed);
  }

  void add(TextDocument document) {
    long number = offered++;
    if (number < size) {
      drawn.add(new Drawn(number, document));
      return;
    }
    long place = random.nextLong(number + 1);
    if (place < size) {
      drawn.set((int) place, new Drawn(number, document));
    }
  }

  long offered() {
    return offered;
  }

  /** In the order in which they were offered. */
  List<TextDocument> documents() {
    return drawn.stream()
        .sorted(Comparator.comparingLong(Drawn::number))
        .map(Drawn::document)
        .toList();
  }
}
