package io.github.lucenesimhash.analysis;

import java.lang.Character.UnicodeBlock;
import java.lang.Character.UnicodeScript;

/**
 * Classifies characters to find words, according to the classes of UAX 29, with {@link #SINGLE} for
 * characters that are words by themselves. A character of a class below 0 begins a word only in a
 * text of symbols alone. Characters of class {@link #CONNECTOR} and above may follow each other
 * within a word.
 */
final class WordClass {

  static final byte OTHER = -8;

  /** A character that joins letters. MID_NUMBER joins digits, and MID_BOTH joins either. */
  static final byte MID_LETTER = -7;

  static final byte MID_BOTH = -6;
  static final byte MID_NUMBER = -5;
  static final byte SINGLE_QUOTE = -4;
  static final byte DOUBLE_QUOTE = -3;

  /** A mark or an invisible character, which belongs to the character before it. */
  static final byte EXTEND = 1;

  /** A character that is a word by itself: Han, kana, and letters of scripts without spaces. */
  static final byte SINGLE = 2;

  /** A low line or a similar character, which is part of a word only beside letters or digits. */
  static final byte CONNECTOR = 3;

  static final byte NUMBER = 4;
  static final byte LETTER = 5;
  static final byte HEBREW = 6;

  private static final String MID_LETTERS = ":\u00B7\u0387\u055F\u05F4\u2027";
  private static final String MID_BOTHS = ".\u2018\u2019\u2024";
  private static final String MID_NUMBERS = ",;\u0589\u060C\u060D\u066C\u07F8\u2044";

  /** The characters that UAX 29 treats as letters although they are not alphabetic. */
  private static final String LETTERS = "\u055B\u055C\u055E\u05F3";

  private static final int DECIMAL_POINT = 0x66B; // of Arabic numbers; UAX 29 treats it as a digit

  /** The cached classes of chars. Several threads may compute the same class. */
  private static final byte[] CLASSES = new byte[Character.MIN_SUPPLEMENTARY_CODE_POINT];

  private WordClass() {}

  /**
   * Returns the cached class of a char, or 0 for a surrogate and for a char that {@link #of} has
   * not seen yet.
   */
  static byte known(char c) {
    return CLASSES[c];
  }

  static boolean mayBeMark(char c) {
    return (CLASSES[c] & ~EXTEND) == 0;
  }

  static byte of(int c) {
    byte kind = c < CLASSES.length ? CLASSES[c] : 0;
    if (kind == 0) {
      kind = find(c);
      if (c < CLASSES.length && !Character.isSurrogate((char) c)) {
        CLASSES[c] = kind;
      }
    }
    return kind;
  }

  private static byte find(int c) {
    if (MID_LETTERS.indexOf(c) >= 0) {
      return MID_LETTER;
    } else if (MID_BOTHS.indexOf(c) >= 0) {
      return MID_BOTH;
    } else if (MID_NUMBERS.indexOf(c) >= 0) {
      return MID_NUMBER;
    } else if (c == '\'') {
      return SINGLE_QUOTE;
    } else if (c == '"') {
      return DOUBLE_QUOTE;
    } else if (c == DECIMAL_POINT) {
      return NUMBER;
    } else if (LETTERS.indexOf(c) >= 0) {
      return LETTER;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT ->
          EXTEND;
      case Character.CONNECTOR_PUNCTUATION -> CONNECTOR;
      case Character.DECIMAL_DIGIT_NUMBER -> NUMBER;
      case Character.MODIFIER_SYMBOL -> isSpacingModifier(c) ? LETTER : OTHER;
      default -> isLetter(c) ? letter(c) : OTHER;
    };
  }

  private static boolean isLetter(int c) {
    return Character.isAlphabetic(c) || UnicodeScript.of(c) == UnicodeScript.HAN;
  }

  private static boolean isSpacingModifier(int c) {
    return UnicodeBlock.SPACING_MODIFIER_LETTERS.equals(UnicodeBlock.of(c));
  }

  private static byte letter(int c) {
    if (Character.isIdeographic(c)) {
      return SINGLE;
    }
    return switch (UnicodeScript.of(c)) {
      case HEBREW -> HEBREW;
      case HAN, HIRAGANA, KATAKANA, BOPOMOFO, THAI, LAO, KHMER, MYANMAR -> SINGLE;
      case TAI_LE, NEW_TAI_LUE, TAI_THAM, TAI_VIET, AHOM -> SINGLE;
      default -> UnicodeBlock.KATAKANA.equals(UnicodeBlock.of(c)) ? SINGLE : LETTER;
    };
  }
}
