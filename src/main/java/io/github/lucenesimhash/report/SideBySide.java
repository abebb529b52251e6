package io.github.lucenesimhash.report;

import io.github.lucenesimhash.report.TextDiff.Part;
import java.util.List;

/** Two texts in two columns, their differences marked, long parts without any left out. */
final class SideBySide {

  /** Characters of unchanged text that are shown beside a change. */
  private static final int CONTEXT = 160;

  /** Fewer characters than these are not left out. */
  private static final int WORTH_LEAVING_OUT = 120;

  private final StringBuilder html;
  private final String left;
  private final String right;
  private final StringBuilder leftCell = new StringBuilder();
  private final StringBuilder rightCell = new StringBuilder();
  private final String leftTag;
  private final String rightTag;

  private SideBySide(StringBuilder html, String left, String right) {
    this.html = html;
    this.left = left;
    this.right = right;
    leftTag = openingTag(left);
    rightTag = openingTag(right);
  }

  static void write(StringBuilder html, String left, String right) {
    List<Part> parts = TextDiff.of(left, right);
    SideBySide rows = new SideBySide(html, left, right);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part.same()) {
        rows.same(part, i == 0, i == parts.size() - 1);
      } else {
        rows.changed(part);
      }
    }
    rows.endRow();
  }

  private void changed(Part part) {
    mark(leftCell, "del", left, part.leftFrom(), part.leftTo());
    mark(rightCell, "ins", right, part.rightFrom(), part.rightTo());
  }

  private static void mark(StringBuilder cell, String tag, String text, int from, int to) {
    if (from < to) {
      cell.append('<').append(tag).append('>');
      Markup.text(cell, text, from, to);
      cell.append("</").append(tag).append('>');
    }
  }

  private void same(Part part, boolean first, boolean last) {
    int length = part.leftTo() - part.leftFrom();
    int head = first ? last ? 2 * CONTEXT : 0 : CONTEXT;
    int tail = last ? 0 : CONTEXT;
    if (length - head - tail < WORTH_LEAVING_OUT) {
      Markup.text(leftCell, left, part.leftFrom(), part.leftTo());
      Markup.text(rightCell, right, part.rightFrom(), part.rightTo());
      return;
    }
    Markup.text(leftCell, left, part.leftFrom(), border(left, part.leftFrom() + head));
    Markup.text(rightCell, right, part.rightFrom(), border(right, part.rightFrom() + head));
    endRow();
    html.append("<p class=gap>")
        .append(Markup.number((long) length - head - tail))
        .append(" characters alike</p>\n");
    Markup.text(leftCell, left, border(left, part.leftTo() - tail), part.leftTo());
    Markup.text(rightCell, right, border(right, part.rightTo() - tail), part.rightTo());
  }

  /** Never between the two halves of a character. */
  static int border(String text, int index) {
    return index > 0 && index < text.length() && Character.isLowSurrogate(text.charAt(index))
        ? index - 1
        : index;
  }

  private void endRow() {
    if (leftCell.length() + rightCell.length() > 0) {
      html.append("<div class=row>").append(leftTag).append(leftCell).append("</div>");
      html.append(rightTag).append(rightCell).append("</div></div>\n");
      leftCell.setLength(0);
      rightCell.setLength(0);
    }
  }

  /**
   * Says that the text is Chinese, for the right shapes of characters that several languages use.
   */
  private static String openingTag(String text) {
    boolean han = text.codePoints().limit(1000).filter(Character::isIdeographic).count() > 100;
    return han ? "<div dir=auto lang=zh>" : "<div dir=auto>";
  }
}
