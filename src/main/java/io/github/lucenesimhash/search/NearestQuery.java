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
 * Matches exactly the n nearest documents. The query finds them when it is rewritten, and becomes a
 * query for these documents.
 *
 * <pre>
 * Rounds   Distance queries with growing radius: b - 1, 2 b - 1, up to 5 b - 1 for b blocks, each the largest radius before
 *          the thresholds of the blocks grow. The first round that finds n documents ends the search, because every other
 *          document is farther than these.
 * Last     The last round has no radius. It reads the fingerprints of all documents, or of all matches of the filter;
 *          once it has n documents, it collects only nearer documents (setMinCompetitiveScore).
 * Cost     A round is tried if its estimated cost is at most half of that of the last round. Each step multiplies the
 *          lookups by about 4 to 17 in large segments, so rounds that find too few documents cost little compared with
 *          the round that ends the search, and together at most about two thirds of the last round.
 * </pre>
 */
final class NearestQuery extends FieldQuery {

  private static final int ROUNDS = 5;
  static final double WORTH = 0.5; // a round may take at most this share of the last round's time

  private final Fingerprint fingerprint;
  private final int n;
  private final Query filter; // null if all documents may match

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

  /** Searches with the given share instead of {@link #WORTH}, for tests. */
  TopDocs search(IndexSearcher searcher, double worth) throws IOException {
    Query documents = filter == null ? null : searcher.rewrite(new ConstantScoreQuery(filter));
    List<SegmentPlan> scans = plans(searcher, fingerprint.bits(), Strategy.DOC_VALUES);
    long left = scans.stream().mapToLong(SegmentPlan::documents).sum();
    double last = BlockPlan.Costs.scan(left, fingerprint.lanes());
    if (documents != null) {
      long filtered = cost(searcher, documents);
      left = Math.min(left, filtered);
      last = Math.min(last, filtered * BlockPlan.Costs.CHECK);
    }
    TopDocs found = null;
    if (n <= left) {
      for (int round = 1; round <= ROUNDS; round++) {
        int radius = round * fingerprint.lanes() * Blocks.IN_LANE - 1;
        List<SegmentPlan> plans = plans(searcher, radius, Strategy.CHEAPEST);
        if (plans.stream().mapToDouble(SegmentPlan::blockNanos).sum() > worth * last) {
          break;
        }
        found = round(searcher, radius, Strategy.CHEAPEST, documents);
        if (found.scoreDocs.length == n) {
          return found;
        }
        if (isTimedOut(searcher)) {
          break; // the last round ends at once, and marks the searcher as timed out
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

  /** Returns the number of documents that a filter is expected to match. */
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
   * Returns a description such as {@code nearest(10 to 00ff00ff00ff00ff)}, with the filter if any.
   */
  @Override
  String describe() {
    String documents = filter == null ? "" : " of " + filter;
    return "nearest(" + n + " to " + fingerprint + documents + ")";
  }
}
