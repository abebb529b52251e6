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
 * Writes near-duplicate groups as one HTML page that uses no network. The page has the groups as
 * JSON, and its script shows those that are scrolled to. Whatever the texts hold is shown as text:
 * it is escaped, and the content security policy allows only the page's own style and script, by
 * their digests.
 *
 * @param how the groups were found, in a sentence
 * @param figures numbers of the summary, the most telling first
 * @param excerpt about how many characters of a pair are shown
 */
public record HtmlReport(
    String title, String how, List<Note> notes, List<Figure> figures, int excerpt) {

  private static final int FIRST_GROUPS = 20; // shown before the others are read
  private static final int GROUPS = 100; // in each further part

  /** A labelled line about how the page was made. */
  public record Note(String label, String text) {

    private String html() {
      return Markup.format(
          "<div><dt>%s</dt><dd>%s</dd></div>\n", Markup.text(label), Markup.text(text));
    }
  }

  /**
   * A number of the summary.
   *
   * @param name the name for programs
   * @param label the name for readers
   */
  public record Figure(String name, String label, long value) {

    private String html() {
      return Markup.format(
          "<div><dt>%s</dt><dd data-figure=\"%s\">%,d</dd></div>\n",
          Markup.text(label), Markup.text(name), value);
    }
  }

  /**
   * Writes the page. Only a group's kept text and one other are in memory at a time.
   *
   * @param out takes the page, to be encoded as UTF-8
   * @param groups in any order: the page shows the least alike first
   */
  public void write(Appendable out, Iterable<ReportGroup> groups) throws IOException {
    String style = resource("report.css");
    String script = resource("report.js");
    String page =
        resource("report.html")
            .replace("<!--style-digest-->", digest(style))
            .replace("<!--script-digest-->", digest(script))
            .replace("<!--style-->", style);
    String[] frame = page.split("<!--(title|content|first|script|rest)-->", -1);
    out.append(frame[0]).append(Markup.text(title));
    out.append(frame[1]).append(summary()).append(frame[2]);
    String nextPart = frame[3] + script + frame[4];
    int count = 0;
    for (ReportGroup group : groups) {
      if (count >= FIRST_GROUPS && (count - FIRST_GROUPS) % GROUPS == 0) {
        out.append(nextPart);
        nextPart = frame[4];
      }
      group.write(out, excerpt);
      count++;
    }
    if (count <= FIRST_GROUPS) {
      out.append(nextPart);
    }
    out.append(frame[5]);
  }

  private String summary() {
    return Markup.format(
        """
        <h1>%s</h1>
        <p class=how>%s</p>
        <dl class=notes>
        %s</dl>
        <dl class=figures>
        %s</dl>
        """,
        Markup.text(title),
        Markup.text(how),
        notes.stream().map(Note::html).collect(Collectors.joining()),
        figures.stream().map(Figure::html).collect(Collectors.joining()));
  }

  static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the digest by which a content security policy allows a text. */
  static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
