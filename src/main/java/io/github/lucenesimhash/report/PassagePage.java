package io.github.lucenesimhash.report;

import java.io.IOException;
import java.util.List;

/**
 * Documents that have passages of a text, as one HTML page: what is copied is marked, and shown
 * with the text around it. Like {@link HtmlReport} it needs no network, and whatever texts hold is
 * shown as text.
 *
 * @param how the documents were found, in a sentence
 */
public record PassagePage(String title, String how) {

  private static final int CONTEXT = 160; // characters

  /**
   * A document.
   *
   * @param words of the text that it has
   * @param text its own
   * @param passages of its text, ascending; they may overlap
   */
  public record Holder(String id, int words, String text, List<Passage> passages) {

    private String html() {
      StringBuilder html = new StringBuilder();
      int end = 0; // of what is written
      for (Passage passage : passages) {
        int from = Math.max(end, passage.from);
        if (from < passage.to) {
          int before = Excerpt.border(text, from - CONTEXT);
          if (before > end) {
            html.append(gap(end, Excerpt.border(text, end + CONTEXT), before));
          }
          html.append(Markup.text(text.substring(Math.max(before, end), from)));
          html.append("<mark>").append(Markup.text(text.substring(from, passage.to)));
          html.append("</mark>");
          end = passage.to;
        }
      }
      html.append(gap(end, Excerpt.border(text, end + CONTEXT), text.length()));
      return Markup.format(
          "<section>\n<h2>%s</h2>\n<p class=hint>%,d words of the text</p>\n<p class=passage dir=auto>%s</p>\n</section>\n",
          Markup.text(id), words, html);
    }

    /** Writes the text behind a passage; dots stand for what is left out before the next one. */
    private String gap(int from, int shownTo, int to) {
      if (from == 0 && to < text.length()) {
        return "… ";
      }
      return shownTo >= to
          ? Markup.text(text.substring(from, to))
          : Markup.text(text.substring(from, shownTo)) + " … ";
    }
  }

  /** Characters of a document's text, the last one exclusive. */
  public record Passage(int from, int to) {}

  /**
   * Writes the page.
   *
   * @param out to be encoded as UTF-8
   * @param holders those with the most words first
   */
  public void write(Appendable out, Iterable<Holder> holders) throws IOException {
    String style = HtmlReport.resource("report.css");
    out.append(
        Markup.format(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src %s; img-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <link rel="icon" href="data:,">
            <style>%s</style>
            </head>
            <body>
            <main>
            <h1>%s</h1>
            <p class=how>%s</p>
            """,
            HtmlReport.digest(style),
            Markup.text(title),
            style,
            Markup.text(title),
            Markup.text(how)));
    for (Holder holder : holders) {
      out.append(holder.html());
    }
    out.append("<footer>lucene-simhash</footer>\n</main>\n</body>\n</html>\n");
  }
}
