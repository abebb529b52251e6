package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/**
 * Draws the documents of a corpus that are judged, each with the same chance, by Vitter's algorithm
 * R: the n-th takes a place with chance size / n.
 */
final class SampleOptions {

  private static final long SEED = 1;

  @Option(names = "--sample", paramLabel = "N", converter = Count.class, defaultValue = "5000")
  private int size;

  private long read; // documents

  /** Documents that were read, drawn or not. */
  long read() {
    return read;
  }

  /** At most so many documents, at least two, in input order. */
  List<TextDocument> draw(Corpus corpus, Console console) throws IOException {
    Random random = new Random(SEED);
    Map<Long, TextDocument> drawn = new TreeMap<>(); // by number
    List<Long> numbers = new ArrayList<>(); // the drawn ones, by place
    corpus.forEach(
        (raw, found) ->
            id -> {
              long number = read++;
              long place = number < size ? number : random.nextLong(number + 1);
              if (place < size) {
                if (place == numbers.size()) {
                  numbers.add(number);
                } else {
                  drawn.remove(numbers.set((int) place, number));
                }
                drawn.put(number, new TextDocument(id, found.text(), found.date()));
              }
            });
    if (drawn.size() < read) {
      console.note(drawn.size() + " of " + read + " documents drawn at random (see --sample)");
    }
    if (drawn.size() < 2) {
      throw new BadInput("too few documents, %d, expected 2 or more (see --sample)", drawn.size());
    }
    return List.copyOf(drawn.values());
  }
}
