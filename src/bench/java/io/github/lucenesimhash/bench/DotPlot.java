package io.github.lucenesimhash.bench;

import java.util.List;
import java.util.Locale;

/** Draws shares from 0 to 1 as SVG, with a line for each row and a dot on it for each column. */
final class DotPlot {

  private static final int WIDTH = 560;
  private static final int LEFT = 90;
  private static final int RIGHT = WIDTH - 30;
  private static final int TOP = 44;
  private static final int LINE = 38;

  private final Svg svg = new Svg(WIDTH);

  String toSvg(String title, List<String> rows, List<String> columns, double[][] shares) {
    int bottom = TOP + LINE * rows.size();
    for (int tenths = 0; tenths <= 10; tenths++) {
      svg.line(x(tenths / 10.0), TOP, x(tenths / 10.0), bottom, tenths % 5 == 0 ? "grid" : "fine");
      if (tenths % 2 == 0) {
        String label = String.format(Locale.ROOT, "%.1f", tenths / 10.0);
        svg.text(x(tenths / 10.0), bottom + 18, "middle", label);
      }
    }
    for (int row = 0; row < rows.size(); row++) {
      double y = TOP + LINE * (row + .5);
      svg.text(LEFT - 12, y + 4, "end", rows.get(row));
      svg.line(LEFT, y, RIGHT, y, "grid");
      for (int column = columns.size() - 1;
          column >= 0;
          column--) { // the first column is drawn above the others
        svg.dot(x(shares[row][column]), y, column);
      }
    }
    return svg.toString(title, svg.legend(LEFT, bottom + 52, columns));
  }

  private static double x(double share) {
    return LEFT + share * (RIGHT - LEFT);
  }
}
