package io.github.lucenesimhash.report;

import java.util.List;

/**
 * A document that is kept and its near-duplicates, as the page shows them.
 *
 * @param kept the document that stands for the group
 * @param size documents in the group, the kept one included, at least 2
 * @param farthest greatest distance of a member from the kept document, in bits
 * @param leastAlike smallest resemblance of a member to it, 0 to 1; NaN if not known
 * @param pairs the members to show beside it, at least one; the others are only counted
 */
public record ReportGroup(Text kept, int size, int farthest, double leastAlike, List<Pair> pairs) {

  private static final int SHOWN_LENGTH = 20_000;

  /**
   * A document.
   *
   * @param id what the document is called
   * @param text of which the page shows what fits
   */
  public record Text(String id, String text) {

    private String shown() {
      return text.substring(0, SideBySide.border(text, Math.min(SHOWN_LENGTH, text.length())));
    }
  }

  /**
   * A member beside the kept document.
   *
   * @param member another than the kept one
   * @param distance bits
   * @param resemblance 0 to 1; NaN if not known
   */
  public record Pair(Text member, int distance, double resemblance) {}

  String html(int number) {
    StringBuilder html = new StringBuilder();
    html.append(
        Markup.format(
            """
            <article class=group data-number=%d data-size=%d data-farthest=%d data-least-alike=%.6f>
            <header><h3>%s</h3><p><span><b>%,d</b> documents</span> %s</p></header>
            """,
            number,
            size,
            farthest,
            Double.isNaN(leastAlike) ? 1 : leastAlike, // unknown sorts as wholly alike
            Markup.text(kept.id),
            size,
            facts(farthest, leastAlike)));
    String open = " open"; // the first only
    for (Pair pair : pairs) {
      int longest = Math.max(kept.text.length(), pair.member.text.length());
      String gap = "<p class=gap>only the first %,d characters are shown</p>\n";
      html.append(
          Markup.format(
              """
              <details%s><summary><span class=id>%s</span>\
              <span class=facts>%s</span></summary>
              <div class=pair>
              %s%s</div></details>
              """,
              open,
              Markup.text(pair.member.id),
              facts(pair.distance, pair.resemblance),
              SideBySide.html(kept.shown(), pair.member.shown()),
              longest > SHOWN_LENGTH ? Markup.format(gap, SHOWN_LENGTH) : ""));
      open = "";
    }
    int others = size - 1 - pairs.size();
    if (others > 0) {
      html.append(Markup.format("<p class=more>and %,d more</p>\n", others));
    }
    return html.append("</article>\n").toString();
  }

  /** A resemblance is rounded down, so that only what is 1 is shown as 1.000. */
  private static String facts(int distance, double resemblance) {
    String bits =
        Markup.format("<span><b>%d</b> %s</span> ", distance, distance == 1 ? "bit" : "bits");
    return Double.isNaN(resemblance)
        ? bits
        : bits
            + Markup.format(
                "<span><b>%.3f</b> alike</span> ", Math.floor(resemblance * 1000) / 1000);
  }
}
