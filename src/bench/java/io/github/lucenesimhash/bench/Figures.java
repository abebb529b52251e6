package io.github.lucenesimhash.bench;

import java.util.Arrays;

/** Parses numbers of options and formats numbers of tables. */
public final class Figures {

  private Figures() {}

  /** Parses a number such as 100k or 10M. */
  public static int count(String text) {
    return Integer.parseInt(text.replace("M", "000000").replace("k", "000"));
  }

  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
