package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.cli.Range.FromZero;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Which documents of a corpus are judged: those that are long enough, or some of them, drawn at
 * random.
 */
final class SampleOptions {

  @Option(names = "--min-chars", paramLabel = "N", converter = FromZero.class, defaultValue = "0")
  private int minChars;

  @Option(names = "--sample", paramLabel = "N", converter = Count.class, defaultValue = "5000")
  private int size;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  private long seed;

  private long read; // documents

  /** Documents that were read, drawn or not. */
  long read() {
    return read;
  }

  /** At most so many documents, at least two. */
  List<TextDocument> draw(Corpus corpus, Console console) throws IOException {
    Sample sample = new Sample(size, seed);
    corpus.forEach(
        (raw, found) ->
            id -> {
              read++;
              if (found.text().length() >= minChars) {
                sample.add(new TextDocument(id, found.text(), found.date()));
              }
            });
    List<TextDocument> drawn = sample.documents();
    if (drawn.size() < sample.offered()) {
      console.note(
          drawn.size() + " of " + sample.offered() + " documents drawn at random (see --sample)");
    }
    if (drawn.size() < 2) {
      throw new BadInput(
          "too few documents, %d, expected 2 or more (see --min-chars, --sample)", drawn.size());
    }
    return drawn;
  }
}
