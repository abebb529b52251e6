package io.github.lucenesimhash.analysis;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Normalizes a text so that different spellings of a word become equal. The form is Unicode's
 * NFKC_Casefold: NFKD, full case folding and NFKC, without invisible characters such as soft
 * hyphens, directional marks and joiners. Words that are hyphenated at the end of a line are
 * joined.
 *
 * <ul>
 *   <li>Case folding considers each character by itself, without its neighbours or the language:
 *       the three sigmas are one letter, ß becomes ss, Cherokee letters lose their case, İ becomes
 *       i with a dot above, and ı stays a letter of its own.
 *   <li>A hyphen (U+002D, U+2010 or a soft hyphen) is removed together with the line end (LF or CR
 *       LF) after it, if a letter precedes and a lower-case letter follows.
 *   <li>More than {@value #MAX_MARKS} marks in a row are normalized in pieces of {@value
 *       #MAX_MARKS}, as in Unicode's Stream-Safe Text Format (UAX 15, section 13).
 *   <li>U+FDFA, an Arabic phrase of 18 characters, is not expanded; other characters have at most
 *       8.
 * </ul>
 *
 * <p>Takes time and memory proportional to the length of any text. The Unicode version is that of
 * the JDK.
 */
final class NormalText {

  /*
   * A table has the normal form of each character by itself. This is enough if no character combines with the one
   * before it, as in most Latin, Han, kana and Hangul texts. Characters that combine are passed to the normalizer of
   * the JDK, in pieces, with the character before them.
   */
  static final int MAX_MARKS = 30;

  /**
   * The maximum number of other characters between two marks in one piece. {@link #MAX_PIECE} is
   * the approximate maximum length of a piece.
   */
  private static final int MAX_GAP = 16;

  private static final int MAX_PIECE = 4096;

  private static final char SOFT_HYPHEN = '\u00AD';

  private final String original;
  private final boolean hasOffsets;
  private int[] joined; // index of each character in the original; null without hyphens or offsets
  private char[] text;
  private char[] normal; // the array of the text while all lengths are equal
  private boolean isInPlace = true;
  private int[] offsets; // index of each normal character in the text; null while in place
  private int size;
  private int last; // index in the text of the last character that is not a mark
  private int lastForm; // start of the normal form of that character

  private NormalText(String original, boolean hasOffsets) {
    this.original = original;
    this.hasOffsets = hasOffsets;
    text = hasHyphens() ? withoutHyphens() : original.toCharArray();
    normal = text;
    normalize();
  }

  /**
   * Normalizes a text. With offsets, also records the origin of each character, which takes longer
   * if the text has marks.
   */
  static NormalText of(CharSequence text, boolean hasOffsets) {
    return new NormalText(text.toString(), hasOffsets);
  }

  char[] chars() {
    return size == normal.length ? normal : Arrays.copyOf(normal, size);
  }

  /**
   * Returns the index, in the original text, of the character from which a normal character was
   * made.
   */
  int start(int i) {
    return original(offset(i));
  }

  /** Returns the index after the original character from which a normal character was made. */
  int end(int i) {
    int next = i + 1;
    while (next < size && offset(next) == offset(i)) {
      next++;
    }
    return next < size ? start(next) : original.length();
  }

  private int offset(int i) {
    return isInPlace ? i : offsets[i];
  }

  private int original(int i) {
    return joined == null ? i : joined[i];
  }

  /** Returns whether the text may have hyphens to remove at line ends. */
  private boolean hasHyphens() {
    return original.indexOf('\n') >= 0
        && (original.contains("-\n")
            || original.contains("-\r\n")
            || original.indexOf('\u2010') >= 0
            || original.indexOf(SOFT_HYPHEN) >= 0);
  }

  private static boolean isHyphen(char c) {
    return c == '-' || c == '\u2010' || c == SOFT_HYPHEN;
  }

  private char[] withoutHyphens() {
    char[] kept = new char[original.length()];
    joined = hasOffsets ? new int[kept.length] : null;
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      char c = original.charAt(i);
      int lineEnd = isHyphen(c) ? joinedLineEnd(i) : 0;
      if (lineEnd > 0) {
        i = lineEnd;
      } else {
        if (hasOffsets) {
          joined[count] = i;
        }
        kept[count++] = c;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /**
   * Returns the index of the line end that is removed together with a hyphen, or 0 if the hyphen
   * stays.
   */
  private int joinedLineEnd(int hyphen) {
    int end = original.startsWith("\r\n", hyphen + 1) ? hyphen + 2 : hyphen + 1;
    boolean goes =
        hyphen > 0
            && end + 1 < original.length()
            && original.charAt(end) == '\n'
            && Character.isLowerCase(original.codePointAt(end + 1))
            && isLetterOrMark(original.codePointBefore(hyphen));
    return goes ? end : 0;
  }

  private static boolean isLetterOrMark(int c) {
    return Character.isLetter(c) || CharacterForms.isMark(c);
  }

  private void normalize() {
    for (int i = 0; i < text.length; ) {
      int plain = plain(i);
      if (plain > i) {
        i = plain;
        continue;
      }
      int c = Character.codePointAt(text, i);
      int form = CharacterForms.of(c);
      if (form == CharacterForms.COMBINES) {
        i = piece(i);
        starts(i);
        continue;
      }
      int next = i + Character.charCount(c);
      if (form == CharacterForms.IGNORED) {
        append("", i, next);
      } else {
        starts(i);
        if (form == CharacterForms.LONGER) {
          append(CharacterForms.longer(c), i, next);
        } else if (Character.charCount(form) != next - i) {
          append(Character.toString(form), i, next);
        } else if (next == i + 1) {
          put((char) form, i);
        } else {
          put(Character.highSurrogate(form), i);
          put(Character.lowSurrogate(form), i);
        }
        if (c == CharacterForms.LONGEST) {
          starts(next);
        }
      }
      i = next;
    }
  }

  /** Copies characters up to the first without a plain form, and returns its index. */
  private int plain(int from) {
    char[] all = text;
    char[] to = normal;
    int shift = size - from;
    int i = from;
    for (char form; i < all.length && (form = CharacterForms.plain(all[i])) != 0; i++) {
      to[i + shift] = form;
    }
    if (i > from) {
      for (int k = from; offsets != null && k < i; k++) {
        offsets[k + shift] = k;
      }
      size = i - 1 + shift;
      starts(i - 1);
      size++;
    }
    return i;
  }

  private void starts(int i) {
    last = i;
    lastForm = size;
  }

  private void put(char c, int from) {
    if (offsets != null) {
      offsets[size] = from;
    }
    normal[size++] = c;
  }

  /** Appends the normal form of a part of the text, and makes room for the rest. */
  private void append(String form, int from, int rest) {
    int needed = size + form.length() + text.length - rest;
    if (isInPlace) {
      isInPlace = false;
      normal = Arrays.copyOf(text, ArrayUtil.oversize(needed, Character.BYTES));
      if (hasOffsets) {
        offsets = new int[normal.length];
        Arrays.setAll(offsets, i -> i);
      }
    }
    if (needed > normal.length) {
      long room = needed + needed / 2L;
      normal = ArrayUtil.growExact(normal, (int) Math.min(room, ArrayUtil.MAX_ARRAY_LENGTH));
    }
    form.getChars(0, form.length(), normal, size);
    if (hasOffsets) {
      offsets =
          offsets.length < normal.length ? ArrayUtil.growExact(offsets, normal.length) : offsets;
      Arrays.fill(offsets, size, size + form.length(), from);
    }
    size += form.length();
  }

  /**
   * Normalizes a piece of text: from the character before a combining character to the last
   * combining character that is close to the others. Returns the end of the piece.
   */
  private int piece(int from) {
    int end = from;
    int marks = 0;
    int gap = 0;
    for (int i = from; i < text.length && gap <= (hasOffsets ? 0 : MAX_GAP); ) {
      int c = Character.codePointAt(text, i);
      i += Character.charCount(c);
      int form = CharacterForms.of(c);
      boolean combines = form == CharacterForms.COMBINES;
      if (combines ? marks == MAX_MARKS : c == CharacterForms.LONGEST || i - from > MAX_PIECE) {
        break;
      }
      if (form != CharacterForms.IGNORED) {
        marks = combines ? marks + 1 : 0;
        gap = combines ? 0 : gap + 1;
        end = combines ? i : end;
      }
    }
    size = lastForm;
    append(CharacterForms.normal(new String(text, last, end - last)), last, end);
    return end;
  }
}
