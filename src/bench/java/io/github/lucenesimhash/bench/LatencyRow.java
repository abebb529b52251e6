package io.github.lucenesimhash.bench;

import java.util.Locale;

/**
 * Holds the latency of one design.
 *
 * @param parameter the distance k, or the number of nearest documents
 * @param hits the number of hits of the first 20 queries, or, for nearest documents, a hash of the
 *     documents and their distances
 */
record LatencyRow(
    int documents,
    int segments,
    String data,
    String design,
    int parameter,
    double p50,
    double p90,
    double p99,
    double mean,
    int queries,
    long hits) {

  static String header(String parameter, String hits) {
    return "documents,segments,data,design,"
        + parameter
        + ",p50_us,p90_us,p99_us,mean_us,queries,"
        + hits;
  }

  String toCsv() {
    return String.format(
        Locale.ROOT,
        "%d,%d,%s,%s,%d,%.2f,%.2f,%.2f,%.2f,%d,%d",
        documents,
        segments,
        data,
        design,
        parameter,
        p50,
        p90,
        p99,
        mean,
        queries,
        hits);
  }

  static LatencyRow parse(String line) {
    String[] cells = line.split(",", -1);
    return new LatencyRow(
        Integer.parseInt(cells[0]),
        Integer.parseInt(cells[1]),
        cells[2],
        cells[3],
        Integer.parseInt(cells[4]),
        Double.parseDouble(cells[5]),
        Double.parseDouble(cells[6]),
        Double.parseDouble(cells[7]),
        Double.parseDouble(cells[8]),
        Integer.parseInt(cells[9]),
        Long.parseLong(cells[10]));
  }
}
