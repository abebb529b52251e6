package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** Formats the tables of a report as Markdown. */
final class BenchText {

  private final BenchReport report;
  private final StringBuilder out = new StringBuilder();

  BenchText(BenchReport report) {
    this.report = report;
  }

  String toMarkdown() {
    out.append("# Search benchmark\n\nOne thread, warm page cache, JDK ")
        .append(Runtime.version())
        .append(", ")
        .append(Runtime.getRuntime().availableProcessors())
        .append(" processors. Median microseconds (99th percentile in brackets).\n");
    if (!report.distances.isEmpty()) {
      distances();
    }
    if (!report.nearest.isEmpty()) {
      nearest();
    }
    builds();
    return out.toString();
  }

  private void distances() {
    Tables tables = new Tables("within k bits", out);
    List<LatencyRow> all = report.distances;
    heading("All within k bits");
    out.append(
        "\n10 % of the fingerprints are synthetic near-duplicates; of the queries a half.\n");
    for (List<LatencyRow> rows : configurations(all)) {
      caption(rows.get(0));
      tables.latencies(rows);
    }
    heading("Median divided by that of " + Contender.SIMHASH.title);
    for (List<LatencyRow> rows : configurations(all)) {
      caption(rows.get(0));
      tables.ratios(rows, this::ours, LatencyRow::p50);
    }
    heading("99th percentile, skewed divided by uniform");
    for (List<LatencyRow> rows : configurations(only(all, row -> row.data().equals("skewed")))) {
      caption(rows.get(0));
      tables.ratios(
          rows, row -> find(row, row.documents(), row.segments(), "uniform"), LatencyRow::p99);
    }
    heading("Median, many segments divided by one");
    for (List<LatencyRow> rows : configurations(only(all, row -> row.segments() > 1))) {
      caption(rows.get(0));
      tables.ratios(rows, row -> find(row, row.documents(), 1, row.data()), LatencyRow::p50);
    }
    heading("Growth of the median, N divided by the next smaller N");
    for (List<LatencyRow> rows : configurations(only(all, row -> smaller(row) > 0))) {
      caption(rows.get(0));
      out.insert(out.length() - 2, ", divided by " + Tables.count(smaller(rows.get(0))));
      tables.ratios(
          rows, row -> find(row, smaller(row), row.segments(), row.data()), LatencyRow::p50);
    }
  }

  private void nearest() {
    Tables tables = new Tables("n nearest", out);
    heading("The n nearest");
    out.append(
        "\n"
            + "10 % of the fingerprints are near-duplicates in groups of 150, each within 6 bits of"
            + " the group's common fingerprint.\n"
            + "Near: queries within 3 bits of a group's common fingerprint. Random: queries near"
            + " nothing.\n");
    for (List<LatencyRow> rows : configurations(report.nearest)) {
      caption(rows.get(0));
      tables.latencies(rows);
    }
  }

  private void builds() {
    heading("Indexes");
    out.append('\n');
    Tables tables = new Tables("", out);
    tables.line(List.of("index", "codec", "documents/s", "bytes a document by file"));
    tables.line(List.of("---", "---", "---", "---"));
    Map<String, List<BuildRow>> byIndex = new LinkedHashMap<>();
    for (BuildRow row : report.builds) {
      String index =
          Tables.count(row.documents()) + ", " + segments(row.segments()) + ", " + row.data();
      byIndex.computeIfAbsent(index + " | " + row.codec(), key -> new ArrayList<>()).add(row);
    }
    byIndex.forEach(
        (index, rows) -> {
          StringBuilder bytes = new StringBuilder();
          double sum = 0;
          for (BuildRow row : rows) {
            sum += row.bytes();
            if (row.bytes() >= .01) {
              bytes.append(String.format(Locale.ROOT, ".%s %.2f, ", row.extension(), row.bytes()));
            }
          }
          bytes.append(String.format(Locale.ROOT, "all %.2f", sum));
          String speed = String.format(Locale.ROOT, "%,.0f", rows.get(0).perSecond());
          tables.line(List.of(index, speed, bytes.toString()));
        });
  }

  private void heading(String text) {
    out.append("\n## ").append(text).append('\n');
  }

  private void caption(LatencyRow row) {
    out.append('\n').append(Tables.count(row.documents())).append(" fingerprints, ");
    out.append(segments(row.segments())).append(", ").append(row.data()).append("\n\n");
  }

  private static String segments(int segments) {
    return segments == 1 ? "1 segment" : segments + " segments";
  }

  private static List<LatencyRow> only(List<LatencyRow> rows, Predicate<LatencyRow> which) {
    return rows.stream().filter(which).toList();
  }

  private static Iterable<List<LatencyRow>> configurations(List<LatencyRow> rows) {
    Map<String, List<LatencyRow>> all = new LinkedHashMap<>();
    for (LatencyRow row : rows) {
      String key = row.documents() + " " + row.segments() + " " + row.data();
      all.computeIfAbsent(key, name -> new ArrayList<>()).add(row);
    }
    return all.values();
  }

  private int smaller(LatencyRow row) {
    return report.distances.stream()
        .mapToInt(LatencyRow::documents)
        .filter(documents -> documents < row.documents())
        .max()
        .orElse(0);
  }

  private LatencyRow ours(LatencyRow row) {
    return report.distances.stream()
        .filter(other -> isAt(other, row, row.documents(), row.segments(), row.data()))
        .filter(other -> other.design().equals(Contender.SIMHASH.key()))
        .findFirst()
        .orElse(null);
  }

  private LatencyRow find(LatencyRow row, int documents, int segments, String data) {
    return report.distances.stream()
        .filter(other -> isAt(other, row, documents, segments, data))
        .filter(other -> other.design().equals(row.design()))
        .findFirst()
        .orElse(null);
  }

  private static boolean isAt(
      LatencyRow other, LatencyRow row, int documents, int segments, String data) {
    return other.parameter() == row.parameter()
        && other.documents() == documents
        && other.segments() == segments
        && other.data().equals(data);
  }
}
