package io.github.lucenesimhash.analysis;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Looks up the normal form of a character, and whether it combines with its neighbours. Pages of
 * 256 characters are computed on first use.
 */
final class CharacterForms {

  private static final int SIZE = 256;

  /** The form of a character that combines with the character before it. */
  static final int COMBINES = -1;

  /** The form of a character whose normal form has several code points. */
  static final int LONGER = -2;

  /** The form of an invisible character, which is left out. */
  static final int IGNORED = -3;

  /** The character with the longest normal form, an Arabic phrase. */
  static final int LONGEST = 0xFDFA;

  private static final int IOTA_BELOW = 0x345; // the only mark that has a case

  private static final AtomicReferenceArray<CharacterForms> PAGES =
      new AtomicReferenceArray<>((Character.MAX_CODE_POINT + 1) / SIZE);

  /** The forms that {@link #plain} returns. Two threads may write the same page. */
  private static final char[] PLAIN = new char[Character.MIN_SUPPLEMENTARY_CODE_POINT];

  private final int[] forms = new int[SIZE];
  private final String[] longer = new String[SIZE];

  private CharacterForms(int first) {
    for (int i = 0; i < SIZE; i++) {
      int c = first + i;
      set(i, c);
      boolean isChar = c <= Character.MAX_VALUE && !Character.isSurrogate((char) c);
      if (isChar && c != LONGEST && isIn(forms[i], 1, Character.MAX_VALUE)) {
        PLAIN[c] = (char) forms[i];
      }
    }
  }

  private static CharacterForms page(int c) {
    CharacterForms page = PAGES.getAcquire(c / SIZE);
    if (page == null) {
      page = new CharacterForms(c & -SIZE);
      PAGES.setRelease(c / SIZE, page);
    }
    return page;
  }

  /**
   * Returns the normal form of a character if its page is computed and the form is also one char,
   * otherwise 0.
   */
  static char plain(char c) {
    return PLAIN[c];
  }

  /** Returns the normal form as a code point, or COMBINES, LONGER or IGNORED. */
  static int of(int c) {
    return page(c).forms[c % SIZE];
  }

  static String longer(int c) {
    return page(c).longer[c % SIZE];
  }

  /**
   * Returns the normal form of a text as the JDK computes it, in time quadratic in the number of
   * consecutive marks.
   */
  static String normal(String text) {
    String nfkd = Normalizer.normalize(text, Form.NFKD);
    StringBuilder folded = new StringBuilder(nfkd.length());
    for (int i = 0, c; i < nfkd.length(); i += Character.charCount(c)) {
      c = nfkd.codePointAt(i);
      int form = of(c);
      switch (form) {
        case IGNORED -> {}
        case LONGER -> folded.append(longer(c));
        case COMBINES -> folded.appendCodePoint(c == IOTA_BELOW ? 'ι' : c);
        default -> folded.appendCodePoint(form);
      }
    }
    return Normalizer.normalize(folded, Form.NFKC);
  }

  private void set(int i, int c) {
    String character = Character.toString(c);
    String parts = Normalizer.normalize(character, Form.NFKD);
    if (isIgnored(c)) {
      forms[i] = IGNORED;
    } else if (combines(parts.codePointAt(0))) {
      forms[i] = COMBINES;
    } else {
      String form = c == LONGEST ? character : Normalizer.normalize(folded(parts), Form.NFKC);
      boolean isOne = form.codePointCount(0, form.length()) == 1;
      forms[i] = isOne ? form.codePointAt(0) : LONGER;
      longer[i] = form;
    }
  }

  /** Returns whether a character is a Default_Ignorable_Code_Point of Unicode. */
  private static boolean isIgnored(int c) {
    return c == 0xAD
        || c == 0x34F
        || c == 0x61C
        || isIn(c, 0x115F, 0x1160)
        || isIn(c, 0x17B4, 0x17B5)
        || isIn(c, 0x180B, 0x180F)
        || isIn(c, 0x200B, 0x200F)
        || isIn(c, 0x202A, 0x202E)
        || isIn(c, 0x2060, 0x206F)
        || c == 0x3164
        || isIn(c, 0xFE00, 0xFE0F)
        || c == 0xFEFF
        || c == 0xFFA0
        || isIn(c, 0xFFF0, 0xFFF8)
        || isIn(c, 0x1BCA0, 0x1BCA3)
        || isIn(c, 0x1D173, 0x1D17A)
        || isIn(c, 0xE0000, 0xE0FFF);
  }

  /**
   * Returns whether a character is a mark, a vowel or final consonant of Hangul, or a vowel of
   * Kirat Rai that is a letter.
   */
  private static boolean combines(int c) {
    return isMark(c) || isIn(c, 0x1160, 0x11FF) || isIn(c, 0x16D60, 0x16D6F);
  }

  private static boolean isIn(int c, int first, int last) {
    return c >= first && c <= last;
  }

  static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  /** Folds case as Unicode does, except that Cherokee becomes lower case. */
  private static String folded(String nfkd) {
    StringBuilder folded = new StringBuilder();
    for (int i = 0, c; i < nfkd.length(); i += Character.charCount(c)) {
      c = nfkd.codePointAt(i);
      String upper = Character.toString(Character.toLowerCase(c)).toUpperCase(Locale.ROOT);
      folded.append(c == 'ı' ? "ı" : lowerCase(upper));
    }
    return folded.toString();
  }

  /**
   * Converts a text to lower case, each character by itself, because String.toLowerCase considers
   * the letters around a sigma.
   */
  private static StringBuilder lowerCase(String text) {
    StringBuilder lower = new StringBuilder();
    for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      lower.appendCodePoint(Character.toLowerCase(c));
    }
    return lower;
  }
}
