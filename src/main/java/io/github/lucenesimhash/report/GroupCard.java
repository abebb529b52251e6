package io.github.lucenesimhash.report;

import io.github.lucenesimhash.report.ReportGroup.Pair;
import java.util.Locale;

/** One group on the page. */
record GroupCard(ReportGroup group, int number) {

  void write(StringBuilder html) {
    html.append("<article class=group data-number=").append(number);
    html.append(" data-size=").append(group.size());
    html.append(" data-farthest=").append(group.farthest());
    // unknown sorts as wholly alike
    double leastAlike = Double.isNaN(group.leastAlike()) ? 1 : group.leastAlike();
    html.append(" data-least-alike=").append(String.format(Locale.ROOT, "%.6f", leastAlike));
    html.append(">\n<header><h3>").append(Markup.text(group.kept().id())).append("</h3><p>");
    fact(html, Markup.number(group.size()), "documents");
    fact(html, Integer.toString(group.farthest()), group.farthest() == 1 ? "bit" : "bits");
    if (!Double.isNaN(group.leastAlike())) {
      fact(html, Markup.share(group.leastAlike()), "alike");
    }
    html.append("</p></header>\n");
    boolean first = true;
    for (Pair pair : group.pairs()) {
      pair(html, pair, first);
      first = false;
    }
    int others = group.size() - 1 - group.pairs().size();
    if (others > 0) {
      html.append("<p class=more>and ").append(Markup.number(others)).append(" more</p>\n");
    }
    html.append("</article>\n");
  }

  private static void fact(StringBuilder html, String value, String unit) {
    html.append("<span><b>").append(value).append("</b> ").append(unit).append("</span> ");
  }

  private void pair(StringBuilder html, Pair pair, boolean open) {
    html.append(open ? "<details open>" : "<details>").append("<summary><span class=id>");
    html.append(Markup.text(pair.member().id())).append("</span><span class=facts>");
    fact(html, Integer.toString(pair.distance()), pair.distance() == 1 ? "bit" : "bits");
    if (!Double.isNaN(pair.resemblance())) {
      fact(html, Markup.share(pair.resemblance()), "alike");
    }
    html.append("</span></summary>\n<div class=pair>\n");
    String kept = group.kept().text();
    String member = pair.member().text();
    SideBySide.write(html, start(kept), start(member));
    if (kept.length() > HtmlReport.SHOWN_LENGTH || member.length() > HtmlReport.SHOWN_LENGTH) {
      html.append("<p class=gap>only the first ");
      html.append(Markup.number(HtmlReport.SHOWN_LENGTH)).append(" characters are shown</p>\n");
    }
    html.append("</div></details>\n");
  }

  private static String start(String text) {
    return text.length() <= HtmlReport.SHOWN_LENGTH
        ? text
        : text.substring(0, SideBySide.border(text, HtmlReport.SHOWN_LENGTH));
  }
}
