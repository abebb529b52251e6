package io.github.lucenesimhash.report;

import java.util.Locale;

/** Text as HTML, so that whatever a text holds is seen and nothing of it acts. */
final class Markup {

  private Markup() {}

  /**
   * Escapes what HTML knows. Characters that are not seen but change how others are (controls,
   * right-to-left overrides, zero-width characters, unpaired surrogates) are named by their code.
   */
  static void text(StringBuilder html, CharSequence text, int from, int to) {
    for (int i = from; i < to; ) {
      int c = Character.codePointAt(text, i);
      if (i + Character.charCount(c) > to) {
        c = text.charAt(i);
      }
      i += Character.charCount(c);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        case '\t', '\n' -> html.append((char) c);
        case '\r' -> {}
        default -> {
          if (isUnseen(c)) {
            html.append("<i class=code>U+")
                .append(String.format(Locale.ROOT, "%04X", c))
                .append("</i>");
          } else {
            html.appendCodePoint(c);
          }
        }
      }
    }
  }

  static String text(String text) {
    StringBuilder html = new StringBuilder();
    text(html, text, 0, text.length());
    return html.toString();
  }

  /** For use between double quotes: as text, but codes stay plain. */
  static String attribute(String text) {
    return text(text).replaceAll("</?i[^>]*>", "");
  }

  static boolean isUnseen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.UNASSIGNED, Character.PRIVATE_USE -> true;
      default -> c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0;
    };
  }

  /** 1234567 as 1,234,567. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Rounded down, so that only what is 1 is shown as 1.000; a dash if it is not known. */
  static String share(double share) {
    return Double.isNaN(share)
        ? "\u2013"
        : String.format(Locale.ROOT, "%.3f", Math.floor(share * 1000) / 1000);
  }
}
