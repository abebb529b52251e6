package io.github.lucenesimhash.search;

import io.github.lucenesimhash.bench.Figures;
import io.github.lucenesimhash.bench.IndexFolder;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the constants of {@link BlockPlan.Costs} on this machine, with the uniform fingerprints
 * of SearchBench.
 *
 * <pre>
 * lookup, candidate   From whole searches of one segment at k = 3 to 12, of N and of N/10 fingerprints, each with
 *                     the lookups and candidates of its plan: least squares of the relative error.
 * scan                A search that reads all documents, divided by N.
 * check               Every 100th document on average, in ascending order, as another clause leads to the documents.
 * </pre>
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args=calibrate}
 */
@Command(
    name = "calibrate",
    description = "Measures the constants of the cost model on this machine.")
public final class Calibration implements Callable<Integer> {

  private static final int[] DISTANCES = {3, 5, 7, 8, 10, 12};

  @Option(
      names = "--documents",
      defaultValue = "10M",
      description = "Number of documents, such as 100k or 1M.")
  private String documents;

  @Option(names = "--seconds", defaultValue = "1.5", description = "Time of each measurement.")
  private double seconds;

  @Option(names = "--indexes", description = "Folder of indexes to keep and reuse.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    int size = Figures.count(documents);
    try (IndexFolder indexes = new IndexFolder(folder)) {
      List<Path> paths = new ArrayList<>(indexes.write(size / 10, 1, "uniform", new ArrayList<>()));
      paths.addAll(indexes.write(size, 1, "uniform", new ArrayList<>()));
      measure(paths);
    }
    return 0;
  }

  private void measure(List<Path> indexes) throws IOException {
    LeastSquares terms = new LeastSquares();
    LeastSquares tables = new LeastSquares();
    double[] scans = new double[2];
    for (Path index : indexes) {
      try (Directory directory = new MMapDirectory(index);
          DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        if (leaf.terms("near") instanceof BlockTables) {
          blocks(leaf, "TABLES", tables);
        } else {
          blocks(leaf, "TERMS", terms);
          scans[0] = docValuesScan(leaf);
          scans[1] = check(leaf);
        }
      }
    }
    print("TERMS", terms.fit(), BlockPlan.Costs.TERMS);
    print("TABLES", tables.fit(), BlockPlan.Costs.TABLES);
    System.out.printf(
        Locale.ROOT,
        "%nmeasured: scan %.2f, check %.1f; in use: scan %.2f, check %.1f%n",
        scans[0],
        scans[1],
        BlockPlan.Costs.scan(1, 1),
        BlockPlan.Costs.CHECK);
  }

  private void blocks(LeafReader leaf, String kind, LeastSquares fit) throws IOException {
    for (int distance : DISTANCES) {
      timed(leaf, distance, new double[3]);
    }
    for (int distance : DISTANCES) {
      double[] point = new double[3];
      timed(leaf, distance, point);
      fit.add(point);
      System.out.printf(
          Locale.ROOT,
          "%s, %,d documents, k = %d: %,.1f lookups, %,.1f candidates, %,.0f ns%n",
          kind,
          leaf.maxDoc(),
          distance,
          point[0],
          point[1],
          point[2]);
    }
  }

  /** Writes the mean lookups, candidates and nanoseconds of a search into a point of zeros. */
  private void timed(LeafReader leaf, int distance, double[] point) throws IOException {
    SplittableRandom random = new SplittableRandom(4242);
    int queries = 0;
    long started = System.nanoTime();
    long nanos = 0;
    while (queries < 50 || System.nanoTime() - started < seconds * 1e9) {
      long fingerprint = random.nextLong();
      long start = System.nanoTime();
      BlockPlan plan = search(leaf, fingerprint, distance);
      nanos += System.nanoTime() - start;
      point[0] += plan.lookups();
      point[1] += plan.candidates();
      queries++;
    }
    point[0] /= queries;
    point[1] /= queries;
    point[2] = (double) nanos / queries;
  }

