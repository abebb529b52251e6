package io.github.lucenesimhash.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * Near-duplicate groups as one HTML page that needs no network and asks for none. Whatever the
 * texts hold is shown as text: it is escaped, and the page's content security policy allows the
 * page's own style and script by their digests and nothing else.
 *
 * <pre>{@code
 * new HtmlReport("My corpus", "k = 12", figures, distances, sizes).write(writer, groups);
 * }</pre>
 *
 * @param title of the page
 * @param how the groups were found, in a sentence
 * @param figures the most telling first
 * @param distances of pairs
 * @param sizes of groups
 */
public record HtmlReport(
    String title, String how, List<Figure> figures, Distribution distances, Distribution sizes) {

  /**
   * A number of the summary.
   *
   * @param name what programs call it
   * @param label what readers call it
   * @param value as text
   */
  public record Figure(String name, String label, String value) {

    /** A count, with thousands apart. */
    public static Figure of(String name, String label, long value) {
      return new Figure(name, label, Markup.number(value));
    }
  }

  /**
   * Writes the page.
   *
   * @param out to be encoded as UTF-8
   * @param groups those worth showing, one at a time; their order is the page's "as found"
   */
  public void write(Appendable out, Iterable<ReportGroup> groups) throws IOException {
    String style = resource("report.css");
    String script = resource("report.js");
    String page =
        resource("report.html")
            .replace(slot("style-digest"), digest(style))
            .replace(slot("script-digest"), digest(script))
            .replace(slot("style"), style)
            .replace(slot("script"), script);
    String[] parts = page.split(slot("content") + "|" + slot("groups"), -1);
    out.append(parts[0]).append(summary()).append(parts[1]);
    int number = 0;
    for (ReportGroup group : groups) {
      StringBuilder html = new StringBuilder();
      group.write(html, ++number);
      out.append(html);
    }
    out.append(parts[2]);
  }

  private String summary() {
    StringBuilder html = new StringBuilder();
    html.append("<h1>").append(Markup.text(title)).append("</h1>\n<p class=how>");
    html.append(Markup.text(how)).append("</p>\n<dl class=figures>\n");
    for (Figure figure : figures) {
      html.append("<div><dt>").append(Markup.text(figure.label));
      html.append("</dt><dd data-figure=\"").append(Markup.attribute(figure.name)).append("\">");
      html.append(Markup.text(figure.value)).append("</dd></div>\n");
    }
    html.append(
        """
        </dl>
        <div class=charts>
        <section id=distances>
        <h2>Pairs by distance</h2>
        <p class=hint>Bits in which a document differs from the one kept for it\
        """);
    if (distances.bars().stream().anyMatch(bar -> bar.removed() > 0)) {
      html.append("; pale: pairs that the comparison of their texts removed");
    }
    html.append(".</p>\n");
    distances.write(html, "pairs");
    html.append(
        """
        </section>
        <section id=sizes>
        <h2>Groups by size</h2>
        <p class=hint>Documents in a group, the kept one included.</p>
        """);
    sizes.write(html, "groups");
    html.append("</section>\n</div>\n");
    return html.toString();
  }

  /** Where the page's style, script or content go in its skeleton. */
  private static String slot(String name) {
    return "<!--" + name + "-->";
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** As a content security policy names what it allows. */
  private static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
