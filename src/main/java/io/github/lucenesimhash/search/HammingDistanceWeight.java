package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;

/** Chooses the road in each segment, and explains hits. */
final class HammingDistanceWeight extends Weight {

  /** A search that is done sooner than it takes to ask what other clauses leave. */
  static final double CHEAP_NANOS = 3_000;

  private final HammingDistanceQuery query;
  private final float boost;

  /** The segments that each thread searches together. */
  private final List<FewBuckets> slices = new ArrayList<>();

  /**
   * @param searcher what is asked for its slices: segments of one are searched together where the
   *     query stands alone, unless a time limit is to strike between them
   */
  HammingDistanceWeight(HammingDistanceQuery query, float boost, IndexSearcher searcher) {
    this(query, boost);
    if (FewBuckets.areEnough(query) && searcher.getTimeout() == null) {
      for (IndexSearcher.LeafSlice slice : searcher.getSlices()) {
        slices.add(new FewBuckets(query, slice));
      }
    }
  }

  /** Searches each segment by itself. */
  HammingDistanceWeight(HammingDistanceQuery query, float boost) {
    super(query);
    this.query = query;
    this.boost = boost;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    if (!hasFingerprints(context.reader())) {
      return null;
    }
    return slices.isEmpty() ? segment(context.reader()) : new TogetherSupplier(context);
  }

  /** Searches other segments of the slice too, where nothing else decides which are needed. */
  private final class TogetherSupplier extends ScorerSupplier {

    private final LeafReaderContext context;
    private ScorerSupplier segment;

    TogetherSupplier(LeafReaderContext context) {
      this.context = context;
    }

    @Override
    public BulkScorer bulkScorer() throws IOException {
      for (FewBuckets slice : slices) {
        Hits hits = slice.take(context);
        if (hits != null) {
          return hits.size() == 0
              ? DistanceScorer.NOTHING
              : new DefaultBulkScorer(DistanceScorer.ofHits(hits, boost));
        }
      }
      return segment().bulkScorer();
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      return segment().get(leadCost);
    }

