package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.SyntheticEdits;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Row;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How many synthetic edits were found, in the order of the JSON.
 *
 * @param texts that were edited, each once in every way
 * @param minResemblance what verification asks for
 * @param pairs of texts there are
 * @param maxDistance that the tables for people are about
 */
record EditReport(
    long texts,
    double minResemblance,
    long pairs,
    List<SchemeEdits> schemes,
    long skipped,
    Map<String, Long> skippedByKind,
    @JsonIgnore int maxDistance) {

  /**
   * A scheme by the options that make it, and by its id.
   *
   * @param falsePairs within distance 0, 1, and so on
   */
  record SchemeEdits(
      String scheme,
      String id,
      List<Long> falsePairs,
      @JsonIgnoreProperties("texts") List<Row> edits) {

    static SchemeEdits of(SyntheticEdits result, FingerprintScheme scheme) {
      return new SchemeEdits(result.scheme(), scheme.id(), result.falsePairs(), result.rows());
    }
  }

  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d texts, each edited in every way: the share of copies found, by share of edited words\n",
        texts);
    for (SchemeEdits result : schemes) {
      String scheme = "scheme " + Console.oneLine(result.scheme) + ", within " + maxDistance;
      table(out, scheme, result.edits, row -> row.recall(maxDistance));
      long falsePairs = result.falsePairs.get(maxDistance);
      out.format(
          "  %d false pairs of %d (resemblance below .5): %.2f in a million\n",
          falsePairs, pairs, 1e6 * falsePairs / pairs);
      String verified = scheme + ", verified at " + minResemblance;
      table(out, verified, result.edits, row -> row.verifiedRecall(maxDistance));
    }
    table(
        out, "mean resemblance of a text and its copy", schemes.getFirst().edits, Row::resemblance);
    return out.toString();
  }

  private static void table(
      Formatter out, String title, List<Row> rows, ToDoubleFunction<Row> value) {
    out.format("\n%s\n%19s", title, "");
    for (int percent : SyntheticEdits.PERCENTS) {
      out.format("%5d %%", percent);
    }
    for (Row row : rows) {
      if (row.percent() == SyntheticEdits.PERCENTS.getFirst()) {
        out.format("\n  %-17s", row.kind());
      }
      out.format("%7.3f", value.applyAsDouble(row));
    }
    out.format("\n");
  }
}
