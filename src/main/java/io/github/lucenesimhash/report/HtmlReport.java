package io.github.lucenesimhash.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Near-duplicate groups as one HTML page that needs no network and asks for none. Whatever the
 * texts hold is shown as text: it is escaped, and the page's content security policy allows the
 * page's own style and script by their digests and nothing else.
 *
 * <pre>{@code
 * new HtmlReport("k = 12", figures, distances, sizes).write(writer, groups);
 * }</pre>
 *
 * @param how the groups were found, in a sentence
 * @param figures the most telling first
 * @param distances of pairs
 * @param sizes of groups
 */
public record HtmlReport(
    String how, List<Figure> figures, Distribution distances, Distribution sizes) {

  /**
   * A number of the summary.
   *
   * @param name what programs call it
   * @param label what readers call it
   * @param value any whole number
   */
  public record Figure(String name, String label, long value) {

    private String html() {
      return Markup.format(
          "<div><dt>%s</dt><dd data-figure=\"%s\">%,d</dd></div>\n",
          Markup.text(label), Markup.text(name), value);
    }
  }

  /**
   * Writes the page.
   *
   * @param out to be encoded as UTF-8
   * @param groups those worth showing, one at a time; their order is the page's "as found"
   * @throws IOException if {@code out} throws it
   */
  public void write(Appendable out, Iterable<ReportGroup> groups) throws IOException {
    String style = resource("report.css");
    String script = resource("report.js");
    String page =
        resource("report.html")
            .replace("<!--style-digest-->", digest(style))
            .replace("<!--script-digest-->", digest(script))
            .replace("<!--style-->", style)
            .replace("<!--script-->", script);
    String[] parts = page.split("<!--content-->|<!--groups-->", -1);
    out.append(parts[0]).append(summary()).append(parts[1]);
    int number = 0;
    for (ReportGroup group : groups) {
      out.append(group.html(++number));
    }
    out.append(parts[2]);
  }

  private String summary() {
    boolean hasRemoved = distances.bars().stream().anyMatch(bar -> bar.removed() > 0);
    return Markup.format(
        """
        <h1>Near-duplicates</h1>
        <p class=how>%s</p>
        <dl class=figures>
        %s</dl>
        <div class=charts>
        <section id=distances>
        <h2>Pairs by distance</h2>
        <p class=hint>Bits in which a document differs from the one kept for it%s.</p>
        %s</section>
        <section id=sizes>
        <h2>Groups by size</h2>
        <p class=hint>Documents in a group, the kept one included.</p>
        %s</section>
        </div>
        """,
        Markup.text(how),
        figures.stream().map(Figure::html).collect(Collectors.joining()),
        hasRemoved ? "; pale: pairs that the comparison of their texts removed" : "",
        distances.html("pairs"),
        sizes.html("groups"));
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
