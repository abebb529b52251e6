package io.github.lucenesimhash.analysis;

/**
 * Classifies the symbols that change the meaning of a text: signs of numbers, currencies,
 * comparisons and other operators, marks such as √, × and ☆, and emoji. Bullets, arrows and bars do
 * not count.
 */
final class Symbols {

  static final byte NONE = 1;

  /** A minus sign, which precedes a number. */
  static final byte MINUS = 2;

  /** A percent sign, which follows a number. */
  static final byte PERCENT = 3;

  static final byte CURRENCY = 4;

  /** A sign that matters only next to a number; elsewhere it may quote or separate. */
  static final byte OPERATOR = 5;

  /** A sign that always matters. */
  static final byte SIGN = 6;

  private static final byte[] KINDS = new byte[Character.MIN_SUPPLEMENTARY_CODE_POINT];

  private Symbols() {}

  /** Returns the class of a character of a normal text. Several threads may compute a class. */
  static byte of(int c) {
    if (c >= KINDS.length) {
      return find(c);
    }
    byte kind = KINDS[c];
    if (kind == 0) {
      kind = find(c);
      KINDS[c] = kind;
    }
    return kind;
  }

  private static byte find(int c) {
    return switch (c) {
      case '-', '\u2212' -> MINUS;
      case '%', '\u2030' -> PERCENT;
      case '<', '>', '=', '+' -> OPERATOR;
      case '|', '~', '\u00AC', '\u2044' -> NONE;
      default ->
          switch (Character.getType(c)) {
            case Character.CURRENCY_SYMBOL -> CURRENCY;
            case Character.MATH_SYMBOL -> isOperator(c) ? SIGN : NONE;
            case Character.OTHER_SYMBOL -> isPicture(c) ? SIGN : NONE;
            default -> NONE;
          };
    };
  }

  /**
   * Returns whether a mathematical symbol is an operator, and not an arrow, a shape or a part of a
   * bracket.
   */
  private static boolean isOperator(int c) {
    return c < 0x2190 || (c >= 0x2200 && c < 0x2300) || (c >= 0x2A00 && c < 0x2B00);
  }

  /** Returns whether another symbol is a picture, and not a shape, an arrow or a line. */
  private static boolean isPicture(int c) {
    return (c >= 0x2600 && c < 0x2794) || (c >= 0x2B50 && c <= 0x2B55) || c >= 0x1F000;
  }
}
