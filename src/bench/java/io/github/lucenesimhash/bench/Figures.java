package io.github.lucenesimhash.bench;

import java.util.Arrays;

/** Figures as options give them and as tables show them. */
public final class Figures {

  private Figures() {}

  /** A number such as 100k or 10M. */
  public static int count(String text) {
    return Integer.parseInt(text.replace("M", "000000").replace("k", "000"));
  }

  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
