package io.github.lucenesimhash.fingerprint;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Normalizes a text for hashing, as ISO 24138 does: NFD, lower case, removal of white space and of
 * the categories C, M and P, then NFKC.
 */
final class IsccCollapse {

  /** The types of letters, numbers and symbols, as bits. White space has category C or Z. */
  private static final int KEPT = 0x1E000E3E;

  /** The characters that are Case_Ignorable (Unicode standard, section 3.13) and occur in NFD. */
  private static final String IGNORABLE =
      "\\p{Mn}\\p{Me}\\p{Cf}\\p{Lm}\\p{Sk}'.:\u00B7\u055F\u05F4\u2018\u2019\u2024\u2027"
          + "\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";

  private static final String CASED =
      "[\\p{IsLowercase}\\p{IsUppercase}\\p{IsTitlecase}&&[^" + IGNORABLE + "]]";

  /** The Final_Sigma of the Unicode standard, 3.13. String.toLowerCase considers words instead. */
  private static final Pattern FINAL_SIGMA =
      Pattern.compile(
          String.format(Locale.ROOT, "(%2$s[%1$s]*+)Σ(?![%1$s]*+%2$s)", IGNORABLE, CASED));

  private IsccCollapse() {}

  static String collapse(String text) {
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
