package io.github.lucenesimhash.search;

import java.util.ArrayList;
import java.util.List;

/** Fits nanos = a * lookups + b * candidates so that the squared relative errors are least. */
final class LeastSquares {

  private final List<double[]> points = new ArrayList<>();

  /**
   * @param point lookups, candidates, nanos
   */
  void add(double[] point) {
    points.add(point);
  }

  /** Returns a, b, and the mean absolute relative error. */
  double[] fit() {
    double xx = 0;
    double xy = 0;
    double yy = 0;
    double x1 = 0;
    double y1 = 0;
    for (double[] point : points) {
      double x = point[0] / point[2];
      double y = point[1] / point[2];
      xx += x * x;
      xy += x * y;
      yy += y * y;
      x1 += x;
      y1 += y;
    }
    double determinant = xx * yy - xy * xy;
    double a = (x1 * yy - y1 * xy) / determinant;
    double b = (y1 * xx - x1 * xy) / determinant;
    double error = 0;
    for (double[] point : points) {
      error += Math.abs((a * point[0] + b * point[1]) / point[2] - 1) / points.size();
    }
    return new double[] {a, b, error};
  }
}
