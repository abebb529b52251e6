package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A plot of curves as SVG; the y axis is logarithmic. */
final class LogPlot {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 470;
  private static final int LEFT = 80;
  private static final int RIGHT = WIDTH - 200;
  private static final int TOP = 50;
  private static final int BOTTOM = HEIGHT - 60;

  private final String title;
  private final String xLabel;
  private final boolean logX;

  /** Curves by name, each y by x. */
  private final Map<String, SortedMap<Double, Double>> curves;

  private final StringBuilder svg = new StringBuilder();
  private double minX;
  private double maxX;
  private double minY;
  private double maxY;

  LogPlot(
      String title, String xLabel, boolean logX, Map<String, SortedMap<Double, Double>> curves) {
    this.title = title;
    this.xLabel = xLabel;
    this.logX = logX;
    this.curves = curves;
  }

  String toSvg() {
    range();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\"");
    svg.append(" font-size=\"13\" fill=\"#222\"");
    attributes("width", WIDTH, "height", HEIGHT, "viewBox", "0 0 " + WIDTH + " " + HEIGHT);
    svg.append(">\n<rect fill=\"#fff\"");
    attributes("width", WIDTH, "height", HEIGHT);
    svg.append("/>\n");
    text(LEFT, 28, "start", "<tspan font-size=\"16\" font-weight=\"bold\">" + title + "</tspan>");
    yAxis();
    xAxis();
    int i = 0;
    for (Map.Entry<String, SortedMap<Double, Double>> curve : curves.entrySet()) {
      curve(curve.getKey(), curve.getValue(), Contender.color(curve.getKey()), TOP + 16 + 24 * i);
      i++;
    }
    return svg.append("</svg>\n").toString();
  }

  private void range() {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    for (SortedMap<Double, Double> curve : curves.values()) {
      xs.addAll(curve.keySet());
      ys.addAll(curve.values());
    }
    minX = x(xs.stream().mapToDouble(x -> x).min().orElse(1));
    maxX = x(xs.stream().mapToDouble(x -> x).max().orElse(1));
    if (minX == maxX) {
      minX -= 0.5;
      maxX += 0.5;
    }
    minY = Math.floor(Math.log10(ys.stream().mapToDouble(y -> y).min().orElse(1)));
    maxY =
        Math.max(minY + 1, Math.ceil(Math.log10(ys.stream().mapToDouble(y -> y).max().orElse(1))));
  }

  private double x(double value) {
    return logX ? Math.log10(value) : value;
  }

  private double px(double value) {
    return LEFT + (x(value) - minX) / (maxX - minX) * (RIGHT - LEFT);
  }

  private double py(double value) {
    return BOTTOM - (Math.log10(value) - minY) / (maxY - minY) * (BOTTOM - TOP);
  }

  private void yAxis() {
    for (int power = (int) minY; power <= maxY; power++) {
      double value = Math.pow(10, power);
      line(LEFT, py(value), RIGHT, py(value), "#bbb");
      String label =
          power >= 6
              ? String.format(Locale.ROOT, "%,.0f s", value * 1e-6)
              : power >= 3
                  ? String.format(Locale.ROOT, "%,.0f ms", value * 1e-3)
                  : String.format(Locale.ROOT, power < 0 ? "%.1f us" : "%.0f us", value);
      text(LEFT - 8, py(value) + 4, "end", label.replace("us", "µs"));
      for (int i = 2; i < 10 && power < maxY; i++) {
        line(LEFT, py(i * value), RIGHT, py(i * value), "#eee");
      }
    }
  }

  private void xAxis() {
    Map<Double, Double> ticks = new TreeMap<>();
    curves.values().forEach(ticks::putAll);
    for (double tick : ticks.keySet()) {
      line(px(tick), BOTTOM, px(tick), BOTTOM + 5, "#222");
      text(px(tick), BOTTOM + 20, "middle", logX ? Tables.count((int) tick) : "" + (int) tick);
    }
    line(LEFT, BOTTOM, RIGHT, BOTTOM, "#222");
    line(LEFT, TOP, LEFT, BOTTOM, "#222");
    text((LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", xLabel);
  }

  private void curve(String name, SortedMap<Double, Double> points, String color, int legendY) {
    StringBuilder path = new StringBuilder("M");
    points.forEach(
        (x, y) -> path.append(round(px(x))).append(' ').append(round(py(y))).append('L'));
    path.setLength(path.length() - 1);
    path.append("M").append(RIGHT + 14).append(' ').append(legendY - 4).append("h22");
    svg.append("<path fill=\"none\" stroke-width=\"2\"");
    attributes("d", path, "stroke", color);
    svg.append("/>\n");
    points.forEach((x, y) -> dot(px(x), py(y), color));
    dot(RIGHT + 25, legendY - 4, color);
    text(RIGHT + 42, legendY, "start", name);
  }

  private void dot(double x, double y, String color) {
    svg.append("<circle r=\"3.5\"");
    attributes("cx", round(x), "cy", round(y), "fill", color);
    svg.append("/>\n");
  }

  private void line(double x1, double y1, double x2, double y2, String color) {
    svg.append("<line");
    attributes("x1", round(x1), "y1", round(y1), "x2", round(x2), "y2", round(y2));
    attributes("stroke", color);
    svg.append("/>\n");
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append("<text");
    attributes("x", round(x), "y", round(y), "text-anchor", anchor);
    svg.append('>').append(text).append("</text>\n");
  }

  private void attributes(Object... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      svg.append(' ').append(namesAndValues[i]);
      svg.append("=\"").append(namesAndValues[i + 1]).append('"');
    }
  }

  private static double round(double pixels) {
    return Math.round(pixels * 10) / 10.0;
  }
}
