package io.github.lucenesimhash.bench;

import java.util.List;
import java.util.Locale;

/** Draws lines, dots and words as SVG, in light or dark colors depending on the reader's screen. */
final class Svg {

  private static final int LINE = 22;

  /** The colors of curves, the library's own first, on a light and on a dark background. */
  private static final List<String> LIGHT =
      List.of("#c0392b", "#2467a8", "#555555", "#b06a00", "#2f7f2f");

  private static final List<String> DARK =
      List.of("#ff7b6b", "#74b3f0", "#b5b5b5", "#f0a83c", "#7fcf7f");

  private final int width;
  private final StringBuilder body = new StringBuilder();

  Svg(int width) {
    this.width = width;
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    element("line", style, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  void path(String path, int color) {
    element("path", "c" + color, "d", path);
  }

  void dot(double x, double y, int color) {
    element("circle", "c" + color, "cx", x, "cy", y, "r", 4);
  }

  void text(double x, double y, String anchor, String text) {
    body.append("<text x=\"").append(round(x)).append("\" y=\"").append(round(y));
    body.append("\" text-anchor=\"").append(anchor).append("\">").append(text).append("</text>\n");
  }

  /** Draws the legend with a line for each color, and returns the y coordinate of its end. */
  double legend(double x, double y, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      dot(x, y + i * LINE - 4, i);
      text(x + 14, y + i * LINE, "start", names.get(i));
    }
    return y + names.size() * LINE;
  }

  String toString(String title, double height) {
    long whole = Math.round(height);
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\">\n<style>\n",
            width,
            whole)
        + "svg { font: 13px sans-serif; background: #fff }\n"
        + "text { fill: #222 } .title { font-size: 15px; font-weight: bold }\n"
        + "path { fill: none; stroke-width: 2 } .axis { stroke: #222 } .grid { stroke: #bbb } .fine { stroke: #eee }\n"
        + colors(LIGHT)
        + "@media (prefers-color-scheme: dark) {\n"
        + "svg { background: #1e2226 } text { fill: #dfe2e4 }\n"
        + ".axis { stroke: #dfe2e4 } .grid { stroke: #555d64 } .fine { stroke: #2b3136 }\n"
        + colors(DARK)
        + "}\n</style>\n<text class=\"title\" x=\"12\" y=\"26\">"
        + title
        + "</text>\n"
        + body
        + "</svg>\n";
  }

  private static String colors(List<String> colors) {
    StringBuilder style = new StringBuilder();
    for (int i = 0; i < colors.size(); i++) {
      String color = colors.get(i);
      style.append("path.c").append(i).append(" { stroke: ").append(color).append(" } ");
      style.append("circle.c").append(i).append(" { fill: ").append(color).append(" }\n");
    }
    return style.toString();
  }

  private void element(String name, String style, Object... namesAndValues) {
    body.append('<').append(name).append(" class=\"").append(style).append('"');
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      body.append(' ').append(namesAndValues[i]).append("=\"");
      body.append(value instanceof Double pixels ? round(pixels) : value).append('"');
    }
    body.append("/>\n");
  }

  static double round(double pixels) {
    return Math.round(pixels * 10) / 10.0;
  }
}
