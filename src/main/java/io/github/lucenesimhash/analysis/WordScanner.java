package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;

/**
 * Finds the words of a normal text that contain a letter or a digit, according to the word boundary
 * rules of UAX 29 (Unicode Text Segmentation, WB1 to WB13b without WB7a). Each letter of a script
 * without spaces between words (Han, kana, Thai, Lao, Khmer, Burmese) is a word by itself, together
 * with its marks. All other words are the same as those of Lucene's StandardTokenizer, except that
 * emoji are not words, that some marks beside Hebrew letters differ, and that signs # and + after
 * letters belong to the word, as in C# and C++. If a text has no words, its symbols, such as emoji,
 * are the words.
 *
 * <p>This class replaces StandardTokenizer and its filters, because fingerprints are made 1.2 to
 * 1.9 times as fast, compatibility forms are read as {@link NormalText} has them, and letters of
 * scripts without spaces come one by one.
 */
final class WordScanner implements Words {

  /** The maximum length of a word. Longer words are cut, so that each can be a term of an index. */
  static final int MAX_LENGTH = 255;

  private final NormalText normal;
  private final boolean byCharacter;
  private final boolean ofPassages;
  private final char[] text;
  private int start;
  private int end;
  private boolean isSingle;
  private long code; // 0 if it is not computed yet
  private boolean isAscii; // valid if the code is computed
  private boolean hasNumber; // valid if the code is computed
  private boolean hasWord;
  private boolean hasSymbolsOnly;

  /**
   * Creates a scanner. If {@code byCharacter} is true, each letter or digit with its marks is a
   * word.
   */
  WordScanner(NormalText normal, boolean byCharacter) {
    this(normal, byCharacter, false);
  }

  private WordScanner(NormalText normal, boolean byCharacter, boolean ofPassages) {
    this.normal = normal;
    this.byCharacter = byCharacter;
    this.ofPassages = ofPassages;
    text = normal.chars();
  }

  /**
   * Creates a scanner for passages. This scanner also ends words at full stops without a space
   * after them, as in "end.He", and takes an ideographic full stop after a zero for a decimal
   * point, as in "0。25".
   */
  static WordScanner ofPassages(NormalText normal) {
    return new WordScanner(normal, false, true);
  }

  boolean isByCharacter() {
    return byCharacter;
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

  @Override
  public long code() {
    return code == 0 ? Words.super.code() : code;
  }

  @Override
  public boolean isPlain() {
    return code != 0 && (isSingle || isAscii);
  }

  @Override
  public boolean isLetters() {
    return isAscii && !isSingle && !hasNumber && code != 0;
  }

  @Override
  public boolean hasDigit() {
    return !isSingle && (code == 0 || hasNumber) && Words.super.hasDigit();
  }

  /** Returns the start of the word in the original text, which must have offsets. */
  @Override
  public int from() {
    return normal.start(start);
  }

  @Override
  public int to() {
    return normal.end(end - 1);
  }

  /** Returns whether a word is a letter of a script without spaces, with its marks. */
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
    char[] chars = text;
    int i = hasSymbolsOnly ? chars.length : end;
    while (true) {
      while (i < chars.length && WordClass.known(chars[i]) < 0) {
        i++;
      }
      if (i == chars.length) {
        return !hasWord && symbol();
      }
      start = i;
      byte kind = WordClass.known(chars[i]);
      if (kind == WordClass.SINGLE) {
        isSingle = true;
        hasWord = true;
        code = FeatureHash.next(FeatureHash.START, chars[i]);
        end = i + 1;
        if (end == chars.length || !WordClass.mayBeMark(chars[end])) {
          return true;
        }
      } else if (kind >= WordClass.NUMBER && !byCharacter && readLetters(i, kind)) {
        return true;
      }
      int plain = end;
      if (isWord(classAt(start), Math.max(start, plain))) {
        hasWord = true;
        code = end == plain ? code : 0;
        takeSigns();
        return true;
      }
      i = end;
    }
  }

