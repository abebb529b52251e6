package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.SchemeScores.DistanceScores;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Precision and recall against distance as SVG: a panel for each scheme, one below the other. */
public final class PrecisionRecallPlot {

  private static final int WIDTH = 640;
  private static final int PANEL = 260;
  private static final int LEFT = 60;
  private static final int RIGHT = WIDTH - 170;
  private static final int TOP = 40;
  private static final int BOTTOM = PANEL - 40;

  private static final String MIDDLE = "text-anchor=\"middle\"";

  private record Curve(
      String name, String color, String dash, ToDoubleFunction<DistanceScores> value) {}

  private static final List<Curve> CURVES =
      List.of(
          new Curve("precision", "#c0392b", "", row -> row.plain().precision()),
          new Curve("recall", "#1f618d", "", row -> row.plain().recall()),
          new Curve("recall, not identical", "#1f618d", "2 4", r -> r.plain().changedRecall()),
          new Curve("F1", "#222", "", row -> row.plain().f1()),
          new Curve("F1, verified", "#222", "6 4", row -> row.verified().f1()));

  private final Formatter svg = new Formatter(Locale.ROOT);

  private PrecisionRecallPlot() {}

  /**
   * {@return an SVG document, complete in itself}
   *
   * @param schemes a panel each
   */
  public static String svg(List<SchemeScores> schemes) {
    PrecisionRecallPlot plot = new PrecisionRecallPlot();
    plot.svg.format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0"
            + " %1$d %2$d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
            + "<rect width=\"%1$d\" height=\"%2$d\" fill=\"#fff\"/>\n",
        WIDTH, PANEL * schemes.size() + 10);
    for (int i = 0; i < schemes.size(); i++) {
      plot.svg.format("<g transform=\"translate(0 %d)\">\n", i * PANEL);
      plot.panel(schemes.get(i));
      plot.svg.format("</g>\n");
    }
    return plot.svg.format("</svg>\n").toString();
  }

  private void panel(SchemeScores scheme) {
    String title = scheme.scheme().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    text(LEFT, 24, "font-size=\"14\" font-weight=\"bold\"", title);
    for (int tenths = 0; tenths <= 10; tenths += 2) {
      double y = y(tenths / 10.);
      svg.format("<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, y, RIGHT);
      text(LEFT - 8, y + 4, "text-anchor=\"end\"", Double.toString(tenths / 10.));
    }
    for (DistanceScores row : scheme.distances()) {
      text(
          x(row.distance(), scheme.distances()),
          BOTTOM + 18,
          MIDDLE,
          Integer.toString(row.distance()));
    }
    text((LEFT + RIGHT) / 2., BOTTOM + 34, MIDDLE, "distance in bits");
    for (int i = 0; i < CURVES.size(); i++) {
      curve(CURVES.get(i), scheme.distances(), TOP + 14 + 20 * i);
    }
  }

  private void text(double x, double y, String style, String text) {
    svg.format("<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, style, text);
  }

  private void curve(Curve curve, List<DistanceScores> rows, int legendY) {
    Formatter points = new Formatter(Locale.ROOT);
    char command = 'M';
    for (DistanceScores row : rows) {
      double value = curve.value.applyAsDouble(row);
      if (!Double.isNaN(value)) {
        points.format("%s%.1f %.1f", command, x(row.distance(), rows), y(value));
        command = 'L';
      }
    }
    String path =
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n";
    if (command == 'L') {
      svg.format(path, points, curve.color, curve.dash);
    }
    svg.format(path, "M" + (RIGHT + 12) + " " + legendY + "h22", curve.color, curve.dash);
    text(RIGHT + 40, legendY + 4, "", curve.name);
  }

  private static double x(int distance, List<DistanceScores> all) {
    return LEFT + 12 + (RIGHT - LEFT - 24.) * distance / (all.size() - 1);
  }

  private static double y(double ratio) {
    return BOTTOM - (BOTTOM - TOP) * ratio;
  }
}
