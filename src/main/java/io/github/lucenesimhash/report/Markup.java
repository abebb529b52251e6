package io.github.lucenesimhash.report;

import java.util.Locale;

/**
 * Writes text as HTML, and as JSON inside HTML, so that all of it is visible and none of it is
 * executed.
 */
final class Markup {

  private Markup() {}

  /**
   * Escapes text for HTML. Invisible characters that change how other characters look (controls,
   * right-to-left overrides, zero-width characters, unpaired surrogates) are replaced by their
   * code.
   */
  static String text(String text) {
    StringBuilder html = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
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
                    html.append(format("<i class=code>U+%04X</i>", c));
                  } else {
                    html.appendCodePoint(c);
                  }
                }
              }
            });
    return html.toString();
  }

  /**
   * Returns a JSON string that is safe inside a {@code script} element: it has no {@code <}, and
   * characters that are invisible or cannot be encoded are replaced by their code.
   */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"', '\\' -> json.append('\\').append((char) c);
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> {
                  if (c == '<' || isUnseen(c)) {
                    for (char half : Character.toChars(c)) {
                      json.append(format("\\u%04x", (int) half));
                    }
                  } else {
                    json.appendCodePoint(c);
                  }
                }
              }
            });
    return json.append('"').toString();
  }

  static boolean isUnseen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.UNASSIGNED, Character.PRIVATE_USE -> true;
      default -> c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0;
    };
  }

  /** Inserts values into a piece of the page. Texts must be escaped already. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
  static String format(String html, Object... values) {
    return String.format(Locale.ROOT, html, values);
  }
}
