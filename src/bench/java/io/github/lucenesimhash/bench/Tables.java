package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Formats latencies as Markdown tables, with a line for each design and a column for each k. */
final class Tables {

  private final String parameter;
  private final StringBuilder out;

  Tables(String parameter, StringBuilder out) {
    this.parameter = parameter;
    this.out = out;
  }

  /** Formats a number as 1M or 100k. */
  static String count(int count) {
    return count % 1_000_000 == 0
        ? count / 1_000_000 + "M"
        : count % 1_000 == 0 ? count / 1_000 + "k" : "" + count;
  }

  /** Formats the median and the 99th percentile. */
  void latencies(List<LatencyRow> rows) {
    cells(rows, row -> micros(row.p50()) + " (" + micros(row.p99()) + ")");
  }

  /**
   * Formats a number of each row divided by that of another row.
   *
   * @param other finds the row to divide by, or null
   */
  void ratios(
      List<LatencyRow> rows,
      Function<LatencyRow, LatencyRow> other,
      ToDoubleFunction<LatencyRow> number) {
    cells(
        rows,
        row -> {
          LatencyRow by = other.apply(row);
          return by == null ? "" : ratio(number.applyAsDouble(row) / number.applyAsDouble(by));
        });
  }

  private void cells(List<LatencyRow> rows, Function<LatencyRow, String> cell) {
    Set<Integer> parameters = new LinkedHashSet<>();
    Set<String> designs = new LinkedHashSet<>();
    for (LatencyRow row : rows) {
      parameters.add(row.parameter());
      designs.add(row.design());
    }
    List<String> header = new ArrayList<>(List.of(parameter));
    parameters.forEach(k -> header.add("" + k));
    line(header);
    line(header.stream().map(name -> "---").toList());
    for (String design : designs) {
      List<String> line = new ArrayList<>(List.of(Contender.of(design).title));
      for (int k : parameters) {
        line.add(
            rows.stream()
                .filter(row -> row.design().equals(design) && row.parameter() == k)
                .map(cell)
                .findFirst()
                .orElse(""));
      }
      line(line);
    }
  }

  void line(List<String> cells) {
    out.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  static String micros(double micros) {
    return String.format(Locale.ROOT, micros < 10 ? "%.1f" : "%,.0f", micros);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.2f" : "%,.0f", ratio);
  }
}
