package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.lucene.util.ArrayUtil;

/**
 * Finds the numbers of a text, and its symbols if requested, as codes in the order of the text.
 * Symbols are the signs that {@link Symbols} knows, single letters except a and i, and words that
 * end with # or +, such as C# and C++. A repeated sign is one symbol, whose code depends on the
 * number of repetitions. Numbers are words with a digit, and Han numerals. Different spellings of
 * one number have the same code:
 *
 * <ul>
 *   <li>Digits of all scripts, and 〇 to 九, equal ASCII digits; 十二 is 12, 2万 is 20000, and 1亿2000万
 *       is 120000000.
 *   <li>Commas between groups of three digits are ignored; any other comma separates two numbers.
 *   <li>Leading zeros are ignored, and fractions that are zero: 05 is 5, 2002.0 is 2002, .5 is 0.5,
 *       but 3.10 is not 3.1.
 *   <li>A version or a model, such as v2.8.0 or 9341x, is one number.
 *   <li>A minus or 零下 before a number makes a different number, and so does % or percent after the
 *       number. A plus makes no difference, nor does the hyphen of a range. In a range such as
 *       3月-5月, the first number has a unit of at most two characters.
 *   <li>A currency sign next to digits or Han numerals counts as a number, elsewhere as a symbol.
 *   <li>Two or more consecutive Han numerals are a number, and so is a single numeral next to a
 *       digit, 第 or a unit.
 * </ul>
 *
 * <p>Other number words are symbols, with the code of their number up to ninety, because long texts
 * usually have number words, often in another order: a single Han numeral such as the 三 of 三人; the
 * English words one to nineteen, twenty, thirty to ninety, hundred, thousand, million, billion and
 * trillion; and Roman numbers of at least two letters up to XII.
 */
final class Numbers {

  private static final String HAN_NUMERALS = "〇○零一二三四五六七八九十百千万萬亿億两兩壹贰貳叁參肆伍陆陸柒捌玖拾佰仟";
  private static final String READ_AS = "000123456789十百千万万亿亿两两122334566789十百千";

  private static final String BESIDE = "第年月日号號期周週拜届屆级級版章岁歲元米吨噸倍楼樓";

  private static final int MEASURE = 2; // maximum length of a unit, such as 公里
  private static final int MYRIAD = 4; // the power of ten of 万
  private static final int MOST_POWERS =
      4; // maximum number of Han numerals that multiply a number in digits

  /** The normal form of each Han numeral, and 0 for other characters. */
  private static final char[] NUMERALS = new char[Character.MAX_VALUE + 1];

  static {
    for (int i = 0; i < HAN_NUMERALS.length(); i++) {
      NUMERALS[HAN_NUMERALS.charAt(i)] = READ_AS.charAt(i);
    }
  }

  private static final Pattern GROUPS = Pattern.compile("-?[0-9]{1,3}(,[0-9]{3})+([.][0-9]+)?");
  private static final Pattern COMMA = Pattern.compile("[,;\u0589\u060C\u060D\u07F8\u2044]");
  private static final Pattern ZEROS = Pattern.compile("^(-?[0-9]+)[.]0+$");
  private static final Pattern LEADING_ZEROS = Pattern.compile("^(-?)0+(?=[0-9])");
  private static final Pattern DIGITS = Pattern.compile("-?[0-9]++([.][0-9]++)?");

  /** The pattern of a number below 10000 or nothing, but not of 一百五, which means 150. */
  private static final String FOUR_DIGITS =
      "(?:[1-9两]?千)?0?(?:[1-9两]?百)?0?(?:[1-9]?十)?0?(?:(?<![百千万亿])[1-9两])?";

  private static final Pattern IN_HAN =
      Pattern.compile("(?=.*[十百千万亿两])(?:(?:%万)?0?%亿)?0?(?:%万)?0?%".replace("%", FOUR_DIGITS));

  private static final String WORDS =
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
          + " sixteen seventeen eighteen nineteen";
  private static final String TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
  private static final String POWERS = "hundred thousand million billion trillion";
  private static final String ROMAN = "ii 2 iii 3 iv 4 vi 6 vii 7 viii 8 ix 9 xi 11 xii 12";

  /** A hash table of the codes of number words and {@code percent}, by the low bits of a code. */
  private static final long[] NUMBER_WORDS = new long[1 << 10];

  /** The code of the number of each word in {@link #NUMBER_WORDS}, at the same index. */
  private static final long[] SAY = new long[NUMBER_WORDS.length];

