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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A corpus of the shape of FineWeb's sample, the same for the same seed: texts of a third to five
 * thirds of a length of real English words, drawn by Zipf's law. Some are copies of an earlier text
 * that is no copy: every second as it was, the others with up to a twentieth of its words replaced.
 */
final class RecordCorpus {

  /** The least resemblance of a copy that is to be found. */
  static final double ALIKE = 0.8;

  private static final TextVerifier VERIFIER = TextVerifier.standard();
  private static final int SENTENCE_WORDS = 16;
  private static final int MAX_EDITED = 20; // one word in so many
  private static final int ARTICLES = 4_000; // their words are taken

  /** Documents that are written together, and such parts at a time. */
  private static final int PART = 2_000;

  private static final int STEP = 64;

  private final int characters;
  private final long seed;
  private final double copies;
  private final String[] words;

  /**
   * @param characters of a text on average
   * @param copies their share of all documents, 0 to 1
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

  /** Writes documents as lines of JSON; packed if the name ends in .zst. */
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

  /** As long as one of a web archive. */
  private static String id(int document) {
    return "<urn:uuid:" + new UUID(new SplittableRandom(document).nextLong(), document) + ">";
  }

  /** Of an id, behind the name of an index for one. */
  static int document(String id) {
    return (int)
        UUID.fromString(id.substring(id.lastIndexOf(':') + 1, id.length() - 1))
            .getLeastSignificantBits();
  }

  /** The document that one is a copy of, or itself. */
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

  /** Whether a copy resembles its original. */
  boolean isAlike(int copy) {
    FeatureSet original = VERIFIER.features(text(original(copy)));
    return VERIFIER.features(text(copy)).jaccard(original) >= ALIKE;
  }

  String text(int document) {
    int original = original(document);
    return original == document ? ownText(document) : copy(document, original);
  }

  private String ownText(int document) {
    SplittableRandom random = random(document, 1);
    int length = random.nextInt(characters / 3, characters / 3 * 5);
    StringBuilder text = new StringBuilder(length + 50).append(word(random));
    while (text.length() < length) {
      text.append(random.nextInt(SENTENCE_WORDS) == 0 ? ". " : " ").append(word(random));
    }
    return text.toString();
  }

  private String copy(int document, int original) {
    SplittableRandom random = random(document, 2);
    if (random.nextBoolean()) {
      return ownText(original);
    }
    double edited = random.nextDouble() / MAX_EDITED;
    String[] copied = ownText(original).split(" ", -1);
    for (int i = 0; i < copied.length; i++) {
      copied[i] = random.nextDouble() < edited ? word(random) : copied[i];
    }
    return String.join(" ", copied);
  }

  /** The n-th has a share of about 1/n. */
  private String word(SplittableRandom random) {
    int rank = (int) Math.exp(random.nextDouble() * Math.log(words.length + 1));
    return words[rank - 1];
  }
}
