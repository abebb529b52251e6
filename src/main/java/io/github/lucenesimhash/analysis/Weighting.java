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
 * Computes the weight of a feature, at least 0; a feature of weight 0 has no influence. Weightings
 * without a table have names: {@code once}; {@code tf}, the occurrences of the feature; {@code
 * tf(5)}, at most 5; {@code log-tf}, 1 + ln(occurrences). {@code int(20*NAME)} is the whole number
 * (int) (20 * w) for each weight w. Immutable and safe for use by several threads.
 *
 * <p>On long texts a few heavy features can decide every bit: once is the default because it has no
 * such failure, and log-tf is the mild alternative.
 */
public final class Weighting {

  /** Names that {@link #toString} shows and {@link #parse} reads. */
  private static final Pattern NAME =
      Pattern.compile(
          "int\\((?<scale>\\d{1,9})\\*(?<truncated>.+)\\)|tf\\((?<max>\\d{1,9})\\)"
              + "|once|tf|log-tf|idf|(?:table|tf-idf)(?:\\([0-9a-f]{16}\\))?");

  private interface Formula {

    /**
     * @param frequency occurrences of the feature in the text
     * @param total occurrences of all features in the text
     * @param wordWeight mean table weight of the feature's words, where a table is used
     */
    double weight(int frequency, int total, double wordWeight);
  }

  private final String name;
  private final Formula formula;
  private final CharArrayMap<Double> table; // null if the weight of a word does not matter
  private final double otherwise;

  private Weighting(String name, Formula formula, CharArrayMap<Double> table, double otherwise) {
    this.name = name;
    this.formula = formula;
    this.table = table;
    this.otherwise = otherwise;
  }

  private Weighting(String name, Formula formula) {
    this(name, formula, null, 0);
  }

  static final Weighting ONCE = new Weighting("once", (frequency, total, wordWeight) -> 1);

  /**
   * Weighs a word by a table, without its frequency; a shingle has the mean weight of its words.
   * With a table of inverse document frequencies this is IDF weighting.
   *
   * @param weights analyzed word to weight, finite and at least 0
   * @param otherwise the weight of a word that is not in the table
   * @return named {@code table}, with a digest of the weights
   */
  public static Weighting table(Map<String, ? extends Number> weights, double otherwise) {
    return withTable("table", (frequency, total, wordWeight) -> wordWeight, weights, otherwise);
  }

  /**
   * Weighs by TF-IDF: the occurrences of the feature divided by those of all features, times the
   * inverse document frequency from a table; a shingle has the mean of its words.
   *
   * @param idf analyzed word to inverse document frequency, finite and at least 0
   * @param otherwise the inverse document frequency of a word that is not in the table
   * @return named {@code tf-idf}, with a digest of the table
   */
  public static Weighting tfIdf(Map<String, ? extends Number> idf, double otherwise) {
    return withTable(
        "tf-idf",
        (frequency, total, wordWeight) -> (double) frequency / total * wordWeight,
        idf,
        otherwise);
  }

  /**
   * Weighs words by {@link #tfIdf(Map, double)}, where words that are not in the table have its
   * median.
   *
   * @param idf analyzed word to inverse document frequency, not empty
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
      String kind, Formula formula, Map<String, ? extends Number> weights, double otherwise) {
    checkWeight("the weight of words not in the table", otherwise);
    CharArrayMap<Double> table = new CharArrayMap<>(weights.size(), false);
    StringBuilder content = new StringBuilder();
    for (String word : new TreeSet<>(weights.keySet())) {
      double weight = Objects.requireNonNull(weights.get(word), word).doubleValue();
      checkWeight("the weight of '" + word + "'", weight);
      table.put(word, weight);
      content.append(word.length() + ":" + word + "=" + bits(weight) + "\n");
    }
    String digest = FeatureHash.digest(content.append(bits(otherwise)).toString());
    return new Weighting(kind + "(" + digest + ")", formula, table, otherwise);
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

  /** Returns the weighting of a name; the name of a table is passed on without truncation. */
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

  /** Replaces every weight w by the whole number (int) (scale * w). */
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
        otherwise);
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
    return weight == null ? otherwise : weight;
  }

  double weight(int frequency, int total, double wordWeight) {
    return formula.weight(frequency, total, wordWeight);
  }

  /** Returns the name in a scheme's options, which has a digest of the table if there is one. */
  @Override
  public String toString() {
    return name;
  }
}
