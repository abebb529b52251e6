package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.evaluate.LabelledPairs.Count;
import io.github.lucenesimhash.evaluate.LabelledPairs.Merged;
import io.github.lucenesimhash.evaluate.LabelledPairs.Row;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * How many labelled pairs schemes merge, in the order of the JSON.
 *
 * @param pairs in all
 * @param minContained of a text that goes for one that contains it; null if only the resemblance
 *     counts
 * @param guard as it was typed
 */
record LabelReport(
    int pairs,
    int maxDistance,
    double minResemblance,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double minContained,
    String guard,
    List<Merged> schemes) {

  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d labelled pairs: how many are within %d bits, and resemble each other by %s and more%s;"
            + " guard: %s\n",
        pairs,
        maxDistance,
        minResemblance,
        minContained == null ? "" : ", or share " + minContained + " of one",
        guard);
    for (Merged scheme : schemes) {
      out.format("\n%-24s  %-24s  |  %s\n", Console.oneLine(scheme.scheme()), "same", "other");
      out.format("%-24s%s  |%s\n", "", header(), header());
      scheme.kinds().forEach(row -> row(out, row));
      row(out, scheme.all());
    }
    return out.toString();
  }

  private static String header() {
    return String.format(Locale.ROOT, "%8s%8s%10s", "pairs", "near", "verified");
  }

  private static void row(Formatter out, Row row) {
    out.format("%-24s%s  |%s\n", Console.oneLine(row.kind()), of(row.same()), of(row.other()));
  }

  private static String of(Count count) {
    return String.format(Locale.ROOT, "%8d%8d%10d", count.pairs(), count.near(), count.verified());
  }
}
