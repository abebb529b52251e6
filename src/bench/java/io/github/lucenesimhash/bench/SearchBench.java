package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the searches of all designs, by one thread through IndexSearcher, on data made from
 * seeds. Each index is written, and each design measured, in its own JVM. All designs must find the
 * same hits.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="search --documents 1M --segments 1 --data uniform"
 * </pre>
 */
@Command(name = "search", description = "Measures the latency of searches of every design.")
public final class SearchBench implements Callable<Integer> {

  private static final String RUN = ContenderRun.class.getName();

  @Option(
      names = "--run",
      split = ",",
      defaultValue = "distance,nearest",
      description = "Some of distance, nearest.")
  private List<String> run;

  @Option(
      names = "--documents",
      split = ",",
      defaultValue = "1M,10M",
      description = "Numbers of documents, such as 100k or 1M.")
  private List<String> documents;

  @Option(names = "--segments", split = ",", defaultValue = "1,10")
  private List<Integer> segments;

  @Option(names = "--data", split = ",", defaultValue = "uniform,skewed")
  private List<String> data;

  @Option(names = "--distances", split = ",", defaultValue = "0,3,5,7,8,10,12,16")
  private List<Integer> distances;

  @Option(
      names = "--nearest",
      split = ",",
      defaultValue = "1,10,100",
      description = "Numbers of nearest documents, measured with the first of --segments.")
  private List<Integer> nearest;

  @Option(
      names = "--designs",
      split = ",",
      defaultValue = "simhash,default,heap,naive,slow",
      description = "Designs to measure, all by default; naive is exact only within 3 bits.")
  private List<String> designs;

  @Option(
      names = "--warm-up",
      defaultValue = "1.5",
      description = "Warm-up of each measurement in seconds.")
  private double warmUp;

  @Option(
      names = "--seconds",
      defaultValue = "1.5",
      description = "Time of each measurement, which has 50 to 262,144 queries.")
  private double seconds;

  @Option(
      names = "--jvms",
      defaultValue = "1",
      description = "Number of JVMs for each design; the one with the median p50 is reported.")
  private int jvms;

  @Option(names = "--indexes", description = "Folder of indexes to keep and reuse.")
  private Path indexes;

  @Option(names = "--out", defaultValue = "target/search-bench")
  private Path out;

  @Override
  public Integer call() throws IOException {
    BenchReport report = new BenchReport(out);
    List<Integer> sizes = documents.stream().map(Figures::count).sorted().toList();
    for (int size : sizes) {
      for (String kind : run.contains(ContenderRun.DISTANCE) ? data : List.<String>of()) {
        for (int parts : segments) {
          measure(ContenderRun.DISTANCE, report, report.distances, size, parts, kind, distances);
        }
      }
      if (run.contains(ContenderRun.NEAREST)) {
        String groups = BenchData.GROUPS;
        int parts = segments.get(0);
        measure(ContenderRun.NEAREST, report, report.nearest, size, parts, groups, nearest);
      }
    }
    return 0;
  }

  private void measure(
      String what,
      BenchReport report,
      List<LatencyRow> rows,
      int size,
      int parts,
      String kind,
      List<Integer> parameters)
      throws IOException {
    try (IndexFolder folder = new IndexFolder(indexes)) {
      folder.write(size, parts, kind, report.builds);
      List<LatencyRow> measured = new ArrayList<>();
      String list = parameters.stream().map(String::valueOf).collect(Collectors.joining(","));
      for (String key : designs) {
        Contender contender = Contender.of(key);
        if (what.equals(ContenderRun.NEAREST) && !contender.findsNearest()) {
          continue;
        }
        Path index = folder.index(size, parts, kind, contender.codec());
        List<LatencyRow> starts = new ArrayList<>();
        for (int i = 0; i < jvms; i++) {
          ChildJvm.run(RUN, what, key, index, size, parts, kind, list, warmUp, seconds)
              .forEach(line -> starts.add(LatencyRow.parse(line)));
        }
        starts.forEach(SearchBench::print);
        measured.addAll(medians(starts));
      }
      checkAgreement(measured);
      rows.addAll(measured);
      report.write();
    }
  }

  /** Returns the rows of which each is the median of the same measurement in several JVMs. */
  private static List<LatencyRow> medians(List<LatencyRow> rows) {
    Map<String, List<LatencyRow>> same = new LinkedHashMap<>();
    for (LatencyRow row : rows) {
      same.computeIfAbsent(row.data() + row.parameter(), key -> new ArrayList<>()).add(row);
    }
    List<LatencyRow> medians = new ArrayList<>();
    for (List<LatencyRow> starts : same.values()) {
      starts.sort(Comparator.comparingDouble(LatencyRow::p50));
      medians.add(starts.get(starts.size() / 2));
    }
    return medians;
  }

  private static void checkAgreement(List<LatencyRow> rows) {
    for (LatencyRow row : rows) {
      for (LatencyRow other : rows) {
        if (row.data().equals(other.data())
            && row.parameter() == other.parameter()
            && row.hits() != other.hits()) {
          throw new IllegalStateException(row + " and " + other + " found different hits");
        }
      }
    }
  }

  private static void print(LatencyRow row) {
    System.out.printf(
        Locale.ROOT,
        "%s x%d %-8s %4d  %-22s p50 %10s  p99 %10s us  %d queries%n",
        Tables.count(row.documents()),
        row.segments(),
        row.data(),
        row.parameter(),
        Contender.of(row.design()).title,
        Tables.micros(row.p50()),
        Tables.micros(row.p99()),
        row.queries());
  }
}
