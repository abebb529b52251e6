package io.github.lucenesimhash.fingerprint;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Normalizes a text as ISO 24138 does before it hashes it: NFD, lower case, without white space and
 * the categories C, M and P, then NFKC.
 */
final class IsccCollapse {

  /*
   * Most characters become one or none, whatever stands around them. A table of those, filled as they are met, collapses
   * most texts; two threads write the same. Any other character in a text sends it down the plain road: one that
   *
   *   - becomes several, or is outside the basic plane;
   *   - has a lower case that depends on its neighbours: capital sigma;
   *   - joins the one before it in NFKC: a conjoining jamo, or a mark that NFKC makes. All other marks are gone by then.
   */
  private static final char[] COLLAPSED = new char[1 << Character.SIZE];

  /** This and the next are no characters, so of category C. */
  private static final char NONE = '\uFFFF';

  private static final char OTHER = '\uFFFE';

  /** Types of letters, numbers and symbols, as bits; white space is of category C or Z. */
  private static final int KEPT = 0x1E000E3E;

  /** Case_Ignorable of the Unicode standard, section 3.13, as far as it is in NFD. */
  private static final String IGNORABLE =
      "\\p{Mn}\\p{Me}\\p{Cf}\\p{Lm}\\p{Sk}'.:\u00B7\u055F\u05F4\u2018\u2019\u2024\u2027"
          + "\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";

  private static final String CASED =
      "[\\p{IsLowercase}\\p{IsUppercase}\\p{IsTitlecase}&&[^" + IGNORABLE + "]]";

  /** Final_Sigma of the same section; String.toLowerCase looks at words instead. */
  private static final Pattern FINAL_SIGMA =
      Pattern.compile(
          String.format(Locale.ROOT, "(%2$s[%1$s]*+)Σ(?![%1$s]*+%2$s)", IGNORABLE, CASED));

  private IsccCollapse() {}

  static String collapse(String text) {
    char[] chars = text.toCharArray();
    int length = 0;
    for (char c : chars) {
      char collapsed = COLLAPSED[c];
      if (collapsed == 0) {
        collapsed = collapseAlone(c);
        COLLAPSED[c] = collapsed;
      }
      if (collapsed == OTHER) {
        return collapsePlainly(text);
      }
      chars[length] = collapsed;
      length += collapsed == NONE ? 0 : 1;
    }
    return new String(chars, 0, length);
  }

  private static char collapseAlone(char c) {
    String collapsed = collapsePlainly(String.valueOf(c));
    if (collapsed.isEmpty() && !Character.isSurrogate(c)) {
      return NONE;
    }
    boolean isAlone = collapsed.length() == 1 && isKept(collapsed.charAt(0)) && c != 'Σ';
    return isAlone && !isJamo(collapsed.charAt(0)) ? collapsed.charAt(0) : OTHER;
  }

  private static boolean isJamo(char c) {
    return c >= '\u1100' && c <= '\u11FF';
  }

  static String collapsePlainly(String text) {
    String decomposed = Normalizer.normalize(text, Form.NFD);
    if (decomposed.indexOf('Σ') >= 0) {
      decomposed = FINAL_SIGMA.matcher(decomposed).replaceAll("$1ς");
    }
    StringBuilder kept = new StringBuilder(decomposed.length());
    for (int i = 0; i < decomposed.length(); ) {
      int c = decomposed.codePointAt(i);
      i += Character.charCount(c);
      int lower = Character.toLowerCase(c);
      if (isKept(lower)) {
        kept.appendCodePoint(lower);
      }
    }
    return Normalizer.normalize(kept, Form.NFKC);
  }

  private static boolean isKept(int codePoint) {
    return (KEPT >>> Character.getType(codePoint) & 1) != 0;
  }
}
