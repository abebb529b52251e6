package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.CorpusGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Writes {@code train.jsonl} and {@code test.jsonl}. The test file has items of about 60 words,
 * half of which are in a training document. The id of an item begins with the way in which the item
 * was copied, so these commands count the results of each way:
 *
 * <pre>
 * lucene-simhash decontaminate --train DIR/train.jsonl --test DIR/test.jsonl --out DIR/found.jsonl
 * for file in test found; do grep -o '"id":"[a-z]*' DIR/$file.jsonl | sort | uniq -c; done
 * </pre>
 */
@Command(name = "contaminated", description = "Writes training data and a test set that is in it.")
public final class ContaminatedCorpus implements Callable<Integer> {

  private static final int WORDS = 60;
  private static final int SHORT = 20;

  private enum Kind {
    WHOLE,
    WRAPPED,
    PUNCTUATION,
    HALF,
    EDITED,
    INSERTED,
    DELETED,
    SHORT,
    ABSENT;

    static Kind of(int item) {
      Kind[] present = Arrays.copyOf(values(), values().length - 1);
      int number = item % (2 * present.length);
      return number < present.length ? present[number] : ABSENT;
    }
  }

  @Parameters(paramLabel = "DIR")
  private Path folder;

  @Option(names = "--documents", defaultValue = "1000000")
  private int documents;

  @Option(names = "--characters", defaultValue = "2000")
  private int characters;

  @Option(names = "--items", defaultValue = "86133")
  private int items;

  @Option(names = "--seed", defaultValue = "7")
  private long seed;

  private CorpusGenerator texts;

  @Override
  public Integer call() throws IOException {
    texts = new CorpusGenerator(characters, seed);
    Files.createDirectories(folder);
    try (Writer out = Files.newBufferedWriter(folder.resolve("test.jsonl"))) {
      for (int item = 0; item < items; item++) {
        String id = Kind.of(item).name().toLowerCase(Locale.ROOT) + item;
        out.write(Json.line(Map.of("id", id, "text", String.join(" ", words(item)))));
      }
    }
    int step = documents / items;
    try (Writer out = Files.newBufferedWriter(folder.resolve("train.jsonl"))) {
      for (int i = 0; i < documents; i++) {
        String text = texts.text(i);
        int item = i % step == 0 ? i / step : items;
        if (item < items && Kind.of(item) != Kind.ABSENT) {
          int middle = Math.max(0, text.indexOf(' ', text.length() / 2));
          text = text.substring(0, middle) + "\n" + planted(item) + "\n" + text.substring(middle);
        }
        out.write(Json.line(Map.of("id", "d" + i, "text", text)));
      }
    }
    return 0;
  }

  /** Returns the words of a document in another order. */
  private List<String> words(int item) {
    int document = item;
    while (Character.isIdeographic(texts.text(document).charAt(0))) {
      document += items;
    }
    List<String> words = new ArrayList<>(List.of(texts.text(document).split("[ .]+", -1)));
    Collections.shuffle(words, new Random(seed + item));
    return words.subList(0, Math.min(words.size(), Kind.of(item) == Kind.SHORT ? SHORT : WORDS));
  }

  private String planted(int item) {
    List<String> words = new ArrayList<>(words(item));
    switch (Kind.of(item)) {
      case WRAPPED -> {
        for (int i = 7; i < words.size(); i += 8) {
          words.set(i, words.get(i) + "\n");
        }
      }
      case PUNCTUATION -> {
        for (int i = 0; i < words.size(); i += 3) {
          words.set(i, words.get(i).toUpperCase(Locale.ROOT) + (i % 2 == 0 ? "," : "!"));
        }
      }
      case HALF -> words = words.subList(item % (WORDS / 2), item % (WORDS / 2) + WORDS / 2);
      case EDITED -> words.set(WORDS / 2, "edited");
      case INSERTED -> words.add(WORDS / 2, "inserted");
      case DELETED -> words.remove(WORDS / 2);
      default -> {}
    }
    return String.join(" ", words);
  }
}
