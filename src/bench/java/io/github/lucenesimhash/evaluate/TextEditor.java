package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Edits a share of the words of texts. Inserted words and passages come from other texts of the
 * same language, Chinese or not. Safe for use by several threads.
 */
final class TextEditor {

  /** The number of attempts to draw a different word. */
  private static final int DRAWS = 20;

  private final List<Words> texts;
  private final Map<Boolean, List<Words>> byChinese;

  /** Creates an editor of texts that have at least one word each. */
  TextEditor(List<Words> texts) {
    this.texts = texts;
    byChinese = texts.stream().collect(Collectors.partitioningBy(Words::chinese));
  }

  /**
   * Returns a copy of a text with an edit of one kind.
   *
   * @param number the number of the text
   * @param share the share of words to edit, above 0 and below 1; at least one word is edited
   * @param seed the seed; equal arguments give equal copies
   */
  String edit(int number, Kind kind, double share, long seed) {
    Words text = texts.get(number);
    int words = Math.max(1, (int) Math.round(share * text.size()));
    RandomGenerator random =
        new SplittableRandom(seed + 31L * number + kind.name().hashCode() + words);
    return switch (kind) {
      case SUBSTITUTION, INSERTION, DELETION -> scattered(text, kind, words, random);
      case MOVE -> move(text, words, random);
      case TRUNCATION -> text.head() + text.passage(0, text.size() - words);
      case BOILERPLATE -> boilerplate(text, words, random);
    };
  }

  private String scattered(Words text, Kind kind, int words, RandomGenerator random) {
    BitSet edited = new BitSet();
    while (edited.cardinality() < words) {
      edited.set(random.nextInt(text.size()));
    }
    StringBuilder result = new StringBuilder(text.head());
    for (int i = 0; i < text.size(); i++) {
      if (!edited.get(i)) {
        result.append(text.word(i));
      } else if (kind == Kind.SUBSTITUTION) {
        result.append(anotherWord(text, i, random));
      } else if (kind == Kind.INSERTION) {
        result.append(text.word(i));
        join(result, anotherWord(text, i, random));
      }
      result.append(text.gap(i));
    }
    return result.toString();
  }

  /** Moves a passage to another place, unless the passage is the whole text. */
  private static String move(Words text, int words, RandomGenerator random) {
    int left = text.size() - words;
    int from = random.nextInt(left + 1);
    int to = left == 0 ? 0 : (from + 1 + random.nextInt(left)) % (left + 1);
    int first = Math.min(from, to); // two passages are swapped
    int second = to < from ? from : from + words;
    int end = Math.max(from, to) + words;
    StringBuilder result = new StringBuilder(text.head());
    join(result, text.passage(0, first));
    join(result, text.passage(second, end));
    join(result, text.passage(first, second));
    join(result, text.passage(end, text.size()));
    return result.toString();
  }

  private String boilerplate(Words text, int words, RandomGenerator random) {
    Words source = another(text, random);
    int length = Math.min(words, source.size());
    int from = random.nextInt(source.size() - length + 1);
    String passage = source.passage(from, from + length);
    return random.nextBoolean() ? passage + "\n" + text.text() : text.text() + "\n" + passage;
  }

  private String anotherWord(Words text, int replaced, RandomGenerator random) {
    String word = text.word(replaced);
    String another = word;
    for (int draw = 0; draw < DRAWS && another.equalsIgnoreCase(word); draw++) {
      Words source = another(text, random);
      another = source.word(random.nextInt(source.size()));
    }
    return another;
  }

  private Words another(Words text, RandomGenerator random) {
    List<Words> sources = byChinese.get(text.chinese());
    return sources.get(random.nextInt(sources.size()));
  }

  /** Appends a part, after a space where the parts might otherwise form one word. */
  private static void join(StringBuilder text, String more) {
    if (!text.isEmpty() && !more.isEmpty()) {
      int last = text.codePointBefore(text.length());
      if (!Character.isWhitespace(last)
          && !Character.isIdeographic(last)
          && !Character.isIdeographic(more.codePointAt(0))) {
        text.append(' ');
      }
    }
    text.append(more);
  }

  /** A range of characters of a text. */
  record Part(int from, int to) {}

  /** Holds a text and its words. A Chinese text is segmented into words. */
  record Words(String text, boolean chinese, List<Part> words) {

    private static final FingerprintScheme CHINESE = FingerprintScheme.parse("zh");
    private static final FingerprintScheme OTHERS = FingerprintScheme.parse("en");

    /** Returns the words of a text, which is Chinese if a quarter of its letters are Han. */
    static Words of(String text) {
      long letters = text.codePoints().filter(Character::isLetter).count();
      long han =
          text.codePoints()
              .filter(c -> Character.isLetter(c) && Character.isIdeographic(c))
              .count();
      boolean isChinese = han > 0 && 4 * han >= letters;
      Tokens tokens = (isChinese ? CHINESE : OTHERS).tokens(text, true);
      List<Part> words = new ArrayList<>();
      int end = 0;
      for (int i = 0; i < tokens.size(); i++) {
        if (tokens.from(i) >= end && tokens.to(i) > tokens.from(i)) { // some have one character
          end = tokens.to(i);
          words.add(new Part(tokens.from(i), end));
        }
      }
      return new Words(text, isChinese, words);
    }

    int size() {
      return words.size();
    }

    String word(int i) {
      return text.substring(words.get(i).from(), words.get(i).to());
    }

    /**
     * Returns the text from the start of a word to the start of another, or to the end of the text.
     */
    String passage(int from, int to) {
      return text.substring(start(from), start(to));
    }

    private int start(int i) {
      return i < words.size() ? words.get(i).from() : text.length();
    }

    String head() {
      return text.substring(0, start(0));
    }

    String gap(int i) {
      return text.substring(words.get(i).to(), start(i + 1));
    }
  }
}
