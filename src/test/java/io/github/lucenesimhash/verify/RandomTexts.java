package io.github.lucenesimhash.verify;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes texts that share much or little: English, Chinese, mixed, tiny, empty, and edited. */
final class RandomTexts {

  private static final String[] MARKS = {" ", ", ", "\n", "。", " - ", "-\n", "\u3000", "!"};
  private static final String[] WORDS = {
    "near",
    "Near",
    "duplicate",
    "ＦＵＬＬ",
    "naïve",
    "e\u0301",
    "ﬁne",
    "42",
    "x",
    "Straße",
    "ΟΔΟΣ",
    "日本",
    "中",
    "文",
    "重复的",
    "文本",
    "𠀀",
    "\ud800",
    "½",
    "_",
    "Ⅳ",
    "かな",
    "한국"
  };

  private RandomTexts() {}

  /** Returns a text of 0 to 60 words, of which about half are Chinese texts. */
  static String next(Random random) {
    int words = random.nextInt(4) == 0 ? random.nextInt(5) : random.nextInt(60);
    int from = random.nextInt(WORDS.length / 2);
    int vocabulary = 1 + random.nextInt(WORDS.length - from);
    List<String> text = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      text.add(WORDS[from + random.nextInt(vocabulary)]);
      text.add(RandomPicks.randomFrom(random, MARKS));
    }
    return String.join("", text);
  }

  /** Returns a text of which some characters are removed, replaced or repeated. */
  static String edit(Random random, String text) {
    StringBuilder edited = new StringBuilder(text);
    for (int edits = random.nextInt(6); edits > 0; edits--) {
      int at = random.nextInt(edited.length() + 1);
      int end = Math.min(edited.length(), at + random.nextInt(10));
      edited.replace(at, end, random.nextBoolean() ? "" : RandomPicks.randomFrom(random, WORDS));
    }
    return edited.toString();
  }
}
