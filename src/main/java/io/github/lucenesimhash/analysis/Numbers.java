package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.lucene.util.ArrayUtil;

/**
 * The numbers of a text, and its symbols, as codes in the order of the text. Symbols are those that
 * {@link Symbols} names, one for equal ones in a row, letters that stand alone but a and i, and
 * words with a sign at their end, as C#. A number is a word with a digit, or Han numerals. Numbers
 * that say the same have one code:
 *
 * <ul>
 *   <li>Digits of all scripts are those of ASCII, and so are 〇 to 九.
 *   <li>Commas between groups of three digits go; other commas stand between two numbers.
 *   <li>A fraction of zeros goes: 2002.0 is 2002, and 3.10 is not 3.1.
 *   <li>A version or a model, as v2.8.0 or 9341x, is one number as it is.
 *   <li>A minus before a number makes it another one, and so does a percent sign behind it. A plus
 *       does not.
 *   <li>A currency sign is a number of its own.
 *   <li>Two or more Han numerals in a row are a number, and so is one beside a digit, 第 or a unit;
 *       the 一 of 一个 is not.
 * </ul>
 */
final class Numbers {

  private static final String HAN_DIGITS = "〇零一二三四五六七八九";
  private static final String HAN_NUMERALS = HAN_DIGITS + "十百千万萬亿億两兩";
  private static final String BESIDE = "第年月日号號期周週拜届屆级級版章岁歲元米吨噸倍楼樓";

  private static final byte NUMERAL = 1;
  private static final byte UNIT = 2;
  private static final byte[] HAN = new byte[Character.MAX_VALUE + 1]; // what each character is

  static {
    HAN_NUMERALS.chars().forEach(c -> HAN[c] = NUMERAL);
    BESIDE.chars().forEach(c -> HAN[c] = UNIT);
  }

  private static final Pattern GROUPS = Pattern.compile("-?[0-9]{1,3}(,[0-9]{3})+([.][0-9]+)?");
  private static final Pattern COMMA = Pattern.compile("[,;\u0589\u060C\u060D\u07F8]");
  private static final Pattern ZEROS = Pattern.compile("^(-?[0-9]+)[.]0+$");

  /** Codes, of which more are added. */
  private static final class Codes {
    private long[] codes = {};
    private int size;

    void add(long code) {
      codes = ArrayUtil.grow(codes, size + 1);
      codes[size++] = code;
    }

    void extendLast(char c) {
      codes[size - 1] = FeatureHash.next(codes[size - 1], c);
    }

    long[] all() {
      return Arrays.copyOf(codes, size);
    }
  }

  private final Codes numbers = new Codes();
  private final Codes symbols = new Codes();
  private char[] text = {};
  private int end; // of the last word
  private boolean isBehindNumber; // whether the last word has a digit
  private boolean isBehindSingle; // whether the last word is one character
  private boolean isNegative; // whether the next word has a minus before it
  private int repeated; // the symbol that was met last; 0 if a word came since
  private int besideEnd = -1; // of the last digit, 第 or unit
  private long run; // the code of the Han numerals that were met last
  private int runSize;
  private int runEnd;
  private boolean isBeside; // whether one of them is beside a digit, 第 or a unit

  /** Takes the next word of the text. */
  void add(Words word) {
    boolean isSingle = word.isSingle();
    boolean hasDigit = !isSingle && word.hasDigit();
    text = word.text();
    if (word.start() > end) {
      addSymbols(word.start(), hasDigit);
    }
    end = word.start() + word.length();
    repeated = 0;
    if (!isSingle && isName(text[word.start()], text[end - 1], word.length())) {
      symbols.add(word.code());
    }
    byte han = isSingle ? HAN[text[word.start()]] : 0;
    if (han == NUMERAL) {
      addNumeral(text[word.start()], word.start());
    } else if (hasDigit || han == UNIT) {
      isBeside |= word.start() == runEnd;
      endRun();
      besideEnd = end;
      if (hasDigit && word.isPlain() && !isNegative) {
        numbers.add(word.code());
      } else if (hasDigit) {
        add((isNegative ? "-" : "") + new String(text, word.start(), word.length()));
      }
    }
    isBehindNumber = hasDigit;
    isBehindSingle = isSingle;
    isNegative = false;
  }

