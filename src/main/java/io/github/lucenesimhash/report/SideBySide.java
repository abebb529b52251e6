package io.github.lucenesimhash.report;

import io.github.lucenesimhash.report.TextDiff.Part;
import java.util.List;

/** Two texts in two columns, their differences marked, long parts without any left out. */
final class SideBySide {

  private static final int CONTEXT = 160; // characters of unchanged text shown beside a change
  private static final int WORTH_LEAVING_OUT = 120; // characters; fewer are shown

  private static final class Cell {
    private final String text;
    private final String openingTag;
    private final StringBuilder html = new StringBuilder();

    /** Chinese says so, for the right shapes of characters that several languages use. */
    Cell(String text) {
      this.text = text;
      boolean han = text.codePoints().limit(1000).filter(Character::isIdeographic).count() > 100;
      openingTag = han ? "<div dir=auto lang=zh>" : "<div dir=auto>";
    }

    void same(int from, int to) {
      html.append(Markup.text(text.substring(border(text, from), border(text, to))));
    }

    void changed(int from, int to, String tag) {
      if (from < to) {
        String changed = Markup.text(text.substring(from, to));
        html.append(Markup.format("<%1$s>%2$s</%1$s>", tag, changed));
      }
    }

    String end() {
      String all = openingTag + html + "</div>";
      html.setLength(0);
      return all;
    }
  }

  private final StringBuilder html = new StringBuilder();
  private final Cell left;
  private final Cell right;

  private SideBySide(String left, String right) {
    this.left = new Cell(left);
    this.right = new Cell(right);
  }

  static String html(String left, String right) {
    SideBySide rows = new SideBySide(left, right);
    List<Part> parts = TextDiff.of(left, right);
    for (Part part : parts) {
      if (part.same()) {
        rows.same(part, part.equals(parts.getFirst()), part.equals(parts.getLast()));
      } else {
        rows.left.changed(part.leftFrom(), part.leftTo(), "del");
        rows.right.changed(part.rightFrom(), part.rightTo(), "ins");
      }
    }
    rows.endRow();
    return rows.html.toString();
  }

  private void same(Part part, boolean first, boolean last) {
    int length = part.leftTo() - part.leftFrom();
    int head = first ? last ? 2 * CONTEXT : 0 : CONTEXT;
    int tail = last ? 0 : CONTEXT;
    if (length - head - tail < WORTH_LEAVING_OUT) {
      left.same(part.leftFrom(), part.leftTo());
      right.same(part.rightFrom(), part.rightTo());
      return;
    }
    left.same(part.leftFrom(), part.leftFrom() + head);
    right.same(part.rightFrom(), part.rightFrom() + head);
    endRow();
    html.append(Markup.format("<p class=gap>%,d characters alike</p>\n", length - head - tail));
    left.same(part.leftTo() - tail, part.leftTo());
    right.same(part.rightTo() - tail, part.rightTo());
  }

  /** Never between the two halves of a character. */
  static int border(String text, int index) {
    return index > 0 && index < text.length() && Character.isLowSurrogate(text.charAt(index))
        ? index - 1
        : index;
  }

  private void endRow() {
    if (left.html.length() + right.html.length() > 0) {
      html.append("<div class=row>").append(left.end()).append(right.end()).append("</div>\n");
    }
  }
}
