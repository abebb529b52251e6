package io.github.lucenesimhash.passage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes words and texts in which they are written, and finds copied words by brute force. */
public final class PassageOracle {

  private static final List<String> BETWEEN =
      List.of(" ", " ", " ", "\n", ", ", ". ", "  ", "\r\n", " (", "! ", "\t", "\u3000", "。");

  private PassageOracle() {}

  /** Writes words in random forms in which they count as equal. */
  static String written(Random random, List<String> words) {
    StringBuilder text = new StringBuilder();
    for (String word : words) {
      boolean isHan = word.charAt(0) >= 0x4E00;
      if (isHan && random.nextInt(8) > 0) {
        text.append(word);
      } else {
        text.append(BETWEEN.get(random.nextInt(BETWEEN.size())));
        switch (random.nextInt(4)) {
          case 0 -> text.append(word.toUpperCase(Locale.ROOT));
          case 1 -> word.chars().forEach(c -> text.append(wide((char) c)));
          default -> text.append(word);
        }
      }
    }
    return text.toString();
  }

  private static char wide(char c) {
    return c > 0x20 && c < 0x7F ? (char) (c + 0xFEE0) : c;
  }

  static List<String> words(Random random, int vocabulary, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int word = random.nextInt(1 + random.nextInt(vocabulary));
      words.add(word % 3 == 0 ? Character.toString(0x4E00 + word % 20_000) : "w" + word);
    }
    return words;
  }

  /** Returns the words of the other text in runs of at least the given length that the text has. */
  public static BitSet copied(List<String> text, List<String> other, int atLeast) {
    BitSet copied = new BitSet();
    int[] runs = new int[text.size() + 1]; // runs that end before each word of the text
    for (int i = 0; i < other.size(); i++) {
      for (int k = text.size(); k > 0; k--) {
        runs[k] = text.get(k - 1).equals(other.get(i)) ? runs[k - 1] + 1 : 0;
        if (runs[k] >= atLeast) {
          copied.set(i + 1 - runs[k], i + 1);
        }
      }
    }
    return copied;
  }
}