  /** Whether a word is a letter that stands alone, or has a sign at its end, as C and C#. */
  private static boolean isName(char first, char last, int length) {
    boolean isLetter = length == 1 && first > 'a' && first <= 'z' && first != 'i';
    return isLetter || last == '#' || last == '+';
  }

  private void addNumeral(char numeral, int start) {
    if (runSize == 0 || start != runEnd) {
      endRun();
      isBeside = start == besideEnd;
    }
    int digit = HAN_DIGITS.indexOf(numeral);
    char c = digit < 0 ? numeral : (char) ('0' + Math.max(0, digit - 1));
    run = FeatureHash.next(runSize == 0 ? FeatureHash.START : run, c);
    runSize++;
    runEnd = start + 1;
  }

  private void endRun() {
    if (runSize > 1 || (runSize == 1 && isBeside)) {
      numbers.add(run);
    }
    runSize = 0;
    isBeside = false;
  }

  private void add(String word) {
    StringBuilder ascii = new StringBuilder();
    for (char c : word.replace('\u066B', '.').replace('\u066C', ',').toCharArray()) {
      ascii.append(Character.isDigit(c) ? (char) ('0' + Character.digit(c, 10)) : c);
    }
    boolean hasGroups = GROUPS.matcher(ascii).matches();
    String joined = hasGroups ? COMMA.matcher(ascii).replaceAll("") : ascii.toString();
    for (String number : COMMA.split(joined, -1)) {
      char[] chars = ZEROS.matcher(number).replaceFirst("$1").toCharArray();
      numbers.add(FeatureHash.code(chars, 0, chars.length));
    }
  }

  /** Takes the symbols between the last word and the next, or the end of the text. */
  private void addSymbols(int next, boolean isNumberNext) {
    for (int i = end, c; i < next; i += Character.charCount(c)) {
      c = Character.codePointAt(text, i, next);
      boolean isBehind = isBehindNumber && isBlank(end, i);
      boolean isBefore = isNumberNext && isBlank(i + 1, next);
      switch (Symbols.of(c)) {
        case Symbols.MINUS -> isNegative |= isNumberNext && i + 1 == next && isBorder(i);
        case Symbols.PERCENT -> {
          if (isBehind) {
            endRun();
            numbers.extendLast((char) c);
          }
        }
        case Symbols.CURRENCY -> {
          endRun();
          numbers.add(code(c));
        }
        case Symbols.OPERATOR -> {
          if (isBehind || isBefore) {
            symbols.add(code(c));
          }
        }
        case Symbols.SIGN -> {
          if (c == repeated) {
            symbols.extendLast((char) c);
          } else {
            symbols.add(code(c));
          }
          repeated = c;
        }
        default -> repeated = c == ' ' ? repeated : 0;
      }
    }
  }

  /** Whether a minus before a number is no hyphen. */
  private boolean isBorder(int index) {
    return index == 0 || index > end || isBehindSingle;
  }

  private boolean isBlank(int from, int to) {
    return to <= from || (to == from + 1 && text[from] == ' ');
  }

  private static long code(int c) {
    char[] chars = Character.toChars(c);
    return FeatureHash.code(chars, 0, chars.length);
  }

  /** Returns the codes of all numbers, after the last word. */
  long[] codes() {
    finish();
    return numbers.all();
  }

  /** Returns the codes of all symbols, after the last word. */
  long[] symbols() {
    finish();
    return symbols.all();
  }

  private void finish() {
    if (end < text.length) {
      addSymbols(text.length, false);
      end = text.length;
    }
    endRun();
  }
}
