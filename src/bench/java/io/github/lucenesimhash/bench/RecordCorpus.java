package io.github.lucenesimhash.bench;

import com.github.luben.zstd.Zstd;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes a corpus that is like the sample of FineWeb from a seed. Texts have a third to five thirds
 * of the mean length, and consist of numbers and of real English words drawn by Zipf's law. Some
 * documents are copies of an earlier original, a fifth of the copies of each {@link Kind}.
 */
final class RecordCorpus {

  /** The ways in which a copy is changed. */
  enum Kind {
    EQUAL("as it was"),
    EDITED("up to 1 word in 20 replaced"),
    CUT("cut to 80 %"),
    FRAMED("30 % of boilerplate before it"),
    FILLED("other numbers");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    @Override
    public String toString() {
      return meaning;
    }
  }

  /** The minimum resemblance of a copy that should be found. */
  static final double ALIKE = 0.8;

  private static final TextVerifier VERIFIER = TextVerifier.standard();
  private static final int SENTENCE_WORDS = 16;
  private static final int MAX_EDITED = 20; // at most one of this many words is edited
  private static final int NUMBERS = 40; // one of this many words is a number
  private static final int MAX_NUMBER = 100_000;
  private static final int BOILERPLATES = 64;
  private static final int ARTICLES = 4_000; // articles that provide the words

  /** The number of documents in a part, and the number of parts that are made at a time. */
  private static final int PART = 2_000;

  private static final int STEP = 64;

  private final int characters;
  private final long seed;
  private final double copies;
  private final String[] words;

  /**
   * Creates a generator of a corpus.
   *
   * @param characters the mean length of a text
   * @param copies the share of copies among all documents, 0 to 1
   */
  RecordCorpus(int characters, long seed, double copies) throws IOException {
    this.characters = characters;
    this.seed = seed;
    this.copies = copies;
    Map<String, Integer> counts = new HashMap<>();
    for (String article : Articles.english(ARTICLES)) {
      for (String word : article.split("[^A-Za-z]+", 0)) {
        counts.merge(word, 1, Integer::sum);
      }
    }
    counts.remove("");
    List<String> byFrequency = new ArrayList<>(counts.keySet());
    Collections.sort(byFrequency);
    byFrequency.sort(Comparator.comparing(counts::get, Comparator.reverseOrder()));
    words = byFrequency.toArray(String[]::new);
  }

  /** Writes documents as JSON lines. The file is packed if its name ends with .zst. */
  void write(int first, int documents, Path file) throws IOException {
    int end = first + documents;
    boolean isPacked = file.toString().endsWith(".zst");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int from = first; from < end; from += STEP * PART) {
        int start = from;
        int parts = Math.ceilDiv(Math.min(end - from, STEP * PART), PART);
        byte[][] lines = new byte[parts][];
        IntStream.range(0, parts)
            .parallel()
            .forEach(
                part -> {
                  int begin = start + part * PART;
                  lines[part] = lines(begin, Math.min(end, begin + PART), isPacked);
                });
        for (byte[] some : lines) {
          out.write(some);
        }
      }
    }
  }

  private byte[] lines(int from, int to, boolean isPacked) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      String line = "{\"id\":\"" + id(i) + "\",\"text\":\"" + text(i) + "\"}\n";
      lines.append(line);
    }
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    return isPacked ? Zstd.compress(bytes, 1) : bytes;
  }

  /** Returns an id as long as the ids of a web archive. */
  private static String id(int document) {
    return "<urn:uuid:" + new UUID(new SplittableRandom(document).nextLong(), document) + ">";
  }

  /** Returns the number of the document with an id, which may follow the name of an index. */
  static int document(String id) {
    return (int)
        UUID.fromString(id.substring(id.lastIndexOf(':') + 1, id.length() - 1))
            .getLeastSignificantBits();
  }

  /** Returns the original of a copy, or the document itself if it is no copy. */
  int original(int document) {
    SplittableRandom random = random(document, 0);
    if (document == 0 || random.nextDouble() >= copies) {
      return document;
    }
    int earlier = random.nextInt(document);
    return original(earlier) == earlier ? earlier : document;
  }

  private SplittableRandom random(int document, int use) {
    return new SplittableRandom(new SplittableRandom(seed + 4L * document + use).nextLong());
  }

  /** Returns the way in which a copy was changed. */
  Kind kind(int copy) {
    Kind[] kinds = Kind.values();
    return kinds[random(copy, 3).nextInt(kinds.length)];
  }

  /** Returns whether a copy should be found, which is false if it was edited too much. */
  boolean isPlanted(int copy) {
    return switch (kind(copy)) {
      case FILLED -> false;
      case EDITED -> {
        FeatureSet original = VERIFIER.features(text(original(copy)));
        yield VERIFIER.features(text(copy)).jaccard(original) >= ALIKE;
      }
      default -> true;
    };
  }

  /** Returns whether one of two copies of a text has all the numbers that the other copy has. */
  boolean areSame(int document, int other) {
    List<String> some = numbers(text(document));
    List<String> others = numbers(text(other));
    return some.containsAll(others) || others.containsAll(some);
  }

  private static List<String> numbers(String text) {
    return Arrays.stream(text.split("[ .]+", 0)).filter(RecordCorpus::isNumber).toList();
  }

  String text(int document) {
    int original = original(document);
    return original == document ? ownText(document) : copy(document, original);
  }

  private String ownText(int document) {
    SplittableRandom random = random(document, 1);
    return ownText(random, random.nextInt(characters / 3, characters / 3 * 5));
  }

  private String ownText(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder(length + 50).append(word(random));
    while (text.length() < length) {
      text.append(random.nextInt(SENTENCE_WORDS) == 0 ? ". " : " ");
      text.append(random.nextInt(NUMBERS) == 0 ? number(random) : word(random));
    }
    return text.toString();
  }

  private String copy(int document, int original) {
    SplittableRandom random = random(document, 2);
    String text = ownText(original);
    return switch (kind(document)) {
      case EQUAL -> text;
      case EDITED -> {
        double edited = random.nextDouble() / MAX_EDITED;
        yield replaced(
            text, word -> !isNumber(word) && random.nextDouble() < edited ? word(random) : word);
      }
      case CUT -> text.substring(0, text.lastIndexOf(' ', text.length() * 4 / 5));
      case FRAMED -> {
        SplittableRandom boilerplate = new SplittableRandom(random.nextInt(BOILERPLATES));
        yield ownText(boilerplate, text.length() * 3 / 10) + ". " + text;
      }
      case FILLED -> replaced(text, word -> isNumber(word) ? number(random) : word);
    };
  }

  private static String replaced(String text, UnaryOperator<String> change) {
    return Arrays.stream(text.split(" ", -1)).map(change).collect(Collectors.joining(" "));
  }

  private static boolean isNumber(String word) {
    return Character.isDigit(word.charAt(0));
  }

  private static String number(SplittableRandom random) {
    return Integer.toString(random.nextInt(MAX_NUMBER));
  }

  /** Draws a word by Zipf's law: the n-th word has a share of about 1/n. */
  private String word(SplittableRandom random) {
    int rank = (int) Math.exp(random.nextDouble() * Math.log(words.length + 1));
    return words[rank - 1];
  }
}