    @Override
    public long cost() {
      try {
        return segment().cost();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private ScorerSupplier segment() throws IOException {
      if (segment == null) {
        ScorerSupplier own = HammingDistanceWeight.this.segment(context.reader());
        segment =
            own == null ? new DefaultScorerSupplier(DistanceScorer.ofHits(new Hits(), boost)) : own;
      }
      return segment;
    }
  }

  /** Null if nothing is in the segment. */
  private ScorerSupplier segment(LeafReader reader) throws IOException {
    Hits hits = query.place == null ? null : query.place.hits(reader);
    if (hits == null) {
      List<? extends BlockSearch> searches = searches(reader);
      if (query.road != Road.CHEAPEST || !isCheap(searches)) {
        return new RoadSupplier(searches, reader, documents(reader, searches));
      }
      hits = SegmentRoad.gather(searches);
    }
    return hits.size() == 0 ? null : new DefaultScorerSupplier(DistanceScorer.ofHits(hits, boost));
  }

  private static boolean isCheap(List<? extends BlockSearch> searches) {
    double nanos = 0;
    for (BlockSearch search : searches) {
      nanos += search instanceof TableSearch ? search.plan().nanos() : Double.POSITIVE_INFINITY;
    }
    return !searches.isEmpty() && nanos <= CHEAP_NANOS;
  }

  private final class RoadSupplier extends ScorerSupplier {

    private final List<? extends BlockSearch> searches;
    private final LeafReader reader;
    private final long documents;

    RoadSupplier(List<? extends BlockSearch> searches, LeafReader reader, long documents) {
      this.searches = searches;
      this.reader = reader;
      this.documents = documents;
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      return road(leadCost).scorer(boost);
    }

    @Override
    public BulkScorer bulkScorer() throws IOException {
      SegmentRoad alone = road(Long.MAX_VALUE);
      BulkScorer scan = alone.bulkScorer(boost);
      return scan == null ? new DefaultBulkScorer(alone.scorer(boost)) : scan;
    }

    private SegmentRoad road(long leadCost) {
      return SegmentRoad.choose(query, searches, reader, documents, leadCost);
    }

    @Override
    public long cost() {
      return SegmentRoad.cost(searches, documents);
    }
  }

  /** Estimated time of a search by block values. */
  double blockNanos(LeafReader reader) throws IOException {
    double nanos = 0;
    if (hasFingerprints(reader)) {
      for (BlockSearch search : searches(reader)) {
        nanos += search.plan().nanos();
      }
    }
    return nanos;
  }

  /** Documents that have a fingerprint, deleted ones among them. */
  long documents(LeafReader reader) throws IOException {
    return hasFingerprints(reader) ? documents(reader, List.of()) : 0;
  }

  /** The search of the segment's terms; none where the field has doc values only. */
  private List<BlockSearch> searches(LeafReader reader) throws IOException {
    Terms terms = query.road == Road.DOC_VALUES ? null : reader.terms(query.field);
    if (terms == null) {
      return List.of();
    }
    if (terms instanceof BlockTerms blockTerms) {
      return List.of(new TableSearch(reader, blockTerms.tables(), query));
    }
    BytesRef min = terms.getMin();
    BytesRef max = terms.getMax();
    if (min == null) {
      return List.of();
    }
    if (!BlockTermStream.isTerm(min) || !BlockTermStream.isTerm(max)) {
      throw new IllegalStateException(
          "field '"
              + query.field
              + "' has terms "
              + min
              + " to "
              + max
              + ", expected the block terms of a SimHashField");
    }
    return List.of(
        new TermsSearch(reader, query.field, terms, query.fingerprint, query.maxDistance));
  }

  private boolean hasFingerprints(LeafReader reader) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(query.field);
    if (info == null) {
      return false;
    }
    SchemeStamp.check(info, query.schemeId);
    if (!FingerprintValues.areIn(info)) {
      throw new IllegalStateException(
          "field '"
              + query.field
              + "' has doc values of type "
              + info.getDocValuesType()
              + ", expected NUMERIC, or the block terms of a SimHashAnalyzer: index fingerprints"
              + " with SimHashField");
    }
    return true;
  }

  private long documents(LeafReader reader, List<? extends BlockSearch> searches)
      throws IOException {
    return searches.isEmpty()
        ? FingerprintValues.of(reader, query.field).cost()
        : reader.terms(query.field).getDocCount();
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    LeafReader reader = context.reader();
    NumericDocValues values =
        hasFingerprints(reader) ? FingerprintValues.of(reader, query.field) : null;
    if (values == null || !values.advanceExact(doc)) {
      return Explanation.noMatch("document has no fingerprint in field '" + query.field + "'");
    }
    long fingerprint = values.longValue();
    int distance = Fingerprint.distance(fingerprint, query.fingerprint);
    List<? extends BlockSearch> searches = searches(reader);
    SegmentRoad road =
        SegmentRoad.choose(query, searches, reader, documents(reader, searches), Long.MAX_VALUE);
    Explanation detail =
        Explanation.match(
            distance,
            "distance of "
                + Fingerprint.toHex(fingerprint)
                + " from "
                + Fingerprint.toHex(query.fingerprint));
    return distance > query.maxDistance
        ? Explanation.noMatch(
            "distance is over the maximum of " + query.maxDistance + " bits", detail)
        : Explanation.match(
            DistanceScorer.score(distance, boost),
            query + " by " + road + ", computed as boost * (1 - distance / 64) from:",
            detail,
            Explanation.match(boost, "boost"));
  }

  /** A member is not: the cache would hold the query, which holds the hits of its whole group. */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return query.place == null && DocValues.isCacheable(context, query.field);
  }
}
