package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;

/**
 * Finds the n nearest documents, exactly. It rewrites to a query for these documents of the
 * searcher's reader.
 *
 * <pre>
 * Rounds   Radius b - 1, 2 b - 1, up to 5 b - 1 of b blocks: the last before the blocks' thresholds step. A round that
 *          finds n documents is the last: whatever it did not find is farther than all that it found.
 * Last     All bits, by reading the fingerprints of all documents, or of those that the filter leaves; once n are
 *          found, only nearer ones are collected (setMinCompetitiveScore).
 * Cost     A round is worth it while its estimate is at most half of what the last one costs. A step multiplies the
 *          lookups by 4 to 17, so all the rounds that found too few cost little beside the one that ends the search,
 *          and at most about two thirds of the last.
 * </pre>
 */
final class NearestQuery extends FieldQuery {

  private static final int ROUNDS = 5;
  static final double WORTH = 0.5; // share of the last round's time that another is worth

  private final Fingerprint fingerprint;
  private final int n;
  private final Query filter; // or null

  NearestQuery(String field, Fingerprint fingerprint, int n, Query filter) {
    super(field);
    if (n < 1) {
      throw new IllegalArgumentException(
          "n for field '" + field + "' is " + n + ", expected at least 1");
    }
    this.fingerprint = fingerprint;
    this.n = n;
    this.filter = filter;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    TopDocs nearest = search(searcher, WORTH);
    return nearest.scoreDocs.length == 0
        ? new MatchNoDocsQuery("no document is near in field '" + field + "'")
        : new KnownHitsQuery(searcher.getIndexReader(), fingerprint.bits(), nearest.scoreDocs);
  }

  /** Searches with a share that tests choose; it is {@link #WORTH} otherwise. */
  TopDocs search(IndexSearcher searcher, double worth) throws IOException {
    Query documents = filter == null ? null : searcher.rewrite(new ConstantScoreQuery(filter));
    List<SegmentPlan> scans = plans(searcher, fingerprint.bits(), Strategy.DOC_VALUES);
    long left = scans.stream().mapToLong(SegmentPlan::documents).sum();
    double last = BlockPlan.Costs.scan(left, fingerprint.words());
    if (documents != null) {
      long filtered = cost(searcher, documents);
      left = Math.min(left, filtered);
      last = Math.min(last, filtered * BlockPlan.Costs.CHECK);
    }
    TopDocs found = null;
    if (n <= left) {
      for (int round = 1; round <= ROUNDS; round++) {
        int radius = round * fingerprint.words() * Blocks.IN_WORD - 1;
        List<SegmentPlan> plans = plans(searcher, radius, Strategy.CHEAPEST);
        if (plans.stream().mapToDouble(SegmentPlan::blockNanos).sum() > worth * last) {
          break;
        }
        found = round(searcher, radius, Strategy.CHEAPEST, documents);
        if (found.scoreDocs.length == n) {
          return found;
        }
        if (isTimedOut(searcher)) {
          break; // the last round ends at once, and makes the searcher say so
        }
      }
    }
    TopDocs all = round(searcher, fingerprint.bits(), Strategy.DOC_VALUES, documents);
    return found != null && found.scoreDocs.length > all.scoreDocs.length ? found : all;
  }

  private List<SegmentPlan> plans(IndexSearcher searcher, int radius, Strategy strategy)
      throws IOException {
    HammingDistanceQuery near = new HammingDistanceQuery(field, fingerprint, radius, strategy);
    List<LeafReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : searcher.getLeafContexts()) {
      if (IndexedField.isIn(leaf.reader(), field, fingerprint)) {
        readers.add(leaf.reader());
      }
    }
    return SegmentPlan.of(near, readers);
  }

  /** Documents that a filter is expected to leave. */
  private static long cost(IndexSearcher searcher, Query filter) throws IOException {
    Weight weight = searcher.createWeight(filter, ScoreMode.COMPLETE_NO_SCORES, 1);
    long documents = 0;
    for (LeafReaderContext leaf : searcher.getLeafContexts()) {
      ScorerSupplier supplier = weight.scorerSupplier(leaf);
      documents += supplier == null ? 0 : supplier.cost();
    }
    return documents;
  }

  private TopDocs round(IndexSearcher searcher, int radius, Strategy strategy, Query documents)
      throws IOException {
    Query near = new HammingDistanceQuery(field, fingerprint, radius, strategy);
    if (documents != null) {
      near = new BooleanQuery.Builder().add(near, Occur.MUST).add(documents, Occur.FILTER).build();
    }
    int limit = Math.min(n, Math.max(1, searcher.getIndexReader().maxDoc()));
    TopDocs found = searcher.search(near, new TopScoreDocCollectorManager(limit, limit));
    if (found.scoreDocs.length < n && radius == fingerprint.bits() && !isTimedOut(searcher)) {
      return found;
    }
    long seen = found.totalHits.value();
    return new TopDocs(
        new TotalHits(seen, TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO), found.scoreDocs);
  }

  private static boolean isTimedOut(IndexSearcher searcher) {
    QueryTimeout timeout = searcher.getTimeout();
    return timeout != null && timeout.shouldExit();
  }

  @Override
  List<Object> wanted() {
    return Arrays.asList(fingerprint, n, filter);
  }

  /**
   * Returns for example {@code nearest(10 to 00ff00ff00ff00ff)}, with the filter if there is one.
   */
  @Override
  String describe() {
    String documents = filter == null ? "" : " of " + filter;
    return "nearest(" + n + " to " + fingerprint + documents + ")";
  }
}
