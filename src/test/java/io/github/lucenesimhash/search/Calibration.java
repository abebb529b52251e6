package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/**
 * Measures the constants of {@link CostModel} on this machine, on SearchBench's uniform
 * fingerprints.
 *
 * <pre>
 * lookup, candidate   From whole searches of one segment at k = 3 to 12, of N and of N/10 fingerprints, each with
 *                     the lookups and candidates that its plan says: least squares of the relative error.
 * scan                A search that reads all, divided by N.
 * check               Every 100th document on average, in ascending order, as another clause leads to them.
 * </pre>
 *
 * <p>{@code mvn -q test-compile exec:exec@search-bench -Dbench.args="--run calibration"}
 */
public final class Calibration {

  private static final int[] DISTANCES = {3, 5, 7, 8, 10, 12};
  private static final int TABLE_SCAN_DISTANCE = 12;

  private final double seconds;

  private Calibration(double seconds) {
    this.seconds = seconds;
  }

  /** SECONDS SMALL-DEFAULT SMALL-SIMHASH LARGE-DEFAULT LARGE-SIMHASH, indexes of one segment. */
  public static void main(String[] args) throws IOException {
    new Calibration(Double.parseDouble(args[0]))
        .run(Arrays.stream(args).skip(1).map(Path::of).toList());
  }

  private void run(List<Path> indexes) throws IOException {
    LeastSquares terms = new LeastSquares();
    LeastSquares tables = new LeastSquares();
    double[] scans = new double[3];
    for (Path index : indexes) {
      try (Directory directory = new MMapDirectory(index);
          DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        if (leaf.terms("near") instanceof BlockTerms) {
          blocks(leaf, "TABLES", tables);
          scans[1] = tableScan(leaf);
        } else {
          blocks(leaf, "TERMS", terms);
          scans[0] = docValuesScan(leaf);
          scans[2] = check(leaf);
        }
      }
    }
    print("TERMS", terms.fit(), scans[0], scans[2], BlockPlan.Costs.TERMS);
    print("TABLES", tables.fit(), scans[1], scans[2], BlockPlan.Costs.TABLES);
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

  /** Lookups, candidates and nanoseconds of a search on average. */
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
    return new HammingDistanceQuery("near", fingerprint, distance, Strategy.CHEAPEST);
  }

  /** Searches by block values, as the plan says that is returned. */
  private static BlockPlan search(LeafReader leaf, long fingerprint, int distance)
      throws IOException {
    Terms terms = leaf.terms("near");
    HammingDistanceQuery query = query(fingerprint, distance);
    if (terms instanceof BlockTerms tables) {
      TableSearch.Segment segment = new TableSearch.Segment(leaf, tables.tables(), query);
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
          NumericDocValues values = leaf.getNumericDocValues("near");
          DocValuesScan scan = new DocValuesScan(values, query(fingerprint, 8), leaf.maxDoc());
          while (scan.nextDoc() != DocValuesScan.NO_MORE_DOCS) {
            scan.distance();
          }
        });
  }

  private double tableScan(LeafReader leaf) throws IOException {
    BlockTables tables = BlockTerms.tables(leaf, "near");
    return eachOf(
        leaf.maxDoc(),
        fingerprint -> {
          HammingDistanceQuery query = query(fingerprint, TABLE_SCAN_DISTANCE);
          TableSearch.scan(query, new TableSearch.Segment(leaf, tables, query));
        });
  }

  private double check(LeafReader leaf) throws IOException {
    int[] docs = new SplittableRandom(7).ints(leaf.maxDoc() / 100, 0, leaf.maxDoc()).toArray();
    Arrays.sort(docs);
    return eachOf(
        docs.length,
        fingerprint -> {
          NumericDocValues values = leaf.getNumericDocValues("near");
          int hits = 0;
          for (int doc : docs) {
            if (values.advanceExact(doc)) {
              hits += Long.bitCount(values.longValue() ^ fingerprint) <= 8 ? 1 : 0;
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

  /** Nanoseconds for each of the documents that a pass reads. */
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

  private static void print(
      String kind, double[] fit, double scan, double check, BlockPlan.Costs now) {
    System.out.printf(
        Locale.ROOT,
        "%n%s measured: lookup %.1f, candidate %.2f, scan %.2f, check %.1f; mean error %.0f %%%n",
        kind,
        fit[0],
        fit[1],
        scan,
        check,
        fit[2] * 100);
    System.out.println(kind + " in use: " + now);
  }
}
