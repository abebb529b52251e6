package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes all results as CSV, Markdown and SVG after each configuration. */
final class BenchReport {

  final List<LatencyRow> distances = new ArrayList<>();
  final List<LatencyRow> nearest = new ArrayList<>();
  final List<BuildRow> builds = new ArrayList<>();

  private final Path out;

  BenchReport(Path out) {
    this.out = out;
  }

  void write() throws IOException {
    Files.createDirectories(out);
    csv("latency.csv", LatencyRow.header("k", "hits"), distances.stream().map(LatencyRow::toCsv));
    csv(
        "nearest.csv",
        LatencyRow.header("n", "answers_hash"),
        nearest.stream().map(LatencyRow::toCsv));
    csv("build.csv", BuildRow.HEADER, builds.stream().map(BuildRow::toCsv));
    Files.writeString(out.resolve("report.md"), new BenchText(this).toMarkdown());
    if (distances.isEmpty()) {
      return;
    }
    plotByDistance();
    plotBySize(3);
    plotBySize(10);
  }

  private void csv(String file, String header, Stream<String> lines) throws IOException {
    Files.write(out.resolve(file), Stream.concat(Stream.of(header), lines).toList());
  }

  private void plotByDistance() throws IOException {
    int documents = distances.stream().mapToInt(LatencyRow::documents).max().orElseThrow();
    Map<String, SortedMap<Double, Double>> curves = new LinkedHashMap<>();
    for (LatencyRow row : plotted()) {
      if (row.documents() == documents) {
        put(curves, row, row.parameter());
      }
    }
    plot(
        "p50-by-distance.svg",
        String.format(Locale.ROOT, "Median of a search in %,d fingerprints, 1 segment", documents),
        "within k bits",
        false,
        curves);
  }

  private void plotBySize(int distance) throws IOException {
    Map<String, SortedMap<Double, Double>> curves = new LinkedHashMap<>();
    for (LatencyRow row : plotted()) {
      if (row.parameter() == distance) {
        put(curves, row, row.documents());
      }
    }
    plot(
        "p50-by-size-k" + distance + ".svg",
        "Median of a search within " + distance + " bits, 1 segment",
        "fingerprints",
        true,
        curves);
  }

  private List<LatencyRow> plotted() {
    return distances.stream()
        .filter(row -> row.segments() == 1 && row.data().equals("uniform"))
        .toList();
  }

  private static void put(Map<String, SortedMap<Double, Double>> curves, LatencyRow row, double x) {
    String title = Contender.of(row.design()).title;
    curves.computeIfAbsent(title, name -> new TreeMap<>()).put(x, row.p50());
  }

  private void plot(
      String file,
      String title,
      String xLabel,
      boolean logX,
      Map<String, SortedMap<Double, Double>> curves)
      throws IOException {
    if (!curves.isEmpty()) {
      String svg = new LogPlot(title, xLabel, logX, curves).toSvg();
      Files.writeString(out.resolve(file), svg);
    }
  }
}
