package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.evaluate.SyntheticEdits;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Row;
import io.github.lucenesimhash.evaluate.SyntheticEdits.SchemeEdits;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
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
    @JsonUnwrapped Skipped skipped,
    @JsonIgnore int maxDistance) {

  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d texts, each edited in every way: the share of copies found, by share of edited words\n",
        texts);
    for (SchemeEdits result : schemes) {
      String scheme = "scheme " + Console.oneLine(result.scheme()) + ", within " + maxDistance;
      table(out, scheme, result.edits(), row -> share(row.found()));
      long falsePairs = result.falsePairs().get(maxDistance);
      out.format(
          "  %d false pairs of %d (resemblance below .5): %.2f in a million\n",
          falsePairs, pairs, 1e6 * falsePairs / pairs);
      String verified = scheme + ", verified at " + minResemblance;
      table(out, verified, result.edits(), row -> share(row.verified()));
    }
    table(
        out,
        "mean resemblance of a text and its copy",
        schemes.getFirst().edits(),
        Row::resemblance);
    return out.toString();
  }

  private double share(List<Long> found) {
    return (double) found.get(maxDistance) / texts;
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
