package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.CharArrayMap;

/**
 * The weight of a feature. Weights are at least 0; a feature of weight 0 has no influence.
 *
 * <p>On long texts a few heavy features can decide every bit: {@link #once()} is the default
 * because it has no such failure, and {@link #logTermFrequency()} is the mild alternative.
 */
public final class Weighting {

  private enum Kind {
    ONCE,
    FREQUENCY,
    LOG_FREQUENCY,
    TABLE,
    FREQUENCY_SHARE_TIMES_TABLE
  }

  /** What {@link #toString} shows and {@link #parse} reads; truncated, capped, by a table. */
  private static final Pattern NAME =
      Pattern.compile(
          "int\\((\\d+)\\*(.+)\\)|tf\\((\\d+)\\)|(?:table|tf-idf)(?:\\([0-9a-f]{16}\\))?|idf");

  private final Kind kind;
  private final int maxFrequency;
  private final CharArrayMap<Double> table;
  private final double otherwise;
  private final String tableDigest;
  private final int scale;

  private Weighting(
      Kind kind,
      int maxFrequency,
      CharArrayMap<Double> table,
      double otherwise,
      String digest,
      int scale) {
    this.kind = kind;
    this.maxFrequency = maxFrequency;
    this.table = table;
    this.otherwise = otherwise;
    this.tableDigest = digest;
    this.scale = scale;
  }

  /** Every distinct feature weighs 1. */
  public static Weighting once() {
    return new Weighting(Kind.ONCE, 0, null, 0, "", 0);
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * The weighting of a name; one that has a table is asked for by its own name, without truncation.
   */
  static Weighting parse(String name, Function<String, Weighting> tables) {
    Matcher parts = NAME.matcher(name);
    if (parts.matches() && parts.group(1) != null) {
      return parse(parts.group(2), tables).truncated(Integer.parseInt(parts.group(1)));
    }
    if (parts.matches() && parts.group(3) != null) {
      return termFrequency(Integer.parseInt(parts.group(3)));
    }
    return switch (name) {
      case "once" -> once();
      case "tf" -> termFrequency();
      case "log-tf" -> logTermFrequency();
      default -> tables.apply(name);
    };
  }

  /** As often as the feature occurs. */
  public static Weighting termFrequency() {
    return termFrequency(Integer.MAX_VALUE);
  }

  /**
   * As often as the feature occurs, but at most this often.
   *
   * @throws IllegalArgumentException if maxFrequency is less than 1
   */
  public static Weighting termFrequency(int maxFrequency) {
    if (maxFrequency < 1) {
      throw new IllegalArgumentException(
          "maxFrequency is " + maxFrequency + ", expected 1 or more");
    }
    return new Weighting(Kind.FREQUENCY, maxFrequency, null, 0, "", 0);
  }

  /** 1 + ln(occurrences). */
  public static Weighting logTermFrequency() {
    return new Weighting(Kind.LOG_FREQUENCY, 0, null, 0, "", 0);
  }

  /**
   * The weight that a table gives the word, whatever its frequency; a shingle weighs the mean of
   * its words. With a table of inverse document frequencies this is IDF weighting.
   *
   * @param weights analyzed word to weight, finite and at least 0
   * @param otherwise the weight of a word that is not in the table
   * @throws IllegalArgumentException if a weight is negative or not finite
   */
  public static Weighting table(Map<String, ? extends Number> weights, double otherwise) {
    return ofTable(Kind.TABLE, weights, otherwise);
  }

  /**
   * TF-IDF: the feature's occurrences divided by those of all features, times its inverse document
   * frequency from a table; a shingle takes the mean of its words.
   *
   * @param idf analyzed word to inverse document frequency, finite and at least 0
   * @param otherwise the inverse document frequency of a word that is not in the table
   * @throws IllegalArgumentException if a value is negative or not finite
   */
  public static Weighting tfIdf(Map<String, ? extends Number> idf, double otherwise) {
    return ofTable(Kind.FREQUENCY_SHARE_TIMES_TABLE, idf, otherwise);
  }

  /**
   * As {@link #tfIdf(Map, double)}, where other words take the median of the table.
   *
   * @throws IllegalArgumentException if the table is empty, too
   */
  public static Weighting tfIdf(Map<String, ? extends Number> idf) {
    if (idf.isEmpty()) {
      throw new IllegalArgumentException("the IDF table is empty, expected at least one word");
    }
    double[] sorted = idf.values().stream().mapToDouble(Number::doubleValue).sorted().toArray();
    return tfIdf(idf, sorted[sorted.length / 2]);
  }

  /**
   * This weighting with every weight w replaced by the whole number (int) (scale * w).
   *
   * @throws IllegalArgumentException if scale is less than 1, or this weighting is truncated
   *     already
   */
  public Weighting truncated(int scale) {
    if (scale < 1) {
      throw new IllegalArgumentException("scale is " + scale + ", expected 1 or more");
    }
    if (this.scale != 0) {
      throw new IllegalArgumentException(
          "weighting " + this + " is truncated already, expected one that is not");
    }
    return new Weighting(kind, maxFrequency, table, otherwise, tableDigest, scale);
  }

  private static Weighting ofTable(
      Kind kind, Map<String, ? extends Number> weights, double otherwise) {
    checkWeight("the weight of words not in the table", otherwise);
    CharArrayMap<Double> table = new CharArrayMap<>(weights.size(), false);
    StringBuilder content = new StringBuilder();
    new TreeMap<>(weights)
        .forEach(
            (word, number) -> {
              double weight = Objects.requireNonNull(number, word).doubleValue();
              checkWeight("the weight of '" + word + "'", weight);
              table.put(word, weight);
              content.append(word.length()).append(':').append(word);
              content.append('=').append(bits(weight)).append('\n');
            });
    content.append(bits(otherwise));
    return new Weighting(kind, 0, table, otherwise, FeatureHash.digest(content.toString()), 0);
  }

  private static String bits(double weight) {
    return Long.toHexString(Double.doubleToLongBits(weight));
  }

  private static void checkWeight(String what, double weight) {
    if (!(weight >= 0) || weight == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          what + " is " + weight + ", expected a finite number of at least 0");
    }
  }

