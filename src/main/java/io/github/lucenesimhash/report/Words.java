package io.github.lucenesimhash.report;

import java.util.Map;
import org.apache.lucene.util.ArrayUtil;

/** A text cut into words, each with a number that equal words share. */
final class Words {

  private static final String WHITE_SPACE = " ";

  private int count;
  private int[] starts = new int[64];
  private int[] numbers = new int[64];

  private Words() {}

  /**
   * @param numbers of words seen so far; grows
   */
  static Words of(String text, Map<String, Integer> numbers) {
    Words words = new Words();
    int start = 0;
    while (start < text.length()) {
      int end = end(text, start);
      String word =
          Character.isWhitespace(text.codePointAt(start))
              ? WHITE_SPACE
              : text.substring(start, end);
      words.add(start, numbers.computeIfAbsent(word, unused -> numbers.size()));
      start = end;
    }
    words.add(text.length(), -1);
    words.count--;
    return words;
  }

  private static int end(String text, int start) {
    int first = text.codePointAt(start);
    int end = start + Character.charCount(first);
    if (!runsOn(first)) {
      return end;
    }
    boolean space = Character.isWhitespace(first);
    while (end < text.length()) {
      int next = text.codePointAt(end);
      if (!runsOn(next) || Character.isWhitespace(next) != space) {
        break;
      }
      end += Character.charCount(next);
    }
    return end;
  }

  /** Whether characters of this kind that follow each other are one word. */
  private static boolean runsOn(int c) {
    return Character.isWhitespace(c)
        || (Character.isUnicodeIdentifierPart(c)
            && !Character.isIdeographic(c)
            && !Character.isIdentifierIgnorable(c));
  }

  private void add(int start, int number) {
    starts = ArrayUtil.grow(starts, count + 1);
    numbers = ArrayUtil.grow(numbers, count + 1);
    starts[count] = start;
    numbers[count] = number;
    count++;
  }

  int count() {
    return count;
  }

  int number(int word) {
    return numbers[word];
  }

  /** In characters; for the word past the last one the text's length. */
  int start(int word) {
    return starts[word];
  }
}
