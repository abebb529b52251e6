package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import picocli.CommandLine.Option;

/** Which of the texts to take: all that are long enough, or some of them drawn at random. */
final class SampleOptions {

  private record Drawn(long number, TextDocument document) {}

  @Option(
      names = "--min-chars",
      paramLabel = "N",
      converter = Range.FromZero.class,
      defaultValue = "0",
      description = "Leave out texts with fewer characters (default: ${DEFAULT-VALUE}).")
  private int minChars;

  @Option(
      names = "--sample",
      paramLabel = "N",
      converter = Range.FromOne.class,
      description = "Take N of the texts, drawn at random (default: 5000; with --plant, 500).")
  private Integer size;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all that is drawn (default: ${DEFAULT-VALUE}).")
  long seed;

  /** In input order. By Vitter's algorithm R: the n-th takes a place with chance size / n. */
  List<TextDocument> read(Corpus corpus, int defaultSize, Console console) throws IOException {
    int most = size != null ? size : defaultSize;
    Random random = new Random(seed);
    List<Drawn> drawn = new ArrayList<>();
    long[] passed = new long[1];
    corpus.forEach(
        document -> {
          if (document.text().length() < minChars) {
            return;
          }
          long number = passed[0]++;
          if (number < most) {
            drawn.add(new Drawn(number, document));
            return;
          }
          long place = random.nextLong(number + 1);
          if (place < most) {
            drawn.set((int) place, new Drawn(number, document));
          }
        });
    if (drawn.size() < passed[0]) {
      console.note(drawn.size() + " of " + passed[0] + " documents drawn at random (see --sample)");
    }
    if (drawn.size() < 2) {
      throw new BadInput(
          "too few documents, %d, expected 2 or more (see --min-chars, --sample)", drawn.size());
    }
    drawn.sort(Comparator.comparingLong(Drawn::number));
    return drawn.stream().map(Drawn::document).toList();
  }
}
