package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Draws curves as SVG with a logarithmic y axis. */
final class LogPlot {

  private static final int WIDTH = 560;
  private static final int LEFT = 64;
  private static final int RIGHT = WIDTH - 20;
  private static final int TOP = 44;
  private static final int BOTTOM = 380;

  private final String title;
  private final String xLabel;
  private final boolean logX;

  /** The curves by name. A curve maps x to y. */
  private final Map<String, SortedMap<Double, Double>> curves;

  private final Svg svg = new Svg(WIDTH);
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
    yAxis();
    xAxis();
    int color = 0;
    for (SortedMap<Double, Double> points : curves.values()) {
      curve(points, color++);
    }
    double end = svg.legend(LEFT + 4, BOTTOM + 74, List.copyOf(curves.keySet()));
    return svg.toString(title, end);
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
      svg.line(LEFT, py(value), RIGHT, py(value), "grid");
      String label =
          power >= 6
              ? String.format(Locale.ROOT, "%,.0f s", value * 1e-6)
              : power >= 3
                  ? String.format(Locale.ROOT, "%,.0f ms", value * 1e-3)
                  : String.format(Locale.ROOT, power < 0 ? "%.1f us" : "%.0f us", value);
      svg.text(LEFT - 8, py(value) + 4, "end", label.replace("us", "µs"));
      for (int i = 2; i < 10 && power < maxY; i++) {
        svg.line(LEFT, py(i * value), RIGHT, py(i * value), "fine");
      }
    }
  }

  private void xAxis() {
    Map<Double, Double> ticks = new TreeMap<>();
    curves.values().forEach(ticks::putAll);
    for (double tick : ticks.keySet()) {
      svg.line(px(tick), BOTTOM, px(tick), BOTTOM + 5, "axis");
      svg.text(px(tick), BOTTOM + 20, "middle", logX ? Tables.count((int) tick) : "" + (int) tick);
    }
    svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis");
    svg.line(LEFT, TOP, LEFT, BOTTOM, "axis");
    svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 42, "middle", xLabel);
  }

  private void curve(SortedMap<Double, Double> points, int color) {
    String path =
        points.entrySet().stream()
            .map(point -> Svg.round(px(point.getKey())) + " " + Svg.round(py(point.getValue())))
            .collect(Collectors.joining("L", "M", ""));
    svg.path(path, color);
    points.forEach((x, y) -> svg.dot(px(x), py(y), color));
  }
}
