package io.github.lucenesimhash.analysis;

/**
 * Tells which symbols change the meaning of a text: signs of numbers, currencies, comparisons and
 * other operators, marks such as √, × and ☆, and emoji. Bullets, arrows and bars do not.
 */
final class Symbols {

  static final byte NONE = 1;

  /** A sign before a number. */
  static final byte MINUS = 2;

  /** A sign behind a number. */
  static final byte PERCENT = 3;

  static final byte CURRENCY = 4;

  /** Has a meaning beside a number only; elsewhere it may quote or separate. */
  static final byte OPERATOR = 5;

  /** Has a meaning everywhere. */
  static final byte SIGN = 6;

  private static final byte[] KINDS = new byte[Character.MIN_SUPPLEMENTARY_CODE_POINT];

  private Symbols() {}

  /** Returns the kind of a character of a normal text. Threads may find the same twice. */
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

  /** Leaves out arrows, shapes and parts of brackets. */
  private static boolean isOperator(int c) {
    return c < 0x2190 || (c >= 0x2200 && c < 0x2300) || (c >= 0x2A00 && c < 0x2B00);
  }

  /** Leaves out shapes, arrows and lines. */
  private static boolean isPicture(int c) {
    return (c >= 0x2600 && c < 0x2794) || (c >= 0x2B50 && c <= 0x2B55) || c >= 0x1F000;
  }
}
