package io.github.lucenesimhash.report;

import java.util.List;
import java.util.Locale;

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

  /** Of a text, in characters: what is shown of it and compared. */
  private static final int SHOWN_LENGTH = 20_000;

  /**
   * A document.
   *
   * @param id what the document is called
   * @param text of which the page shows what fits
   */
  public record Text(String id, String text) {}

  /**
   * A member beside the kept document.
   *
   * @param distance bits
   * @param resemblance 0 to 1; NaN if not known
   */
  public record Pair(Text member, int distance, double resemblance) {}

  void write(StringBuilder html, int number) {
    html.append(
        String.format(
            Locale.ROOT,
            "<article class=group data-number=%d data-size=%d data-farthest=%d"
                + " data-least-alike=%.6f>\n<header><h3>%s</h3><p>",
            number,
            size,
            farthest,
            Double.isNaN(leastAlike) ? 1 : leastAlike, // unknown sorts as wholly alike
            Markup.text(kept.id)));
    fact(html, Markup.number(size), "documents");
    facts(html, farthest, leastAlike);
    html.append("</p></header>\n");
    String open = " open"; // the first only
    for (Pair pair : pairs) {
      html.append("<details")
          .append(open)
          .append("><summary><span class=id>")
          .append(Markup.text(pair.member.id))
          .append("</span><span class=facts>");
      facts(html, pair.distance, pair.resemblance);
      html.append("</span></summary>\n<div class=pair>\n");
      SideBySide.write(html, shown(kept.text), shown(pair.member.text));
      if (Math.max(kept.text.length(), pair.member.text.length()) > SHOWN_LENGTH) {
        html.append("<p class=gap>only the first ")
            .append(Markup.number(SHOWN_LENGTH))
            .append(" characters are shown</p>\n");
      }
      html.append("</div></details>\n");
      open = "";
    }
    int others = size - 1 - pairs.size();
    if (others > 0) {
      html.append("<p class=more>and ").append(Markup.number(others)).append(" more</p>\n");
    }
    html.append("</article>\n");
  }

  private static void facts(StringBuilder html, int distance, double resemblance) {
    fact(html, Integer.toString(distance), distance == 1 ? "bit" : "bits");
    if (!Double.isNaN(resemblance)) {
      fact(html, Markup.share(resemblance), "alike");
    }
  }

  private static void fact(StringBuilder html, String value, String unit) {
    html.append("<span><b>").append(value).append("</b> ").append(unit).append("</span> ");
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_LENGTH
        ? text
        : text.substring(0, SideBySide.border(text, SHOWN_LENGTH));
  }
}
