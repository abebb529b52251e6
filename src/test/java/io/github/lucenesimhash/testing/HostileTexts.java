package io.github.lucenesimhash.testing;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts that have made, or might make, a reader of texts slow: each is a repeated short piece. */
public final class HostileTexts {

  /** The names of plain texts, with which the other texts are compared. */
  public static final String PLAIN = "plain English";

  public static final String PLAIN_CHINESE = "plain Chinese";

  private static final int WORDS = 2000;

  private HostileTexts() {}

  /**
   * Returns a text of the given number of bytes of UTF-8, without an incomplete last piece.
   *
   * @param piece one of the values of {@link #pieces}
   */
  public static String text(String piece, int bytes) {
    int length = Math.max(1, piece.getBytes(StandardCharsets.UTF_8).length);
    return piece.repeat(Math.max(1, bytes / length));
  }

  /** Returns the piece of each kind of text, by the name of the kind; plain words come first. */
  public static Map<String, String> pieces() {
    Map<String, String> pieces = new LinkedHashMap<>();
    pieces.put(PLAIN, words("abcdefghijklmnopqrstuvwxyz", " "));
    cases(pieces);
    marks(pieces);
    forms(pieces);
    scripts(pieces);
    signs(pieces);
    lines(pieces);
    return pieces;
  }

  private static void cases(Map<String, String> pieces) {
    pieces.put("capital sigmas", "Σ");
    pieces.put("capital sigmas behind a letter", "ΑΣ'");
    pieces.put("small and final sigmas", "σς");
    pieces.put("sigmas and marks", "Σ\u0301\u00AD");
    pieces.put("dotted capital I", "İ");
    pieces.put("dotless i", "ı");
    pieces.put("I and dots above", "I\u0307");
    pieces.put("sharp s", "ßẞ");
    pieces.put("iotas below", "ᾼ\u0345");
    pieces.put("three letters in one", "ΐΰᾷ");
    pieces.put("title case", "ǅǈǋ");
    pieces.put("Cherokee", "ᎣᏏᏲꮣ");
    pieces.put("Deseret, capitals", "𐐀𐐁𐐂");
    pieces.put("capitals", words("ABCDEFGHIJKLMNOPQRSTUVWXYZ", " "));
  }

  private static void marks(Map<String, String> pieces) {
    pieces.put("one mark", "\u0301");
    pieces.put("two marks in turn", "\u0316\u0301");
    pieces.put("a letter, then two marks in turn", "a" + "\u0316\u0301".repeat(10_000));
    pieces.put("thirty-one marks a letter", "a" + "\u0301\u0316\u0327".repeat(10) + "\u0345");
    pieces.put("all marks", all(HostileTexts::isMark));
    for (Character.UnicodeBlock block :
        new Character.UnicodeBlock[] {
          Character.UnicodeBlock.COMBINING_DIACRITICAL_MARKS,
          Character.UnicodeBlock.COMBINING_DIACRITICAL_MARKS_EXTENDED,
          Character.UnicodeBlock.COMBINING_DIACRITICAL_MARKS_SUPPLEMENT,
          Character.UnicodeBlock.COMBINING_MARKS_FOR_SYMBOLS,
          Character.UnicodeBlock.COMBINING_HALF_MARKS,
          Character.UnicodeBlock.HEBREW,
          Character.UnicodeBlock.ARABIC,
          Character.UnicodeBlock.DEVANAGARI,
          Character.UnicodeBlock.TIBETAN,
          Character.UnicodeBlock.MUSICAL_SYMBOLS
        }) {
      pieces.put(
          "marks of " + block, all(c -> isMark(c) && block.equals(Character.UnicodeBlock.of(c))));
    }
    pieces.put("graphemes joined", "a\u034F\u0301");
    pieces.put("half-width voice marks", "ｶ\uFF9E\uFF9F");
    pieces.put("decomposed French", decomposed("élève à Noël, ça où "));
    pieces.put("decomposed Vietnamese", decomposed("Tiếng Việt được viết bằng chữ cái "));
    pieces.put("decomposed Korean", decomposed("대한민국은 민주공화국이다 "));
  }

  private static void forms(Map<String, String> pieces) {
    pieces.put("ligatures", "ﬃﬄﬆ");
    pieces.put("the longest form", "\uFDFA");
    pieces.put("the longest form, marked", "\uFDFA\u0301");
    pieces.put("the second longest form", "\uFDFB");
    pieces.put("Arabic ligatures", "ﷰﷱﷲﷳﷴﷵﷶﷷ");
    pieces.put("squared words", "㌀㍿㌫㎮");
    pieces.put("letters in brackets", "⑴⒜㈀㊀");
    pieces.put("full-width letters", "Ｆｕｌｌ　ｗｉｄｔｈ　");
    pieces.put("bold letters", "𝐁𝐨𝐥𝐝 ");
    pieces.put("Roman numbers and fractions", "Ⅷⅻ½¾");
    pieces.put("Han characters for compatibility", "豈更車\uFACF");
    pieces.put("Hangul of three letters", "각각각");
    pieces.put("Hangul leads", "\u1100");
    pieces.put("Hangul vowels", "\u1161");
    pieces.put("Hangul syllables and ends", "가\u11A8\u11A8");
    pieces.put("Hangul letters for compatibility", "ㄱㅏㄳ");
    pieces.put("Kirat Rai vowels", "\uD81B\uDD67\uD81B\uDD63");
  }

