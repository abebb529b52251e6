package io.github.lucenesimhash.analysis;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.apache.lucene.util.ArrayUtil;

/**
 * The form of a text in which spellings of the same words are equal: Unicode NFKD, full case
 * folding, NFKC; before that soft hyphens go, and words hyphenated at a line's end are joined.
 *
 * <ul>
 *   <li>Folding looks at one character at a time, never at its neighbours, and knows no language:
 *       the three sigmas are one letter, so are all cases of ß and ss, and the Cherokee cases; İ is
 *       i with a dot above, and ı is a letter of its own.
 *   <li>A hyphen (U+002D, U+2010 or a soft one) between a letter and a line end (LF or CR LF) that
 *       a lower-case letter follows goes, and so does the line end.
 *   <li>More than {@value #MAX_MARKS} marks in a row are normalized in pieces of that many, as in
 *       Unicode's Stream-Safe Text Format (UAX 15, section 13).
 *   <li>U+FDFA, an Arabic phrase of 18 characters, stays one; no other takes more than 8.
 * </ul>
 *
 * <p>Takes time and memory in proportion to the text, whatever is in it. Letters, marks and cases
 * are what the JDK's Unicode version says.
 */
public final class NormalText {

  /*
   * A table has the normal form of each character alone. That is all where no character combines with the one
   * before it, which is where the texts are Latin, Han, kana or Hangul as they are mostly written. Whatever
   * combines is given to the JDK's normalizer, in pieces, with the character before it.
   */
  private static final int PAGE_BITS = 8;

  private static final int PAGE_SIZE = 1 << PAGE_BITS;

  /** In place of a code point: it combines with what is before it; its normal form is longer. */
  private static final int COMBINES = -1;

  private static final int LONGER = -2;

  static final int MAX_MARKS = 30;

  /** Other characters between two marks, at most, and characters, about, of one piece. */
  private static final int MAX_GAP = 16;

  private static final int MAX_PIECE = 4096;

  private static final char SOFT_HYPHEN = '\u00AD';
  private static final int LONGEST = 0xFDFA;
  private static final int IOTA_BELOW = 0x345; // the one mark that has a case

  private static final AtomicReferenceArray<Page> PAGES =
      new AtomicReferenceArray<>((Character.MAX_CODE_POINT + 1) >> PAGE_BITS);

  private final char[] text;
  private char[] normal; // the text itself while each character is as long as its normal form
  private boolean isInPlace = true;
  private int size;
  private int last; // index in the text of the character that marks go with
  private int lastForm; // where its normal form begins

  private NormalText(String text) {
    this.text = text.toCharArray();
    this.normal = this.text;
  }

  /**
   * {@return the normal form of a text}
   *
   * @param text of any length
   */
  public static char[] of(CharSequence text) {
    return new NormalText(withoutHyphens(text.toString())).normalize();
  }

