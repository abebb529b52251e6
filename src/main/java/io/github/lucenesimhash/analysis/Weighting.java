package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.CharArrayMap;

/**
 * Computes the weights of features, at least 0. A feature of weight 0 has no influence. Weightings
 * without a table have names: {@code once} weighs all features equally; {@code tf} is the number of
 * occurrences of the feature, {@code tf(5)} is this number but at most 5, and {@code log-tf} is 1 +
 * ln(occurrences). {@code int(20*NAME)} replaces each weight w by the integer (int) (20 * w).
 * Immutable and safe for use by several threads.
 *
 * <p>The default is {@code once}, because in long texts a few heavy features can decide every bit.
 * {@code log-tf} is a mild alternative.
 */
public final class Weighting {

  /** The pattern of the names that {@link #toString} returns and {@link #parse} reads. */
  private static final Pattern NAME =
      Pattern.compile(
          "int\\((?<scale>\\d{1,9})\\*(?<truncated>.+)\\)|tf\\((?<max>\\d{1,9})\\)"
              + "|once|tf|log-tf|idf|(?:table|tf-idf)(?:\\([0-9a-f]{16}\\))?");

  private interface Formula {

    /**
     * @param frequency the number of occurrences of the feature in the text
     * @param total the number of occurrences of all features in the text
     * @param wordWeight the mean weight of the words of the feature, if the weighting has a table
     */
    double weight(int frequency, int total, double wordWeight);
  }

  private final String name;
  private final Formula formula;
  private final CharArrayMap<Double> table; // null if words have no weights
  private final double defaultWeight;

  private Weighting(
      String name, Formula formula, CharArrayMap<Double> table, double defaultWeight) {
    this.name = name;
    this.formula = formula;
    this.table = table;
    this.defaultWeight = defaultWeight;
  }

  private Weighting(String name, Formula formula) {
    this(name, formula, null, 0);
  }

  static final Weighting ONCE = new Weighting("once", (frequency, total, wordWeight) -> 1);

  /**
   * Creates a weighting by a table of words. The frequency of a word does not matter, and a shingle
   * has the mean weight of its words. With a table of inverse document frequencies this is IDF
   * weighting.
   *
   * @param weights the weight of each analyzed word, finite and at least 0
   * @param defaultWeight the weight of words that are not in the table
   * @return a weighting with the name {@code table} and a digest of the weights
   */
  public static Weighting table(Map<String, ? extends Number> weights, double defaultWeight) {
    return withTable("table", (frequency, total, wordWeight) -> wordWeight, weights, defaultWeight);
  }

  /**
   * Creates a TF-IDF weighting: the number of occurrences of a feature, divided by the number of
   * occurrences of all features and multiplied by the inverse document frequency from a table. A
   * shingle has the mean inverse document frequency of its words.
   *
   * @param idf the inverse document frequency of each analyzed word, finite and at least 0
   * @param defaultWeight the inverse document frequency of words that are not in the table
   * @return a weighting with the name {@code tf-idf} and a digest of the table
   */
  public static Weighting tfIdf(Map<String, ? extends Number> idf, double defaultWeight) {
    return withTable(
        "tf-idf",
        (frequency, total, wordWeight) -> (double) frequency / total * wordWeight,
        idf,
        defaultWeight);
  }

  /**
   * Creates a {@linkplain #tfIdf(Map, double) TF-IDF weighting} in which words that are not in the
   * table have the median of the table.
   *
   * @param idf the inverse document frequency of each analyzed word, not empty
   * @return the weighting
   */
  public static Weighting tfIdf(Map<String, ? extends Number> idf) {
    if (idf.isEmpty()) {
      throw new IllegalArgumentException("the IDF table is empty, expected at least one word");
    }
    double[] sorted = idf.values().stream().mapToDouble(Number::doubleValue).sorted().toArray();
    return tfIdf(idf, sorted[sorted.length / 2]);
  }

  private static Weighting withTable(
      String kind, Formula formula, Map<String, ? extends Number> weights, double defaultWeight) {
    checkWeight("the weight of words not in the table", defaultWeight);
    CharArrayMap<Double> table = new CharArrayMap<>(weights.size(), false);
    StringBuilder content = new StringBuilder();
    for (String word : new TreeSet<>(weights.keySet())) {
      double weight = Objects.requireNonNull(weights.get(word), word).doubleValue();
      checkWeight("the weight of '" + word + "'", weight);
      table.put(word, weight);
      content.append(word.length() + ":" + word + "=" + bits(weight) + "\n");
    }
    String digest = FeatureHash.digest(content.append(bits(defaultWeight)).toString());
    return new Weighting(kind + "(" + digest + ")", formula, table, defaultWeight);
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

  static boolean isName(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        && (parts.group("truncated") == null || isName(parts.group("truncated")));
  }

  /**
   * Returns the weighting with a name. The name of a table is passed to the function without {@code
   * int(...)}.
   */
  static Weighting parse(String name, Function<String, Weighting> tables) {
    Matcher parts = NAME.matcher(name);
    if (parts.matches() && parts.group("scale") != null) {
      int scale = checkPositive("scale", Integer.parseInt(parts.group("scale")));
      return parse(parts.group("truncated"), tables).truncated(scale);
    }
    if (parts.matches() && parts.group("max") != null) {
      int max = checkPositive("maxFrequency", Integer.parseInt(parts.group("max")));
      return new Weighting(
          "tf(" + max + ")", (frequency, total, wordWeight) -> Math.min(frequency, max));
    }
    return switch (name) {
      case "once" -> ONCE;
      case "tf" -> new Weighting(name, (frequency, total, wordWeight) -> frequency);
      case "log-tf" -> // StrictMath: the same bits on every platform
          new Weighting(name, (frequency, total, wordWeight) -> 1 + StrictMath.log(frequency));
      default -> {
        Weighting given = tables.apply(name);
        if (name.endsWith(")") && !name.equals(given.name)) {
          throw new IllegalArgumentException(
              "weights are '" + given + "', expected '" + name + "'");
        }
        yield given;
      }
    };
  }

  /** Returns a weighting with every weight w replaced by the integer (int) (scale * w). */
  Weighting truncated(int scale) {
    if (name.startsWith("int(")) {
      throw new IllegalArgumentException(
          "weighting " + this + " is truncated already, expected one that is not");
    }
    return new Weighting(
        "int(" + scale + "*" + name + ")",
        (frequency, total, wordWeight) ->
            (int) (scale * formula.weight(frequency, total, wordWeight)),
        table,
        defaultWeight);
  }

  static int checkPositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
    return value;
  }

  boolean isUniform() {
    return name.equals("once");
  }

  boolean usesTable() {
    return table != null;
  }

  double wordWeight(char[] text, int start, int length) {
    Double weight = table.get(text, start, length);
    return weight == null ? defaultWeight : weight;
  }

  double weight(int frequency, int total, double wordWeight) {
    return formula.weight(frequency, total, wordWeight);
  }

  /**
   * Returns the name, as in the options of a scheme, with a digest of the table if there is one.
   */
  @Override
  public String toString() {
    return name;
  }
}
