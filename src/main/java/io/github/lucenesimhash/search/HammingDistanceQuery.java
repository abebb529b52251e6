package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.IndexSearcher.LeafReaderContextPartition;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.IOFunction;

/** Matches every document whose fingerprint is within a distance of a given one. */
final class HammingDistanceQuery extends FieldQuery {

  /** Decides how a segment is searched. */
  enum Strategy {
    /**
     * Chooses the strategy that is expected to be fastest, given the other clauses of the query.
     */
    CHEAPEST,
    /** Always looks up block terms, unless the segment has only doc values. */
    BLOCKS,
    /** Always reads doc values. */
    DOC_VALUES
  }

  final Fingerprint fingerprint;
  final int maxDistance;
  final Strategy strategy;
  final long[] rotated; // the lane of each block, rotated so that the block comes first

  /**
   * The function that returns the hits of the batch in a segment, or null if this query must search
   * the segment by itself. The function is null without a batch, or if the batch is not searched
   * together.
   */
  final IOFunction<LeafReaderContext, Hits> batch;

  HammingDistanceQuery(String field, Fingerprint fingerprint, int maxDistance, Strategy strategy) {
    this(field, fingerprint, maxDistance, strategy, null);
  }

  HammingDistanceQuery(
      String field,
      Fingerprint fingerprint,
      int maxDistance,
      Strategy strategy,
      IOFunction<LeafReaderContext, Hits> batch) {
    super(field);
    checkMaxDistance(field, maxDistance, fingerprint.bits());
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
    this.strategy = strategy;
    this.batch = batch;
    rotated = BlockTable.rotated(fingerprint);
  }

  static void checkMaxDistance(String field, int maxDistance, int bits) {
    if (maxDistance < 0 || maxDistance > bits) {
      String problem = "maxDistance for field '" + field + "' is " + maxDistance;
      throw new IllegalArgumentException(problem + ", expected 0 to " + bits);
    }
  }

  /**
   * Returns the hits that the batch found in a segment, or null if no batch searched the segment.
   */
  private Hits foundByBatch(LeafReaderContext leaf) throws IOException {
    return batch == null ? null : batch.apply(leaf);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new DistanceWeight(this, boost, searcher);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    return IndexedField.isName(searcher.getIndexReader(), field)
        ? this
        : new MatchNoDocsQuery("no document has field '" + field + "'");
  }

  @Override
  List<Object> wanted() {
    return List.of(fingerprint, maxDistance, strategy);
  }

  /** Returns a description such as {@code 00ff00ff00ff00ff~10}. */
  @Override
  String describe() {
    return fingerprint + "~" + maxDistance;
  }

  /** Searches each segment according to its {@link SegmentPlan}, and explains hits. */
  private static final class DistanceWeight extends Weight {

    private final HammingDistanceQuery query;
    private final float boost;

    /**
     * The segments of each thread. Empty if the searcher has a timeout, which must be checked
     * between segments, or if the strategy is DOC_VALUES.
     */
    private final List<Slice> slices = new ArrayList<>();

    DistanceWeight(HammingDistanceQuery query, float boost, IndexSearcher searcher) {
      super(query);
      this.query = query;
      this.boost = boost;
      if (searcher.getTimeout() == null && query.strategy != Strategy.DOC_VALUES) {
        for (IndexSearcher.LeafSlice slice : searcher.getSlices()) {
          slices.add(new Slice(query, slice.partitions));
        }
      }
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      return IndexedField.isIn(context.reader(), query.field, query.fingerprint)
          ? new Supplier(context)
          : null;
    }

    private final class Supplier extends ScorerSupplier {

      private final LeafReaderContext context;
      private SegmentPlan plan;

      Supplier(LeafReaderContext context) {
        this.context = context;
      }

      private SegmentPlan plan() throws IOException {
        if (plan == null) {
          plan = SegmentPlan.of(query, context.reader());
        }
        return plan;
      }