  private static HammingDistanceQuery query(long fingerprint, int distance) {
    return new HammingDistanceQuery(
        "near", Fingerprint.of(fingerprint), distance, Strategy.CHEAPEST);
  }

  /** Searches by block values, and returns the plan. */
  private static BlockPlan search(LeafReader leaf, long fingerprint, int distance)
      throws IOException {
    Terms terms = leaf.terms("near");
    HammingDistanceQuery query = query(fingerprint, distance);
    if (terms instanceof BlockTables tables) {
      TableSegment segment = new TableSegment(leaf, "near", tables);
      segment.readOwn(query);
      segment.choosePlan(query);
      TableSearch.search(query, List.of(segment));
      return segment.plan();
    }
    TermsSearch search = new TermsSearch(leaf, terms, query);
    search.search();
    return search.plan();
  }

  private double docValuesScan(LeafReader leaf) throws IOException {
    return eachOf(
        leaf.maxDoc(),
        fingerprint -> {
          FingerprintValues values = FingerprintValues.of(leaf, "near");
          DocValuesScan scan = new DocValuesScan(values, query(fingerprint, 8), leaf.maxDoc());
          while (scan.nextDoc() != DocValuesScan.NO_MORE_DOCS) {
            scan.distance();
          }
        });
  }

  private double check(LeafReader leaf) throws IOException {
    int[] docs = new SplittableRandom(7).ints(leaf.maxDoc() / 100, 0, leaf.maxDoc()).toArray();
    Arrays.sort(docs);
    return eachOf(
        docs.length,
        fingerprint -> {
          FingerprintValues values = FingerprintValues.of(leaf, "near");
          int hits = 0;
          for (int doc : docs) {
            if (values.advanceExact(doc)) {
              hits += Long.bitCount(values.lane(0) ^ fingerprint) <= 8 ? 1 : 0;
            }
          }
          if (hits == docs.length) {
            throw new IllegalStateException("all are hits");
          }
        });
  }

  private interface Pass {
    void run(long fingerprint) throws IOException;
  }

  /** Returns the nanoseconds for each document that a pass reads. */
  private double eachOf(int size, Pass pass) throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    double each = 0;
    for (int round = 0; round < 2; round++) {
      int passes = 0;
      long start = System.nanoTime();
      while (passes < 5 || System.nanoTime() - start < seconds * 1e9) {
        pass.run(random.nextLong());
        passes++;
      }
      each = (double) (System.nanoTime() - start) / passes / size;
    }
    return each;
  }

  private static void print(String kind, double[] fit, BlockPlan.Costs now) {
    System.out.printf(
        Locale.ROOT,
        "%n%s measured: lookup %.1f, candidate %.2f; mean error %.0f %%%n",
        kind,
        fit[0],
        fit[1],
        fit[2] * 100);
    System.out.println(kind + " in use: " + now);
  }

  /** Fits nanos = a * lookups + b * candidates by least squares of the relative errors. */
  private static final class LeastSquares {

    private final List<double[]> points = new ArrayList<>();

    /**
     * Adds a measured point.
     *
     * @param point the lookups, candidates and nanoseconds of a search
     */
    void add(double[] point) {
      points.add(point);
    }

    /** Returns a, b, and the mean absolute relative error. */
    double[] fit() {
      double xx = 0;
      double xy = 0;
      double yy = 0;
      double x1 = 0;
      double y1 = 0;
      for (double[] point : points) {
        double x = point[0] / point[2];
        double y = point[1] / point[2];
        xx += x * x;
        xy += x * y;
        yy += y * y;
        x1 += x;
        y1 += y;
      }
      double determinant = xx * yy - xy * xy;
      double a = (x1 * yy - y1 * xy) / determinant;
      double b = (y1 * xx - x1 * xy) / determinant;
      double error = 0;
      for (double[] point : points) {
        error += Math.abs((a * point[0] + b * point[1]) / point[2] - 1) / points.size();
      }
      return new double[] {a, b, error};
    }
  }
}
