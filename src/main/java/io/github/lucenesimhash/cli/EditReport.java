package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SyntheticEdits;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Row;
import io.github.lucenesimhash.evaluate.SyntheticEdits.SchemeEdits;
import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * How many synthetic edits were found, in the order of the JSON.
 *
 * @param texts that were edited, each once in every way
 * @param minResemblance what verification asks for
 * @param pairs of texts there are
 * @param maxDistance of each 64 bits, that the tables for people are about
 */
record EditReport(
    long texts,
    double minResemblance,
    long pairs,
    List<SchemeEdits> schemes,
    @JsonUnwrapped Skipped skipped,
    @JsonIgnore int maxDistance) {

  /** Over all schemes, and of the best of them by kind of edit; JSON has all of all. */
  @Override
  public String toString() {
    SchemeEdits best = schemes.stream().max(Comparator.comparingDouble(this::found)).orElseThrow();
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d texts, each edited in %d ways: the share of copies found, by share of edited words\n\n",
        texts, SyntheticEdits.Kind.values().length);
    header(out, "scheme");
    for (SchemeEdits scheme : schemes) {
      row(out, scheme.scheme(), scheme.edits());
      double falsePairs = 1e6 * within(scheme.falsePairs()) / Math.max(1, pairs);
      out.format("  %.2f\n", falsePairs);
    }
    out.format(
        "(last: pairs of unlike texts found, resemblance below .5, in a million; copies resemble"
            + " their texts by");
    for (int percent : SyntheticEdits.PERCENTS) {
      List<Row> copies = edits(best.edits(), percent);
      out.format(" %.2f", copies.stream().mapToDouble(Row::resemblance).average().orElseThrow());
    }
    out.format(")\n\n");
    header(out, Console.oneLine(best.scheme()));
    for (SyntheticEdits.Kind kind : SyntheticEdits.Kind.values()) {
      List<Row> ofKind = best.edits().stream().filter(row -> row.kind() == kind).toList();
      row(out, kind.toString(), ofKind);
      out.format("\n");
    }
    return out.toString();
  }

  private long within(List<Long> byDistance) {
    int words = (byDistance.size() - 1) / SchemeScores.MAX_DISTANCE;
    return byDistance.get(maxDistance * words);
  }

  private double found(SchemeEdits scheme) {
    return scheme.edits().stream().mapToLong(row -> within(row.found())).sum();
  }

  private static List<Row> edits(List<Row> rows, int percent) {
    return rows.stream().filter(row -> row.percent() == percent).toList();
  }

  private void header(Formatter out, String title) {
    StringBuilder percents = new StringBuilder();
    SyntheticEdits.PERCENTS.forEach(
        percent -> percents.append(String.format(Locale.ROOT, "%5d %%", percent)));
    String verified = "verified at " + minResemblance;
    out.format("%-24s  %-35s  |  %s\n", title, "within " + maxDistance, verified);
    out.format("%-24s%s  |%s\n", "", percents, percents);
  }

  private void row(Formatter out, String name, List<Row> rows) {
    out.format("%-24s", Console.oneLine(name));
    shares(out, rows, Row::found);
    out.format("  |");
    shares(out, rows, Row::verified);
  }

  private void shares(Formatter out, List<Row> rows, Function<Row, List<Long>> found) {
    for (int percent : SyntheticEdits.PERCENTS) {
      List<Row> of = edits(rows, percent);
      long sum = of.stream().mapToLong(row -> within(found.apply(row))).sum();
      out.format("%7.3f", (double) sum / (texts * of.size()));
    }
  }
}
