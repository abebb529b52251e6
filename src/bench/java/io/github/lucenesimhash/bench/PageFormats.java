package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** From what the programs put out to the tables of the benchmarks page. */
final class PageFormats {

  private static final Map<Contender, String> DESIGNS =
      Map.of(
          Contender.SIMHASH, "`SimHashPostingsFormat`",
          Contender.DEFAULT, "Lucene's default codec",
          Contender.HEAP, "all fingerprints in one `long[]`",
          Contender.NAIVE, "BooleanQuery of four terms, then a check",
          Contender.SLOW, "every doc value, as a script score reads them");

  private PageFormats() {}

  static List<String> search(List<List<String>> outputs) {
    return latencies(
        outputs.getFirst(),
        "within k bits",
        row -> "" + row.parameter(),
        (row, before) -> {
          boolean ours = Contender.of(row.design()) == Contender.SIMHASH;
          String median = Tables.micros(row.p50());
          return (ours ? "**" + median + "**" : median) + " (" + Tables.micros(row.p99()) + ")";
        });
  }

  static List<String> growth(List<List<String>> outputs) {
    return latencies(
        outputs.getFirst(),
        "",
        row -> Tables.count(row.documents()) + ", k = " + row.parameter(),
        (row, before) -> {
          if (before == null || before.parameter() != row.parameter()) {
            return Tables.micros(row.p50());
          }
          double documents = (double) row.documents() / before.documents();
          double growth = row.p50() / before.p50() / documents;
          return Tables.micros(row.p50()) + String.format(Locale.ROOT, " (%.2f)", growth);
        });
  }

  private interface Column {
    String of(LatencyRow row);
  }

  private interface Cell {
    /**
     * @param before of the same design in the column before, or null
     */
    String of(LatencyRow row, LatencyRow before);
  }

  /** Columns by distance, then by documents. */
  private static List<String> latencies(List<String> csv, String corner, Column column, Cell cell) {
    Map<String, String> titles = new TreeMap<>();
    Map<Contender, Map<String, LatencyRow>> designs = new LinkedHashMap<>();
    for (String line : csv.subList(1, csv.size())) {
      LatencyRow row = LatencyRow.parse(line);
      String place = String.format(Locale.ROOT, "%02d %09d", row.parameter(), row.documents());
      titles.put(place, column.of(row));
      designs.computeIfAbsent(Contender.of(row.design()), key -> new TreeMap<>()).put(place, row);
    }
    List<List<String>> rows = new ArrayList<>();
    designs.forEach(
        (design, measured) -> {
          List<String> cells = new ArrayList<>(List.of(DESIGNS.get(design)));
          LatencyRow before = null;
          for (String place : titles.keySet()) {
            LatencyRow row = measured.get(place);
            cells.add(row == null ? "misses" : cell.of(row, before));
            before = row;
          }
          rows.add(cells);
        });
    return table(Stream.concat(Stream.of(corner), titles.values().stream()).toList(), rows);
  }

  static List<String> writer(List<List<String>> outputs) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (List<String> output : outputs) {
      for (List<String> row : rows(output)) {
        rows.computeIfAbsent(row.get(0), name -> new ArrayList<>(List.of(name))).add(row.get(2));
      }
    }
    return table(
        List.of("", "English, StandardAnalyzer", "Chinese, SmartChineseAnalyzer"),
        List.copyOf(rows.values()));
  }

  static List<String> load(List<List<String>> outputs) {
    return table(
        List.of("one thread", "million documents a second"),
        rows(outputs.getFirst()).stream().map(row -> List.of(row.get(0), row.get(2))).toList());
  }

  static List<String> fingerprint(List<List<String>> outputs) {
    return table(
        List.of("texts", "scheme", "documents/s", "characters/s", "analyzer alone", "share"),
        rows(outputs.getFirst()));
  }

  static List<String> clean(List<List<String>> outputs) {
    return table(
        List.of("stage", "seconds", "CPU seconds", "MB resident", ""), rows(outputs.getFirst()));
  }

  static List<String> formats(List<List<String>> outputs) {
    return table(
        List.of("format", "MB", "seconds", "CPU seconds", "groups", "duplicates"),
        rows(outputs.getFirst()));
  }

  static List<String> hostile(List<List<String>> outputs) {
    return table(
        List.of("input", "MB", "-Xmx", "seconds", "MB resident", "exit code", "last line"),
        rows(outputs.getFirst()));
  }

  /** The median seconds of each distance, and what the largest of the joins took. */
  static List<String> join(List<List<String>> outputs) {
    List<String> header = new ArrayList<>(List.of("fingerprints"));
    Map<String, List<String>> rows = new LinkedHashMap<>();
    Map<String, Integer> megabytes = new LinkedHashMap<>();
    for (List<String> row : rows(outputs.getFirst())) {
      String distance = "k = " + row.get(3);
      if (!header.contains(distance)) {
        header.add(distance);
      }
      rows.computeIfAbsent(row.get(0), name -> new ArrayList<>(List.of(name))).add(row.get(6));
      megabytes.merge(row.get(0), Integer.parseInt(row.get(10)), Math::max);
    }
    header.add("memory of the join");
    rows.forEach((name, cells) -> cells.add(megabytes.get(name) + " MB"));
    return table(header, List.copyOf(rows.values()));
  }

  static String decimals(String number, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", Double.parseDouble(number));
  }

  /** The cells of all rows of Markdown tables, without their headers. */
  static List<List<String>> rows(List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      boolean header = i + 1 < lines.size() && lines.get(i + 1).startsWith("|---");
      if (lines.get(i).startsWith("| ") && !header) {
        rows.add(cells(lines.get(i)));
      }
    }
    return rows;
  }

  static List<String> cells(String row) {
    String[] cells = row.split("\\|", -1);
    return Arrays.stream(cells, 1, cells.length - 1).map(String::strip).toList();
  }

  static List<String> table(List<String> header, List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(row(header));
    lines.add("|" + "---|".repeat(header.size()));
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalStateException(row + ", expected as many cells as " + header);
      }
      lines.add(row(row));
    }
    if (rows.isEmpty()) {
      throw new IllegalStateException("no rows below " + header);
    }
    return lines;
  }

  private static String row(List<String> cells) {
    return ("| " + String.join(" | ", cells) + " |").replace("|  |", "| |");
  }
}
