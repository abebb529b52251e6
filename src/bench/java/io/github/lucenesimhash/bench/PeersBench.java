package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how one thread finds all codes within a distance: with SimHashField, with a scan of an
 * array, with doc values as a script score reads them, and with FAISS if Python has it. All exact
 * contenders must find the same documents.
 */
@Command(name = "peers", description = "Compares time, recall, size and building with FAISS.")
public final class PeersBench implements Callable<Integer> {

  static final List<Contender> CONTENDERS =
      List.of(Contender.SIMHASH, Contender.DEFAULT, Contender.HEAP, Contender.SLOW);

  @Option(
      names = "--documents",
      split = ",",
      defaultValue = "1M,10M",
      description = "Numbers of codes, such as 100k or 1M.")
  private List<String> documents;

  @Option(
      names = "--bits",
      split = ",",
      defaultValue = "128",
      description = "Bits of a code: some of 64, 128, 256.")
  private List<Integer> bits;

  @Option(names = "--distances", split = ",", defaultValue = "20,24")
  private List<String> distances;

  @Option(
      names = "--data",
      split = ",",
      defaultValue = "uniform",
      description = "Some of uniform, skewed.")
  private List<String> data;

  @Option(names = "--batch", defaultValue = "1", description = "Number of codes in a query.")
  private int batch;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "Time of each measurement, after half as long for warm-up.")
  private double seconds;

  @Option(names = "--indexes", description = "Folder of indexes to keep and reuse.")
  private Path indexes;

  @Override
  public Integer call() throws IOException {
    try (IndexFolder folder = new IndexFolder(indexes)) {
      for (String count : documents) {
        for (int width : bits) {
          for (String kind : data) {
            measure(folder, Figures.count(count), width, kind);
          }
        }
      }
    }
    return 0;
  }

  private void measure(IndexFolder folder, int count, int width, String kind) throws IOException {
    String run = PeerRun.class.getName();
    int words = width / Fingerprint.LANE_BITS;
    List<String> lines = new ArrayList<>();
    String built = "";
    for (Contender each : CONTENDERS) {
      Path index = folder.index(count, 1, width + kind, each.codec());
      List<Object> args = new ArrayList<>(List.of(each, count, words, kind, batch, index));
      if (!BenchIndex.isWritten(index)) {
        built = ChildJvm.run(run, args.toArray()).getLast();
      }
      args.add(seconds);
      args.addAll(distances);
      for (String line : ChildJvm.run(run, args.toArray())) {
        lines.add(line + (each == Contender.HEAP ? "" : built));
      }
    }
    Path file = Files.createTempFile("simhash-peers", "");
    new PeerData(count, words, kind).write(file, batch);
    List<String> python = new ArrayList<>(List.of("python3", "src/bench/python/faiss_peers.py"));
    python.addAll(List.of("" + file, "" + count, "" + width, "" + batch, "" + seconds));
    python.add(String.join(",", distances));
    try {
      lines.addAll(ChildJvm.lines(new ProcessBuilder(python)));
    } catch (IOException e) { // Python is not installed
      distances.forEach(k -> lines.add("FAISS;" + k + ";not installed;;;;;"));
    } finally {
      Files.delete(file);
    }
    for (String k : distances) {
      String codes = batch == 1 ? "" : ", " + batch + " codes a query";
      String title =
          Tables.count(count) + " codes of " + width + " bits, " + kind + ", within " + k;
      System.out.println("\n" + title + codes + ":\n\n" + table(lines, k));
    }
  }

  /** Prints the results for one distance. Throws an exception if two exact contenders differ. */
  static String table(List<String> lines, String distance) {
    StringBuilder out = new StringBuilder();
    Tables table = new Tables("", out);
    table.line(List.of("", "p50 ms", "p99 ms", "recall", "bytes a code", "build s"));
    table.line(Collections.nCopies(6, "---"));
    List<String[]> rows =
        lines.stream()
            .map(line -> line.split(";", -1))
            .filter(row -> row[1].equals(distance))
            .toList();
    for (String[] row : rows) {
      if (row[4].equals("1.0000") && !row[6].equals(rows.getFirst()[6])) {
        throw new IllegalStateException(row[0] + " found other hits than " + rows.getFirst()[0]);
      }
      table.line(List.of(row[0], row[2], row[3], row[4], row[5], row[7]));
    }
    return out.toString();
  }
}
