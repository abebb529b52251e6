package io.github.lucenesimhash.analysis;

/**
 * The words of a normal text: by the rules of UAX 29 for word borders (Unicode Text Segmentation,
 * WB1 to WB13b, but not WB7a) those that have a letter or digit. Letters of scripts without spaces
 * between words (Han, kana, Thai, Lao, Khmer, Burmese) are words of their own with their marks. All
 * others are those of Lucene's StandardTokenizer, but for emoji and some marks beside Hebrew
 * letters. A text without any of them has its symbols for words, such as emoji.
 */
final class WordScanner implements Words {

  /** Characters of a word; a longer one is cut, so that it can be a term of an index. */
  static final int MAX_LENGTH = 255;

  private final NormalText normal;
  private final boolean byCharacter;
  private final char[] text;
  private int start;
  private int end;
  private boolean isSingle;
  private boolean hasWord;
  private boolean hasSymbolsOnly;

  /** One that takes letters and digits for words each, with their marks, if asked to. */
  WordScanner(NormalText normal, boolean byCharacter) {
    this.normal = normal;
    this.byCharacter = byCharacter;
    text = normal.chars();
  }

  @Override
  public char[] text() {
    return text;
  }

  @Override
  public int start() {
    return start;
  }

  @Override
  public int length() {
    return end - start;
  }

  @Override
  public boolean isSingle() {
    return isSingle;
  }

  /** Only of a text that has offsets. */
  @Override
  public int from() {
    return normal.start(start);
  }

  @Override
  public int to() {
    return normal.end(end - 1);
  }

  /** Whether a word is a letter of such a script, with its marks. */
  static boolean isSingle(char[] word, int length) {
    if (length == 0 || word[0] < 0x80) {
      return false;
    }
    int c = Character.codePointAt(word, 0, length);
    boolean isSingle = WordClass.of(c) == WordClass.SINGLE;
    for (int i = Character.charCount(c); isSingle && i < length; i += Character.charCount(c)) {
      c = Character.codePointAt(word, i, length);
      isSingle = WordClass.of(c) == WordClass.EXTEND;
    }
    return isSingle;
  }

  @Override
  public boolean next() {
    for (int i = hasSymbolsOnly ? text.length : end; i < text.length; ) {
      byte kind = classAt(i);
      if (kind < WordClass.CONNECTOR) {
        i++; // the low half of a pair is of no class
      } else if (kind == WordClass.CONNECTOR) {
        int behind = behindConnectors(i);
        if (!byCharacter && behind < text.length && isInWord(classAt(behind))) {
          word(behind - i < MAX_LENGTH ? i : behind, behind);
          return true;
        }
        i = behind;
      } else if (kind == WordClass.SINGLE || byCharacter) {
        start = i;
        end = behindMarks(i + count(i));
        return found(kind == WordClass.SINGLE);
      } else {
        word(i, i);
        return true;
      }
    }
    return !hasWord && symbol();
  }

  private boolean found(boolean single) {
    isSingle = single;
    hasWord = true;
    end = Math.min(end, start + MAX_LENGTH);
    if (end - start == MAX_LENGTH && Character.isHighSurrogate(text[end - 1])) {
      end--;
    }
    return true;
  }

  private static boolean isInWord(byte kind) {
    return kind == WordClass.LETTER || kind == WordClass.NUMBER || kind == WordClass.HEBREW;
  }

  /** Finds the end of a word that has a letter or digit at an index. */
  private void word(int from, int first) {
    start = from;
    int limit = (int) Math.min(text.length, (long) from + MAX_LENGTH);
    byte before = WordClass.OTHER;
    int i = first;
    while (i < limit) {
      byte kind = classAt(i);
      if (kind >= WordClass.CONNECTOR && kind != WordClass.SINGLE) {
        before = kind;
        i += count(i);
      } else if (kind == WordClass.EXTEND) {
        i += count(i);
      } else {
        int behind = joins(before, kind) ? behindMarks(i + 1) : limit;
        if (behind >= limit || !joins(before, kind, classAt(behind))) {
          break;
        }
        i = behind;
      }
    }
    end = i;
    found(false);
  }

  private static boolean joins(byte before, byte kind) {
    return kind >= WordClass.MID_LETTER && kind <= WordClass.DOUBLE_QUOTE && isInWord(before);
  }

  private static boolean joins(byte before, byte kind, byte behind) {
    return switch (kind) {
      case WordClass.MID_LETTER -> isLetter(before) && isLetter(behind);
      case WordClass.MID_NUMBER -> before == WordClass.NUMBER && behind == WordClass.NUMBER;
      case WordClass.DOUBLE_QUOTE -> before == WordClass.HEBREW && behind == WordClass.HEBREW;
      default ->
          before == WordClass.NUMBER
              ? behind == WordClass.NUMBER
              : isLetter(before) && isLetter(behind);
    };
  }

  private static boolean isLetter(byte kind) {
    return kind == WordClass.LETTER || kind == WordClass.HEBREW;
  }

  private int behindConnectors(int from) {
    int i = from;
    while (i < text.length) {
      byte kind = classAt(i);
      if (kind != WordClass.CONNECTOR && kind != WordClass.EXTEND) {
        break;
      }
      i += count(i);
    }
    return i;
  }

  private int behindMarks(int from) {
    int i = from;
    while (i < text.length && classAt(i) == WordClass.EXTEND) {
      i += count(i);
    }
    return i;
  }

  private byte classAt(int i) {
    char c = text[i];
    return WordClass.of(Character.isHighSurrogate(c) ? Character.codePointAt(text, i) : c);
  }

  private int count(int i) {
    return Character.isHighSurrogate(text[i])
        ? Character.charCount(Character.codePointAt(text, i))
        : 1;
  }

  private boolean symbol() {
    hasSymbolsOnly = true;
    while (end < text.length) {
      start = end;
      end += count(start);
      switch (Character.getType(Character.codePointAt(text, start))) {
        case Character.OTHER_SYMBOL,
            Character.MATH_SYMBOL,
            Character.CURRENCY_SYMBOL,
            Character.MODIFIER_SYMBOL,
            Character.OTHER_NUMBER,
            Character.PRIVATE_USE -> {
          isSingle = false;
          return true;
        }
        default -> {}
      }
    }
    return false;
  }
}