  private static void scripts(Map<String, String> pieces) {
    pieces.put(PLAIN_CHINESE, words("的一是不了人我在有他这中大来上国个到说们", "，"));
    pieces.put("Chinese without commas", words("的一是不了人我在有他这中大来上国个到说们", ""));
    pieces.put("one Han character", "中");
    pieces.put("rare Han characters", "𠀀𠀁𠮷");
    pieces.put("Han in English", "one 中 two 文 ");
    pieces.put("hiragana", words("あいうえおかきくけこさしすせそ", ""));
    pieces.put("katakana", "カタカナ");
    pieces.put("Thai", "ภาษาไทยเขียนติดกันไม่เว้นวรรค");
    pieces.put("Khmer", "ភាសាខ្មែរសរសេរជាប់គ្នា");
    pieces.put("Burmese", "မြန်မာဘာသာစကား");
    pieces.put("Tibetan", "བོད་སྐད་");
    pieces.put("Hindi", "हिन्दी भाषा में लिखा है ");
    pieces.put("Arabic with vowels", "كَتَبَ الوَلَدُ ");
    pieces.put("Hebrew with points", "בְּרֵאשִׁית בָּרָא ");
    pieces.put("Korean", "대한민국은 민주공화국이다 ");
  }

  private static void signs(Map<String, String> pieces) {
    pieces.put("one word", "a");
    pieces.put("one word of digits", "7");
    pieces.put("words of one letter", "a b c d e f g ");
    pieces.put("words of 255 letters", "x".repeat(255) + " ");
    pieces.put("letters with points between", "a.");
    pieces.put("digits with commas between", "1,");
    pieces.put("low lines", "_");
    pieces.put("low lines and a point", "_".repeat(300) + ".");
    pieces.put("apostrophes", "a'");
    pieces.put("quotation marks behind Hebrew", "א\"");
    pieces.put("points", ".");
    pieces.put("spaces", " ");
    pieces.put("NULs", "\0");
    pieces.put("NULs between letters", "a\0");
    pieces.put("lone high surrogates", "\uD800");
    pieces.put("lone low surrogates", "a\uDC00");
    pieces.put("surrogates the wrong way round", "\uDC00\uD800.");
    pieces.put("not characters", "\uFFFE\uFFFF");
    pieces.put("private use", "\uE000\uDB80\uDC00");
    pieces.put("directions", "\u202Ea\u202C\u2066b\u2069");
    pieces.put("zero width", "a\u200B\u200C\u200D\uFEFF");
    pieces.put("emoji", "😀🎉🚀");
    pieces.put("emoji joined", "👩\u200D👩\u200D👧\u200D👦🏽\u200D");
    pieces.put("variation selectors", "a\uFE0F\uDB40\uDD00");
    pieces.put("flags", "🇩🇪🇨🇳");
    pieces.put("tags", "🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC7F");
    pieces.put("each character once", all(c -> true));
  }

  private static void lines(Map<String, String> pieces) {
    pieces.put("line-end hyphens", "a-\n");
    pieces.put("line-end hyphens of one word each", "hyphen-\r\nated ");
    pieces.put("soft hyphens", "\u00AD");
    pieces.put("soft hyphens between letters", "a\u00AD");
    pieces.put("hyphens", "-");
    pieces.put("line ends", "\r\n");
    pieces.put("line separators", "\u2028\u0085");
  }

  private static String words(String letters, String between) {
    Random random = Seeds.random(7);
    int[] all = letters.codePoints().toArray();
    return IntStream.range(0, WORDS)
        .mapToObj(
            word ->
                random
                    .ints(1 + random.nextInt(9), 0, all.length)
                    .mapToObj(i -> Character.toString(all[i]))
                    .collect(Collectors.joining()))
        .collect(Collectors.joining(between, "", between));
  }

  private static String decomposed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD);
  }

  private static boolean isMark(int c) {
    return Character.getType(c) == Character.NON_SPACING_MARK
        || Character.getType(c) == Character.COMBINING_SPACING_MARK
        || Character.getType(c) == Character.ENCLOSING_MARK;
  }

  private static String all(IntPredicate which) {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(Character::isDefined)
        .filter(which)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
