package io.github.lucenesimhash.bench;

import java.util.Locale;

/**
 * Holds the size of the files of an index with one extension, and how fast the index was written.
 */
public record BuildRow(
    int documents,
    int segments,
    String data,
    String codec,
    double perSecond,
    String extension,
    double bytes) {

  static final String HEADER =
      "documents,segments,data,codec,documents_per_second,extension,bytes_per_document";

  String toCsv() {
    return String.format(
        Locale.ROOT,
        "%d,%d,%s,%s,%.0f,%s,%.4f",
        documents,
        segments,
        data,
        codec,
        perSecond,
        extension,
        bytes);
  }

  static BuildRow parse(String line) {
    String[] cells = line.split(",", -1);
    return new BuildRow(
        Integer.parseInt(cells[0]),
        Integer.parseInt(cells[1]),
        cells[2],
        cells[3],
        Double.parseDouble(cells[4]),
        cells[5],
        Double.parseDouble(cells[6]));
  }
}
