package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes a corpus of any size, which depends only on the arguments: a JSON object a line with id
 * and text. One document in ten is a copy of an earlier one with 0 to 10 % of its words replaced.
 * One document in ten, or in a given number, is Chinese. Words are drawn by a power law, as in real
 * texts.
 *
 * <pre>mvn -q test-compile exec:exec@bench -Dbench.args="corpus 1000000 1000 7 FILE"</pre>
 */
public final class CorpusGenerator {

  private static final int WORDS = 50_000;
  private static final int HAN_CHARACTERS = 3_000;
  private static final int FIRST_HAN = 0x4E00;
  private static final String[] SYLLABLES = syllables();

  private final int characters;
  private final long seed;
  private final int perChinese;
  private final String[] words = new String[WORDS];
  private final int[] han = new int[HAN_CHARACTERS];

  public CorpusGenerator(int characters, long seed) {
    this(characters, seed, 10);
  }

  /**
   * Creates a generator.
   *
   * @param characters the approximate number of characters in each text
   * @param perChinese the number of documents of which one is Chinese
   */
  public CorpusGenerator(int characters, long seed, int perChinese) {
    this.characters = characters;
    this.seed = seed;
    this.perChinese = perChinese;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < WORDS; i++) {
      StringBuilder word = new StringBuilder();
      for (int syllables = 1 + random.nextInt(4); syllables > 0; syllables--) {
        word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
      }
      words[i] = word.toString();
    }
    for (int i = 0; i < HAN_CHARACTERS; i++) {
      han[i] = FIRST_HAN + random.nextInt(0x5000);
    }
  }

  private static String[] syllables() {
    String consonants = "bdfgklmnprst";
    String vowels = "aeiou";
    String[] syllables = new String[consonants.length() * vowels.length()];
    for (int i = 0; i < syllables.length; i++) {
      syllables[i] =
          "" + consonants.charAt(i / vowels.length()) + vowels.charAt(i % vowels.length());
    }
    return syllables;
  }

  /** Writes documents with the ids d0, d1 and so on. */
  public void write(int documents, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      write(documents, out);
    }
  }

  /** Writes the documents. */
  public void write(int documents, Writer out) throws IOException {
    for (int i = 0; i < documents; i++) {
      out.write("{\"id\":\"d" + i + "\",\"text\":\"" + text(i) + "\"}\n");
    }
  }

  /** Returns the text of a document by its number: letters, full stops and spaces. */
  public String text(int document) {
    SplittableRandom random = random(document);
    if (document == 0 || random.nextInt(10) > 0) {
      return original(document);
    }
    int earlier = random.nextInt(document);
    String text = text(earlier);
    double share = random.nextDouble() / 10;
    StringBuilder edited = new StringBuilder(text.length());
    boolean chinese = Character.isIdeographic(text.charAt(0));
    for (String part : text.split(chinese ? "" : " ", -1)) {
      boolean replaced = random.nextDouble() < (chinese ? share / 2 : share);
      edited.append(replaced ? unit(random, chinese) : part).append(chinese ? "" : " ");
    }
    return edited.toString().strip();
  }

  private SplittableRandom random(int document) {
    return new SplittableRandom(seed * 1_000_003 + document);
  }

  private String original(int document) {
    SplittableRandom random = random(document).split();
    boolean chinese = random.nextInt(perChinese) == 0;
    StringBuilder text = new StringBuilder(characters + 20);
    while (text.length() < characters) {
      text.append(unit(random, chinese));
      if (random.nextInt(12) == 0) {
        text.append(chinese ? "\u3002" : ".");
      }
      if (!chinese) {
        text.append(' ');
      }
    }
    return text.toString().strip();
  }

  /** Draws a word or a Han character; the n-th has a share of about 1/n. */
  private String unit(SplittableRandom random, boolean chinese) {
    int count = chinese ? HAN_CHARACTERS : WORDS;
    int rank = (int) Math.exp(random.nextDouble() * Math.log(count));
    return chinese ? Character.toString(han[rank % count]) : words[rank % count];
  }
}