  static {
    int value = 1;
    for (String word : WORDS.split(" ", -1)) {
      say(word, Integer.toString(value++));
    }
    for (String word : TENS.split(" ", -1)) {
      say(word, Integer.toString(value));
      value += 10;
    }
    for (String word : POWERS.split(" ", -1)) {
      say(word, word);
    }
    say("percent", "%");
    String[] roman = ROMAN.split(" ", -1);
    for (int i = 0; i < roman.length; i += 2) {
      say(roman[i], roman[i + 1]);
    }
  }

  private static void say(String word, String number) {
    int index = index(code(word));
    assert NUMBER_WORDS[index] == 0 : word;
    NUMBER_WORDS[index] = code(word);
    SAY[index] = code(number);
  }

  private static boolean isNumberWord(long code) {
    return NUMBER_WORDS[index(code)] == code;
  }

  private static int index(long code) {
    return (int) code & (NUMBER_WORDS.length - 1);
  }

  /** A growing list of codes. */
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

    void removeLast() {
      size--;
    }

    long[] all() {
      return Arrays.copyOf(codes, size);
    }
  }

  private static final long PERCENT = code("percent");

  private final boolean findsSymbols;
  private final Codes numbers = new Codes();
  private final Codes symbols; // symbols and numbers; incomplete unless requested
  private char[] text = {};
  private int end; // end of the last word
  private boolean
      isBehindNumber; // whether the last word has a digit, or is a number word if symbols are found
  private boolean
      isBehindHan; // whether the last word is a single character, such as Han, that is not a unit
  // of a number
  private int numberStart = -1; // start of the last word with a digit
  private boolean isNegative; // whether a minus or 零下 precedes that word
  private boolean hasPoint; // whether only a point precedes that word, as in .5
  private int numberEnd = -MEASURE; // end of the last word with a digit or Han numeral
  private final StringBuilder run = new StringBuilder(); // the last consecutive Han numerals
  private int runEnd;
  private boolean isNegativeRun; // whether 零下 precedes the run
  private BigDecimal multiplied; // the number in digits directly before the run, or null
  private BigDecimal sum; // the last product, such as 1亿, to which 2000万 may be added
  private int sumEnd = -1;
  private int sumPower;

  private Numbers(boolean findsSymbols) {
    this.findsSymbols = findsSymbols;
    symbols = findsSymbols ? numbers : new Codes();
  }

  /** Creates a finder of numbers only. Words are added one by one. */
  Numbers() {
    this(false);
  }

  /** Returns the codes of all symbols and numbers of a text. */
  static long[] symbols(CharSequence text) {
    Numbers all = new Numbers(true);
    WordScanner words = new WordScanner(NormalText.of(text, false), false);
    while (words.next()) {
      all.add(words);
    }
    all.finish();
    return all.symbols.all();
  }

  /** Adds the next word of the text. */
  void add(Words word) {
    if (isPassedOver(word)) { // most words
      int start = word.start();
      isBehindHan = word.isSingle() && start >= numberEnd + MEASURE;
      end = start + word.length();
    } else {
      addOther(word);
    }
  }

  /** Returns true if neither a word nor the characters before it can be part of a number. */
  private boolean isPassedOver(Words word) {
    return !findsSymbols
        && !isBehindNumber
        && end != runEnd
        && (word.isLetters() || (word.isSingle() && NUMERALS[word.text()[word.start()]] == 0));
  }

  private void addOther(Words word) {
    text = word.text();
    int start = word.start();
    boolean isSingle = word.isSingle();
    boolean hasDigit = !isSingle && word.hasDigit();
    boolean hasMinus = !isBlank(end, start) && addSymbols(start, hasDigit);
    hasPoint = hasDigit ? isPoint(start - 1) : hasPoint;
    boolean isPercent = isBehindNumber && isBlank(end, start) && word.code() == PERCENT;
    end = start + word.length();
    isBehindNumber = hasDigit;
    isBehindHan = false;
    if (isSingle && NUMERALS[text[start]] != 0) {
      addNumeral(text[start], start);
    } else if (isSingle) {
      isBehindHan = start >= numberEnd + MEASURE;
    } else if (hasDigit) {
      addDigits(word, hasMinus || isBelowZero(start));
    } else if (isPercent) {
      numbers.extendLast('%');
    } else if (isName(text[start], text[end - 1], word.length())) {
      addSymbol(word.code());
    } else {
      addWord(word.code());
    }
  }

  private void addDigits(Words word, boolean isBelowZero) {
    endRun();
    numberStart = word.start();
    numberEnd = end;
    isNegative = isBelowZero;
    if (word.isPlain() && !isNegative && !hasPoint && text[numberStart] != '0') {
      numbers.add(word.code());
    } else {
      for (String number : canonical(lastNumber())) {
        numbers.add(code(number));
      }
    }
  }

  /** Returns the last word with a digit, with its sign and with a 0 before a leading point. */
  private String lastNumber() {
    String sign = isNegative ? "-" : "";
    return sign + (hasPoint ? "0." : "") + new String(text, numberStart, numberEnd - numberStart);
  }

  /** Returns true if a character is the leading point of a number such as .5. */
  private boolean isPoint(int index) {
    boolean isFirst = index == 0 || (index > end && text[index - 1] != '.');
    return index >= end && text[index] == '.' && isFirst;
  }

  private boolean isBelowZero(int index) {
    return index > 1 && text[index - 2] == '零' && text[index - 1] == '下';
  }

  private void addSymbol(long code) {
    endRun(); // the run comes first, and may also be a symbol
    symbols.add(code);
  }

  private void addWord(long code) {
    if (isNumberWord(code) && code != PERCENT) {
      addSymbol(SAY[index(code)]);
      isBehindNumber = findsSymbols; // as in five percent
    }
  }

  /** Returns true if a word is a single letter or ends with a sign, such as C or C#. */
  private static boolean isName(char first, char last, int length) {
    boolean isLetter = length == 1 && first > 'a' && first <= 'z' && first != 'i';
    return isLetter || last == '#' || last == '+';
  }

  private void addNumeral(char numeral, int start) {
    if (run.isEmpty() || start != runEnd) {
      endRun();
      boolean isMultiplied = // as in 2千 and 3 亿
          start == numberEnd || (power(NUMERALS[numeral]) >= MYRIAD && isBlank(numberEnd, start));
      multiplied = isMultiplied && numberEnd != runEnd ? digits() : null;
      isNegativeRun = isBelowZero(start);
    }
    run.append(NUMERALS[numeral]);
    runEnd = start + 1;
    numberEnd = runEnd;
  }

  /** Returns the value of the last word with a digit, or null if it also has other characters. */
  private BigDecimal digits() {
    String[] canonical = canonical(lastNumber());
    boolean isNumber = canonical.length == 1 && DIGITS.matcher(canonical[0]).matches();
    return isNumber ? new BigDecimal(canonical[0]) : null;
  }

  private void endRun() {
    if (run.isEmpty()) {
      return;
    }
    boolean isShort = run.length() <= MOST_POWERS;
    if (multiplied != null && isShort && run.chars().allMatch(c -> power(c) > 0)) {
      int power = run.chars().map(Numbers::power).sum();
      BigDecimal product = multiplied.scaleByPowerOfTen(power);
      if (sum != null && isBlank(sumEnd, numberStart) && power < sumPower) {
        numbers.removeLast();
        product = sum.signum() < 0 ? sum.subtract(product) : sum.add(product);
      }
      sum = product;
      sumEnd = runEnd;
      sumPower = power;
      numbers.removeLast();
      numbers.add(code(product.stripTrailingZeros().toPlainString()));
    } else {
      boolean isNumber = run.length() > 1 || isNegativeRun || isBeside();
      if (isNumber || findsSymbols) {
        Codes kind = isNumber ? numbers : symbols;
        kind.add(code((isNegativeRun ? "-" : "") + value(run.toString())));
      }
    }
    run.setLength(0);
  }

  /** Returns true if the last Han numerals are next to a digit, 第 or a unit. */
  private boolean isBeside() {
    int start = runEnd - run.length();
    return (start > 0 && isUnit(text[start - 1])) || (runEnd < text.length && isUnit(text[runEnd]));
  }

  private static boolean isUnit(char c) {
    return Character.isDigit(c) || BESIDE.indexOf(c) >= 0;
  }

  /** Returns the power of ten by which a Han numeral multiplies, or 0 for a digit. */
  private static int power(int numeral) {
    return switch (numeral) {
      case '十' -> 1;
      case '百' -> 2;
      case '千' -> 3;
      case '万' -> 4;
      case '亿' -> 8;
      default -> 0;
    };
  }

  /**
   * Returns the value of Han numerals in digits, or the numerals themselves if they are not one
   * number.
   */
  private static String value(String numerals) {
    boolean isSimple = numerals.length() == 1 && numerals.charAt(0) <= '9'; // most numerals
    if (isSimple || !IN_HAN.matcher(numerals).matches()) {
      return numerals;
    }
    long whole = 0; // value up to the last 万 or 亿
    long part = 0; // value after that numeral
    long digit = 0; // last digit, not multiplied yet
    for (int i = 0; i < numerals.length(); i++) {
      char c = numerals.charAt(i);
      int power = power(c);
      if (power == 0) {
        digit = c == '两' ? 2 : c - '0';
      } else if (power < 4) {
        part += Math.max(1, digit) * (long) Math.pow(10, power);
        digit = 0;
      } else {
        long before = power == 8 ? whole : 0; // as in 一万亿
        whole += Math.max(1, before + part + digit) * (long) Math.pow(10, power) - before;
        part = 0;
        digit = 0;
      }
    }
    return Long.toString(whole + part + digit);
  }

  /** Returns the normal forms of the numbers in a word. */
  private static String[] canonical(String word) {
    StringBuilder ascii = new StringBuilder();
    word.replace('\u066B', '.')
        .replace('\u066C', ',')
        .codePoints()
        .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : c)
        .forEach(ascii::appendCodePoint);
    boolean hasGroups = GROUPS.matcher(ascii).matches();
    String joined = hasGroups ? COMMA.matcher(ascii).replaceAll("") : ascii.toString();
    return Arrays.stream(COMMA.split(joined, -1))
        .map(number -> ZEROS.matcher(number).replaceFirst("$1"))
        .toArray(String[]::new);
  }

  /**
   * Adds the symbols between the last word and the next one or the end of the text. Returns true if
   * the next word is a negative number.
   */
  private boolean addSymbols(int next, boolean isNumberNext) {
    boolean hasMinus = false;
    int repeated = 0;
    for (int i = end, c; i < next; i += Character.charCount(c)) {
      c = Character.codePointAt(text, i, next);
      boolean isBehind = isBehindNumber && isBlank(end, i);
      boolean isBefore = isNumberNext && isBlank(i + 1, next);
      switch (Symbols.of(c)) {
        case Symbols.MINUS -> hasMinus |= isNumberNext && leads(i + 1, next) && isBorder(i);
        case Symbols.PERCENT -> {
          if (isBehind) {
            endRun();
            numbers.extendLast((char) c);
          }
        }
        case Symbols.CURRENCY -> {
          endRun();
          boolean isBehindAny = isBehindNumber || (end == runEnd && end > 0);
          boolean isBeforeAny = isNumberNext || (next < text.length && NUMERALS[text[next]] != 0);
          Codes kind = isBehindAny || isBeforeAny ? numbers : symbols;
          kind.add(code(Character.toString(c)));
        }
        case Symbols.OPERATOR -> {
          if (isBehind || isBefore) {
            addSymbol(code(Character.toString(c)));
          }
        }
        case Symbols.SIGN -> {
          if (c == repeated) {
            symbols.extendLast((char) c);
          } else {
            addSymbol(code(c == '×' ? "x" : Character.toString(c)));
          }
          repeated = c;
        }
        default -> {
          repeated = c == ' ' ? repeated : 0;
          if (c == '○' && !run.isEmpty() && i == runEnd) { // used instead of 〇
            addNumeral((char) c, i);
          }
        }
      }
    }
    return hasMinus;
  }

  /** Returns true if at most a point or a currency sign is between a sign and its number. */
  private boolean leads(int from, int to) {
    return from == to
        || (from + 1 == to && (text[from] == '.' || Symbols.of(text[from]) == Symbols.CURRENCY));
  }

  /** Returns true if a hyphen is a minus sign and neither joins words nor stands for a range. */
  private boolean isBorder(int index) {
    if (index == 0 || index == end) {
      return index == 0 || isBehindHan;
    }
    char before = text[index - 1];
    boolean isUnit = isBehindNumber && isBlank(end, index - 1);
    return switch (Character.getType(before)) {
      case Character.END_PUNCTUATION, Character.FINAL_QUOTE_PUNCTUATION -> false;
      case Character.CURRENCY_SYMBOL -> !isUnit;
      default -> "%‰°".indexOf(before) < 0 && !(isUnit && "'\"′″".indexOf(before) >= 0);
    };
  }

  private boolean isBlank(int from, int to) {
    return to <= from || (to == from + 1 && text[from] == ' ');
  }

  private static long code(String word) {
    boolean isNumber = DIGITS.matcher(word).matches();
    String digits = isNumber ? LEADING_ZEROS.matcher(word).replaceFirst("$1") : word;
    char[] chars = digits.toCharArray();
    return FeatureHash.code(chars, 0, chars.length);
  }

  /** Returns the codes of all numbers. Must be called after the last word. */
  long[] codes() {
    finish();
    return numbers.all();
  }

  private void finish() {
    if (end < text.length) {
      addSymbols(text.length, false);
      end = text.length;
    }
    endRun();
  }
}
