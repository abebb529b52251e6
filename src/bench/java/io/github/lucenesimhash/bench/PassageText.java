package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes texts of about 300 words from a seed. Three in ten words are boilerplate, in paragraphs
 * that 1 to 50 % of the texts share. One text in a hundred has a passage of an earlier text.
 */
final class PassageText {

  private static final int WORDS = 210; // words of a text that are not boilerplate
  private static final int PARAGRAPHS = 50;
  private static final int PARAGRAPH_WORDS = 40;
  private static final double MOST_FREQUENT = .5;
  private static final int SENTENCE = 15;
  private static final int REMEMBERED = 1000;

  private final SplittableRandom random;
  private final ZipfWords words;
  private final List<List<String>> paragraphs = new ArrayList<>();
  private final List<List<String>> before = new ArrayList<>();

  PassageText(long seed) throws IOException {
    random = new SplittableRandom(seed);
    words = new ZipfWords(random);
    for (int i = 0; i < PARAGRAPHS; i++) {
      paragraphs.add(words(PARAGRAPH_WORDS));
    }
  }

  private List<String> words(int count) {
    List<String> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(words.word(words.next()));
    }
    return list;
  }

  /** Returns the words of the next text. */
  List<String> next() {
    List<String> text = words(WORDS);
    if (!before.isEmpty() && random.nextInt(100) == 0) {
      List<String> source = before.get(random.nextInt(before.size()));
      int from = random.nextInt(source.size() - 100);
      text.addAll(random.nextInt(WORDS), source.subList(from, from + 30 + random.nextInt(70)));
    }
    for (int i = 0; i < PARAGRAPHS; i++) {
      if (random.nextDouble() < MOST_FREQUENT / (i + 1)) {
        text.addAll(random.nextInt(text.size()), paragraphs.get(i));
      }
    }
    if (before.size() < REMEMBERED) {
      before.add(text);
    } else {
      before.set(random.nextInt(REMEMBERED), text);
    }
    return text;
  }

  /** Joins words into sentences. */
  static List<String> sentences(List<String> words) {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < words.size(); i += SENTENCE) {
      sentences.add(String.join(" ", words.subList(i, Math.min(words.size(), i + SENTENCE))));
    }
    return sentences;
  }

  static String text(List<String> words) {
    return String.join(". ", sentences(words)) + ".";
  }
}
