package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;

/**
 * The n nearest documents, exactly.
 *
 * <pre>
 * Rounds   Radius 3, 7, 11, 15, 19: the last before the blocks' thresholds step. A round that finds n documents is
 *          the last: whatever it did not find is farther than all that it found.
 * Last     Radius 64, by reading the fingerprints of all documents, or of those that the filter leaves; once n are
 *          found, only nearer ones are collected (setMinCompetitiveScore).
 * Cost     A round is worth it while its estimate is at most half of what the last one costs. A step multiplies the
 *          lookups by 4 to 17, so all the rounds that found too few cost little beside the one that ends the search,
 *          and at most about two thirds of the last.
 * </pre>
 */
final class NearestSearch {

  private static final int[] RADII = {3, 7, 11, 15, 19};

  /** Share of the last round's time that another round is worth. */
  static final double WORTH = 0.5;

  private final IndexSearcher searcher;
  private final String field;
  private final long fingerprint;
  private final int n;
  private final Query filter;
  private final String schemeId;

  /** Documents to find: n, or as many as there are. */
  private final int limit;

  private final double worth;

  /**
   * @param filter or null
   * @param schemeId the scheme that made the fingerprint, or null if that is not known
   * @param worth {@link #WORTH}, or what a test would have
   */
  NearestSearch(
      IndexSearcher searcher,
      String field,
      long fingerprint,
      int n,
      Query filter,
      String schemeId,
      double worth)
      throws IOException {
    checkCount(field, n);
    this.searcher = searcher;
    this.field = Objects.requireNonNull(field, "field");
    FieldNames.check(searcher.getIndexReader(), field);
    this.fingerprint = fingerprint;
    this.n = n;
    this.schemeId = schemeId;
    this.worth = worth;
    this.filter = filter == null ? null : searcher.rewrite(new ConstantScoreQuery(filter));
    limit = Math.min(n, Math.max(1, searcher.getIndexReader().maxDoc()));
  }

  static void checkCount(String field, int n) {
    if (n < 1) {
      throw new IllegalArgumentException(
          "n for field '" + field + "' is " + n + ", expected at least 1");
    }
  }

  TopDocs search() throws IOException {
    long documents = 0;
    for (LeafReaderContext leaf : leaves()) {
      documents += weight(Fingerprint.BITS, Road.DOC_VALUES).documents(leaf.reader());
    }
    double last = documents * CostModel.TERMS.scan();
    if (filter != null) {
      long filtered = filtered();
      documents = Math.min(documents, filtered);
      last = Math.min(last, filtered * CostModel.TERMS.check());
    }
    if (n <= documents) {
      for (int radius : RADII) {
        if (blockNanos(radius) > worth * last) {
          break;
        }
        TopDocs found = round(radius, Road.CHEAPEST);
        if (found.scoreDocs.length == limit || isTimedOut()) {
          return found;
        }
      }
    }
    return round(Fingerprint.BITS, Road.DOC_VALUES);
  }

  private TopDocs round(int radius, Road road) throws IOException {
    Query near = new HammingDistanceQuery(field, fingerprint, radius, schemeId, road);
    if (filter != null) {
      near = new BooleanQuery.Builder().add(near, Occur.MUST).add(filter, Occur.FILTER).build();
    }
    TopDocs found = searcher.search(near, new TopScoreDocCollectorManager(limit, limit));
    boolean all = found.scoreDocs.length < n && radius == Fingerprint.BITS && !isTimedOut();
    TotalHits total =
        all
            ? found.totalHits
            : new TotalHits(found.totalHits.value(), TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    return new TopDocs(total, found.scoreDocs);
  }

  private double blockNanos(int radius) throws IOException {
    HammingDistanceWeight weight = weight(radius, Road.CHEAPEST);
    double nanos = 0;
    for (LeafReaderContext leaf : leaves()) {
      nanos += weight.blockNanos(leaf.reader());
    }
    return nanos;
  }

  /** Documents that the filter is expected to leave. */
  private long filtered() throws IOException {
    Weight weight = searcher.createWeight(filter, ScoreMode.COMPLETE_NO_SCORES, 1);
    long documents = 0;
    for (LeafReaderContext leaf : leaves()) {
      ScorerSupplier supplier = weight.scorerSupplier(leaf);
      documents += supplier == null ? 0 : supplier.cost();
    }
    return documents;
  }

  private HammingDistanceWeight weight(int radius, Road road) {
    return new HammingDistanceWeight(
        new HammingDistanceQuery(field, fingerprint, radius, schemeId, road), 1);
  }

  private Iterable<LeafReaderContext> leaves() {
    return searcher.getIndexReader().leaves();
  }

  private boolean isTimedOut() {
    QueryTimeout timeout = searcher.getTimeout();
    return timeout != null && timeout.shouldExit();
  }
}