  /** True if every distinct feature weighs the same. */
  boolean isUniform() {
    return kind == Kind.ONCE && scale == 0;
  }

  /** True if {@link #wordWeight} matters. */
  boolean usesTable() {
    return table != null;
  }

  double wordWeight(char[] word, int length) {
    Double weight = table.get(word, 0, length);
    return weight == null ? otherwise : weight;
  }

  /**
   * @param frequency occurrences of the feature in the text
   * @param total occurrences of all features in the text
   * @param wordWeight mean table weight of the feature's words, where a table is used
   */
  double weight(int frequency, int total, double wordWeight) {
    double weight =
        switch (kind) {
          case ONCE -> 1;
          case FREQUENCY -> Math.min(frequency, maxFrequency);
          // StrictMath: the same bits on every platform
          case LOG_FREQUENCY -> 1 + StrictMath.log(frequency);
          case TABLE -> wordWeight;
          case FREQUENCY_SHARE_TIMES_TABLE -> (double) frequency / total * wordWeight;
        };
    return scale == 0 ? weight : (int) (scale * weight);
  }

  /** Its name in a scheme's options, with a digest of its table: all that a weight depends on. */
  @Override
  public String toString() {
    String base =
        switch (kind) {
          case ONCE -> "once";
          case FREQUENCY -> maxFrequency == Integer.MAX_VALUE ? "tf" : "tf(" + maxFrequency + ")";
          case LOG_FREQUENCY -> "log-tf";
          case TABLE -> "table(" + tableDigest + ")";
          case FREQUENCY_SHARE_TIMES_TABLE -> "tf-idf(" + tableDigest + ")";
        };
    return scale == 0 ? base : "int(" + scale + "*" + base + ")";
  }
}
