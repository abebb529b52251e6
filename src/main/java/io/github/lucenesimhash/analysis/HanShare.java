package io.github.lucenesimhash.analysis;

/** How much of a text is Chinese, by the share of Han characters among its letters. */
public enum HanShare {
  /** No letter is a Han character. */
  NONE,
  /** Some are, but less than a quarter of the letters: not a Chinese text. */
  SOME,
  /** At least a quarter of the letters: a Chinese text. */
  CHINESE;

  /**
   * A quarter: one Chinese word has about two Han characters where an English word has five
   * letters, so at this share about half of the words are Chinese.
   */
  private static final double CHINESE_FROM = 0.25;

  /**
   * {@return the share of Han characters among the letters of a text}
   *
   * @param text of any length
   */
  public static HanShare of(CharSequence text) {
    int letters = 0;
    int han = 0;
    for (int i = 0; i < text.length(); ) {
      int c = Character.codePointAt(text, i);
      i += Character.charCount(c);
      if (Character.isLetter(c)) {
        letters++;
        han += Character.isIdeographic(c) ? 1 : 0;
      }
    }
    return han == 0 ? NONE : han >= letters * CHINESE_FROM ? CHINESE : SOME;
  }
}