  private static String withoutHyphens(String text) {
    boolean has = text.indexOf(SOFT_HYPHEN) >= 0;
    for (int at = text.indexOf('\n'); at > 0 && !has; at = text.indexOf('\n', at + 1)) {
      has = isHyphen(text.charAt(at > 1 && text.charAt(at - 1) == '\r' ? at - 2 : at - 1));
    }
    if (!has) {
      return text;
    }
    StringBuilder joined = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      int after = isHyphen(c) ? afterHyphen(text, i) : i;
      if (after == i) {
        joined.append(c);
      }
      i = Math.max(after, i + 1);
    }
    return joined.toString();
  }

  private static boolean isHyphen(char c) {
    return c == '-' || c == '\u2010' || c == SOFT_HYPHEN;
  }

  /** The index behind what goes; that of the hyphen where it stays. */
  private static int afterHyphen(String text, int hyphen) {
    int next = text.startsWith("\r\n", hyphen + 1) ? hyphen + 3 : hyphen + 2;
    if (hyphen > 0
        && next < text.length()
        && text.charAt(next - 1) == '\n'
        && Character.isLowerCase(text.codePointAt(next))
        && isLetterOrMark(text.codePointBefore(hyphen))) {
      return next;
    }
    return text.charAt(hyphen) == SOFT_HYPHEN ? hyphen + 1 : hyphen;
  }

  private static boolean isLetterOrMark(int c) {
    return Character.isLetter(c) || isMark(c);
  }

  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  private char[] normalize() {
    for (int i = 0; i < text.length; ) {
      char unit = text[i];
      if (unit < 0x80) {
        starts(i++);
        normal[size++] = unit >= 'A' && unit <= 'Z' ? (char) (unit | 0x20) : unit;
        continue;
      }
      int c = Character.codePointAt(text, i);
      Page page = page(c);
      int to = page.to[c % PAGE_SIZE];
      if (to == COMBINES) {
        i = piece(i);
        starts(i);
        continue;
      }
      starts(i);
      i += Character.charCount(c);
      if (to == LONGER) {
        append(page.longer[c % PAGE_SIZE], i);
      } else if (Character.charCount(to) == Character.charCount(c)) {
        size += Character.toChars(to, normal, size);
      } else {
        append(Character.toString(to), i);
      }
      if (c == LONGEST) {
        starts(i);
      }
    }
    return size == normal.length ? normal : Arrays.copyOf(normal, size);
  }

  private void starts(int i) {
    last = i;
    lastForm = size;
  }

  /** Leaves room for the rest of the text, from an index on. */
  private void append(String form, int rest) {
    int needed = size + form.length() + text.length - rest;
    if (isInPlace) {
      normal = Arrays.copyOf(text, ArrayUtil.oversize(needed, Character.BYTES));
      isInPlace = false;
    }
    normal = ArrayUtil.grow(normal, needed);
    form.getChars(0, form.length(), normal, size);
    size += form.length();
  }

  /** From a character that combines: up to the last such one of those that are near each other. */
  private int piece(int from) {
    int end = from;
    int marks = 0;
    int gap = 0;
    for (int i = from; i < text.length && gap <= MAX_GAP; ) {
      int c = Character.codePointAt(text, i);
      i += Character.charCount(c);
      boolean combines = page(c).to[c % PAGE_SIZE] == COMBINES;
      if (combines ? marks == MAX_MARKS : c == LONGEST || i - from > MAX_PIECE) {
        break;
      }
      marks = combines ? marks + 1 : 0;
      gap = combines ? 0 : gap + 1;
      end = combines ? i : end;
    }
    size = lastForm;
    append(normal(new String(text, last, end - last)), end);
    return end;
  }

  /** By the JDK alone, which takes the square of the number of marks in a row. */
  private static String normal(String text) {
    return Normalizer.normalize(folded(Normalizer.normalize(text, Form.NFKD)), Form.NFKC);
  }

  private static String folded(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      Page page = page(c);
      int to = page.to[c % PAGE_SIZE];
      if (to == LONGER) {
        folded.append(page.longer[c % PAGE_SIZE]);
      } else {
        folded.appendCodePoint(to != COMBINES ? to : c == IOTA_BELOW ? 'ι' : c);
      }
    }
    return folded.toString();
  }

  private static Page page(int c) {
    Page page = PAGES.getAcquire(c >> PAGE_BITS);
    if (page == null) {
      page = new Page(c & -PAGE_SIZE);
      PAGES.setRelease(c >> PAGE_BITS, page);
    }
    return page;
  }

  /** The normal forms of some characters alone. */
  private static final class Page {

    private final int[] to = new int[PAGE_SIZE];
    private final String[] longer = new String[PAGE_SIZE];

    Page(int first) {
      for (int i = 0; i < PAGE_SIZE; i++) {
        set(i, first + i);
      }
    }

    private void set(int i, int c) {
      String character = Character.toString(c);
      String parts = Normalizer.normalize(character, Form.NFKD);
      if (combines(parts.codePointAt(0))) {
        to[i] = COMBINES;
        return;
      }
      String form = c == LONGEST ? character : Normalizer.normalize(folded(parts), Form.NFKC);
      boolean isOne = form.codePointCount(0, form.length()) == 1;
      to[i] = isOne ? form.codePointAt(0) : LONGER;
      longer[i] = form;
    }

    /** Marks, vowels and final consonants of Hangul, the vowels of Kirat Rai that are letters. */
    private static boolean combines(int c) {
      return isMark(c) || (c >= 0x1160 && c <= 0x11FF) || (c >= 0x16D60 && c <= 0x16D6F);
    }

    private static String folded(String nfkd) {
      return nfkd.codePoints().mapToObj(Page::folded).collect(Collectors.joining());
    }

    /** Full case folding of Unicode but for Cherokee, whose lower case it takes here. */
    private static String folded(int c) {
      if (c == 'ı') {
        return "ı";
      }
      StringBuilder folded = new StringBuilder();
      Character.toString(Character.toLowerCase(c))
          .toUpperCase(Locale.ROOT)
          .codePoints()
          .forEach(upper -> folded.appendCodePoint(Character.toLowerCase(upper)));
      return folded.toString();
    }
  }
}