  /**
   * Reads letters and digits up to the first character that needs the full rules. Returns false if
   * more of the word may follow.
   */
  private boolean readLetters(int first, byte firstKind) {
    char[] chars = text;
    int limit = first + Math.min(chars.length - first, MAX_LENGTH);
    long letters = FeatureHash.START;
    int bits = 0;
    byte kind = firstKind;
    byte least = kind;
    int i = first;
    while (i < limit && kind >= WordClass.NUMBER) {
      letters = FeatureHash.next(letters, chars[i]);
      bits |= chars[i];
      least = kind < least ? kind : least;
      i++;
      kind = i < limit ? WordClass.known(chars[i]) : 0;
    }
    isSingle = false;
    hasWord = true;
    code = letters;
    isAscii = bits < 0x80;
    hasNumber = least == WordClass.NUMBER;
    end = i;
    boolean isWhole =
        i == chars.length || (WordClass.known(chars[i]) == WordClass.OTHER && !isDecimalPoint(i));
    if (isWhole) {
      takeSigns();
    }
    return isWhole;
  }

  /**
   * Adds the # or + signs after letters to the word, unless it is one sign with a letter or digit
   * after it.
   */
  private void takeSigns() {
    if (end == text.length || (text[end] != '#' && text[end] != '+') || isSingle || byCharacter) {
      return;
    }
    char sign = text[end];
    int behind = end;
    while (behind < text.length && text[behind] == sign) {
      behind++;
    }
    byte next = behind < text.length ? classAt(behind) : WordClass.OTHER;
    boolean isBetween = isInWord(next) && (next != WordClass.NUMBER || behind == end + 1);
    if (isLetter(classAt(end - 1)) && !isBetween && behind - start <= MAX_LENGTH) {
      while (end < behind) {
        code = code == 0 ? 0 : FeatureHash.next(code, text[end]);
        end++;
      }
      isAscii = false;
    }
  }

  /**
   * Returns whether a word begins at {@code start}. Sets {@code end} to the end of the word, or to
   * the index at which to continue if no word begins.
   *
   * @param behind the index after the letters and digits that were already read
   */
  private boolean isWord(byte kind, int behind) {
    isSingle = kind == WordClass.SINGLE;
    if (isSingle || (byCharacter && isInWord(kind))) {
      end = behindMarks(start + count(start));
    } else if (isInWord(kind)) {
      end = behindWord(start, behind);
    } else {
      int from = start;
      end = kind == WordClass.CONNECTOR ? behindConnectors(from) : from + count(from);
      if (byCharacter
          || kind != WordClass.CONNECTOR
          || end == text.length
          || !isInWord(classAt(end))) {
        return false;
      }
      start = end - from < MAX_LENGTH ? from : end;
      end = behindWord(start, end);
    }
    if (end - start >= MAX_LENGTH) {
      end = start + MAX_LENGTH;
      end -= Character.isHighSurrogate(text[end - 1]) ? 1 : 0;
    }
    return true;
  }

  private static boolean isInWord(byte kind) {
    return kind == WordClass.LETTER || kind == WordClass.NUMBER || kind == WordClass.HEBREW;
  }

  /** Returns the end of the word at {@code from}. Its characters before {@code first} are read. */
  private int behindWord(int from, int first) {
    int limit = from + Math.min(text.length - from, MAX_LENGTH);
    byte before = first > from ? WordClass.of(text[first - 1]) : WordClass.OTHER;
    int i = first;
    while (i < limit) {
      byte kind = classAt(i);
      if (kind >= WordClass.CONNECTOR) {
        before = kind;
        i += count(i);
      } else if (kind == WordClass.EXTEND) {
        i += count(i);
      } else {
        if (isDecimalPoint(i)) {
          kind = WordClass.MID_NUMBER;
        }
        int behind = joins(before, kind) ? behindMarks(i + 1) : limit;
        if (behind >= limit || !joins(before, kind, classAt(behind)) || isFullStop(i)) {
          break;
        }
        i = behind;
      }
    }
    return i;
  }

  private boolean isFullStop(int i) {
    return ofPassages && text[i] == '.' && areLetters(i - 2) && areLetters(i + 1);
  }

  private boolean areLetters(int first) {
    return first >= start
        && first + 1 < text.length
        && isLetter(classAt(first))
        && isLetter(classAt(first + 1));
  }

  private boolean isDecimalPoint(int i) {
    return ofPassages && text[i] == '。' && text[i - 1] == '0' && start == i - 1;
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
    byte kind = WordClass.known(text[i]);
    return kind == 0 ? WordClass.of(Character.codePointAt(text, i)) : kind;
  }

  private int count(int i) {
    return Character.isHighSurrogate(text[i])
        ? Character.charCount(Character.codePointAt(text, i))
        : 1;
  }

  private boolean symbol() {
    if (!hasSymbolsOnly) {
      hasSymbolsOnly = true;
      end = 0;
    }
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
          code = 0;
          return true;
        }
        default -> {}
      }
    }
    return false;
  }
}
