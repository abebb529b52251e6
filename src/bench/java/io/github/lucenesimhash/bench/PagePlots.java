package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Draws tables of the benchmarks page; measures nothing.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=plots
 * </pre>
 */
@Command(name = "plots", description = "Draws the pictures of the benchmarks page from its tables.")
final class PagePlots implements Callable<Integer> {

  static final Path PAGE = Path.of("src/site/markdown/benchmarks.md");
  static final Path IMAGES = Path.of("src/site/resources/images");

  private static final List<String> SCHEMES =
      List.of("standard", "SimHash, 2 words", "classic weighted words", "classic tf-idf, top 20");

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(IMAGES);
    for (Map.Entry<String, String> plot : plots(Files.readString(PAGE)).entrySet()) {
      Files.writeString(IMAGES.resolve(plot.getKey()), plot.getValue());
    }
    return 0;
  }

  /** Pictures by the names of their files. */
  static Map<String, String> plots(String page) {
    return Map.of(
        "speed.svg", speed(page), "growth.svg", growth(page), "quality.svg", quality(page));
  }

  private static String speed(String page) {
    List<List<String>> cells = PageText.cells(page, "search");
    List<String> header = cells.getFirst();
    Map<String, SortedMap<Double, Double>> curves = new LinkedHashMap<>();
    for (List<String> row : cells.subList(1, cells.size())) {
      if (!row.contains("misses")) {
        for (int i = 1; i < row.size(); i++) {
          put(curves, row.getFirst(), Double.parseDouble(header.get(i)), row.get(i));
        }
      }
    }
    return new LogPlot(
            "A search in 10 million fingerprints, median", "within k bits", false, curves)
        .toSvg();
  }

  private static String growth(String page) {
    List<List<String>> cells = PageText.cells(page, "growth");
    List<String> header = cells.getFirst();
    Map<String, SortedMap<Double, Double>> curves = new LinkedHashMap<>();
    for (List<String> row : cells.subList(1, cells.size())) {
      for (int i = 1; i < row.size(); i++) {
        if (header.get(i).endsWith("k = 10")) {
          double documents = Double.parseDouble(header.get(i).replaceFirst("M,.*", "")) * 1e6;
          put(curves, row.getFirst(), documents, row.get(i));
        }
      }
    }
    return new LogPlot("A search within 10 bits, median", "documents", true, curves).toSvg();
  }

  private static void put(
      Map<String, SortedMap<Double, Double>> curves, String curve, double x, String micros) {
    curves
        .computeIfAbsent(curve, name -> new TreeMap<>())
        .put(x, Double.parseDouble(micros.replace(",", "")));
  }

  private static String quality(String page) {
    List<List<String>> cells = PageText.cells(page, "schemes");
    List<String> corpora = cells.getFirst().subList(1, cells.getFirst().size());
    double[][] f1 = new double[corpora.size()][SCHEMES.size()];
    for (List<String> row : cells) {
      int scheme = SCHEMES.indexOf(row.getFirst());
      for (int i = 0; scheme >= 0 && i < corpora.size(); i++) {
        f1[i][scheme] = Double.parseDouble(row.get(i + 1));
      }
    }
    return new DotPlot()
        .toSvg("F1 within 10 bits, of five corpora, without verification", corpora, SCHEMES, f1);
  }
}
