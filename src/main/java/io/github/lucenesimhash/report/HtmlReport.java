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
 * Writes groups of near-duplicates as one HTML page that needs no network. The page contains the
 * groups as JSON, and its script renders the groups that are scrolled into view. The content of the
 * texts is always shown as text: it is escaped, and the content security policy only allows the
 * style and script of the page itself, by their digests.
 *
 * @param how the sentence that describes how the groups were found
 * @param figures the numbers of the summary, the most important number first
 * @param excerpt the approximate number of characters to show of each pair
 */
public record HtmlReport(
    String title, String how, List<Note> notes, List<Figure> figures, int excerpt) {

  private static final int FIRST_GROUPS = 20; // groups rendered before the others are parsed
  private static final int GROUPS = 100; // the number of groups in each further part of the page

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
   * Writes the page. Holds only two texts in memory at a time, the kept text of a group and one
   * other text of the group.
   *
   * @param out the receiver of the page, which must be encoded as UTF-8
   * @param groups the groups in any order; the page shows the least alike groups first
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

  /** Returns the digest of a style or script for a content security policy. */
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