      @Override
      public long cost() {
        try {
          return plan().cost();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public Scorer get(long leadCost) throws IOException {
        if (plan().isVerified(leadCost)) {
          FingerprintValues values = FingerprintValues.of(context.reader(), query.field);
          return DistanceScorer.ofDocValues(values, query, boost);
        }
        Hits together = query.foundByBatch(context);
        Hits.Iterator hits = together == null ? plan().hits() : together.iterator();
        return DistanceScorer.ofHits(hits, query.fingerprint.bits(), boost);
      }

      /** Returns a scorer for a search in which no other clause leads. */
      @Override
      public BulkScorer bulkScorer() throws IOException {
        Hits together = query.foundByBatch(context);
        SegmentPlan searched = null;
        for (int i = 0; together == null && searched == null && i < slices.size(); i++) {
          searched = slices.get(i).take(context);
        }
        plan = searched == null ? plan : searched;
        Hits.Iterator hits = together == null ? plan().hits() : together.iterator();
        return hits.cost() == 0
            ? DistanceScorer.NOTHING
            : hits instanceof DocValuesScan scan
                ? scan.bulkScorer(boost)
                : new DefaultBulkScorer(
                    DistanceScorer.ofHits(hits, query.fingerprint.bits(), boost));
      }
    }

    /**
     * Holds the segments that one thread searches for a query without other clauses. Segments with
     * tables are searched together when the first of them is needed, so that cache misses in
     * several segments overlap.
     */
    private static final class Slice {

      /**
       * The maximum number of candidates in the segments that are searched ahead, because their
       * hits are held until a scorer reads them.
       */
      private static final int MAX_CANDIDATES = 1 << 20;

      private final HammingDistanceQuery query;
      private final LeafReaderContextPartition[] partitions;
      private List<SegmentPlan> plans; // taken plans come first; null before the first is needed
      private int taken;

      Slice(HammingDistanceQuery query, LeafReaderContextPartition[] partitions) {
        this.query = query;
        this.partitions = partitions;
      }

      /**
       * Returns the plan of a segment with tables, after searching them if it looks up blocks.
       * Returns null if the segment has no tables, is not in this slice or was taken before.
       */
      synchronized SegmentPlan take(LeafReaderContext leaf) throws IOException {
        if (plans == null) {
          boolean isOfSlice = false;
          List<LeafReader> alone = new ArrayList<>(partitions.length);
          for (LeafReaderContextPartition partition : partitions) {
            isOfSlice |= partition.ctx == leaf;
            if (query.foundByBatch(partition.ctx) == null) {
              alone.add(partition.ctx.reader());
            }
          }
          if (!isOfSlice) {
            return null;
          }
          plans = SegmentPlan.inTables(query, alone);
        }
        int i = taken;
        while (i < plans.size() && !plans.get(i).reader().equals(leaf.reader())) {
          i++;
        }
        if (i == plans.size()) {
          return null;
        }
        SegmentPlan plan = plans.get(i);
        plans.set(i, plans.get(taken));
        plans.set(taken++, plan);
        if (plan.looksUpInTables()) {
          List<SegmentPlan> together = new ArrayList<>(plans.size());
          together.add(plan);
          long candidates = 0;
          for (SegmentPlan other : plans.subList(taken, plans.size())) {
            if (other.looksUpInTables()) {
              candidates += other.candidates();
              if (candidates <= MAX_CANDIDATES) {
                together.add(other);
              }
            }
          }
          SegmentPlan.search(together);
        }
        return plan;
      }
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
      FingerprintValues values =
          IndexedField.isIn(context.reader(), query.field, query.fingerprint)
              ? FingerprintValues.of(context.reader(), query.field)
              : null;
      if (values == null || !values.advanceExact(doc)) {
        return Explanation.noMatch("document has no fingerprint in field '" + query.field + "'");
      }
      int distance = values.distance(query.fingerprint);
      if (distance > query.fingerprint.bits()) {
        return Explanation.noMatch("document has a fingerprint of another width, or none");
      }
      Explanation detail =
          Explanation.match(
              distance, "distance of " + values.fingerprint() + " from " + query.fingerprint);
      if (distance > query.maxDistance) {
        return Explanation.noMatch(
            "distance is over the maximum of " + query.maxDistance + " bits", detail);
      }
      String plan =
          query.foundByBatch(context) == null
              ? SegmentPlan.of(query, context.reader()).describe()
              : "one search for all fingerprints of a batch";
      String how = query + " by " + plan;
      return Explanation.match(
          DistanceScorer.score(distance, query.fingerprint.bits(), boost),
          how + ", computed as boost * (1 - distance / " + query.fingerprint.bits() + ") from:",
          detail,
          Explanation.match(boost, "boost"));
    }

    /**
     * Returns false for a query of a batch, because the cache key would hold the batch with its
     * hits.
     */
    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return query.batch == null && DocValues.isCacheable(context, query.field);
    }
  }
}
