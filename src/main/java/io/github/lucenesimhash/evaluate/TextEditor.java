package io.github.lucenesimhash.evaluate;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Edits texts by a share of their words. Words and passages that come in are taken from other texts
 * of the same kind, Chinese or not, so they look like the language at hand. Safe for use by several
 * threads.
 */
final class TextEditor {

  /** Draws of another word before the same one is put up with. */
  private static final int DRAWS = 20;

  private final List<WordSpans> texts;
  private final List<WordSpans> chinese;
  private final List<WordSpans> other;

  /**
   * An editor.
   *
   * @param texts each with at least one word
   */
  TextEditor(List<WordSpans> texts) {
    this.texts = texts;
    chinese = texts.stream().filter(WordSpans::chinese).toList();
    other = texts.stream().filter(text -> !text.chinese()).toList();
  }

  /**
   * A copy of a text with an edit of one kind.
   *
   * @param number of the text
   * @param share of the words, above 0 and below 1; at least one word is edited
   * @param seed with the same arguments it is the same copy
   */
  String edit(int number, EditKind kind, double share, long seed) {
    WordSpans text = texts.get(number);
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

  private String scattered(WordSpans text, EditKind kind, int words, RandomGenerator random) {
    BitSet edited = new BitSet();
    while (edited.cardinality() < words) {
      edited.set(random.nextInt(text.size()));
    }
    StringBuilder result = new StringBuilder(text.head());
    for (int i = 0; i < text.size(); i++) {
      if (!edited.get(i)) {
        result.append(text.word(i));
      } else if (kind == EditKind.SUBSTITUTION) {
        result.append(anotherWord(text, i, random));
      } else if (kind == EditKind.INSERTION) {
        result.append(text.word(i));
        join(result, anotherWord(text, i, random));
      }
      result.append(text.gap(i));
    }
    return result.toString();
  }

  /** To any place but its own, if there is another. */
  private static String move(WordSpans text, int words, RandomGenerator random) {
    int left = text.size() - words;
    int from = random.nextInt(left + 1);
    int to = left == 0 ? 0 : (from + 1 + random.nextInt(left)) % (left + 1);
    String passage = text.passage(from, from + words);
    StringBuilder result = new StringBuilder(text.head());
    if (to < from) {
      join(result, text.passage(0, to));
      join(result, passage);
      join(result, text.passage(to, from));
      join(result, text.passage(from + words, text.size()));
    } else {
      join(result, text.passage(0, from));
      join(result, text.passage(from + words, to + words));
      join(result, passage);
      join(result, text.passage(to + words, text.size()));
    }
    return result.toString();
  }

  private String boilerplate(WordSpans text, int words, RandomGenerator random) {
    WordSpans source = another(text, random);
    int length = Math.min(words, source.size());
    int from = random.nextInt(source.size() - length + 1);
    String passage = source.passage(from, from + length);
    return random.nextBoolean() ? passage + "\n" + text.text() : text.text() + "\n" + passage;
  }

  private String anotherWord(WordSpans text, int replaced, RandomGenerator random) {
    String word = text.word(replaced);
    String another = word;
    for (int draw = 0; draw < DRAWS && another.equalsIgnoreCase(word); draw++) {
      WordSpans source = another(text, random);
      another = source.word(random.nextInt(source.size()));
    }
    return another;
  }

  private WordSpans another(WordSpans text, RandomGenerator random) {
    List<WordSpans> sources = text.chinese() ? chinese : other;
    return sources.get(random.nextInt(sources.size()));
  }

  /** Appends, with a space where the parts may run into one word; Chinese has none between. */
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
}
