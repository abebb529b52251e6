package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import io.github.lucenesimhash.simhash.BlockLayout;
import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;

/** Chooses the road in each segment, and explains hits. */
final class HammingDistanceWeight extends Weight {

  private final HammingDistanceQuery query;
  private final float boost;

  HammingDistanceWeight(HammingDistanceQuery query, float boost) {
    super(query);
    this.query = query;
    this.boost = boost;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    NumericDocValues values = values(reader);
    if (values == null) {
      return null;
    }
    List<BlockSearch> searches = query.road == Road.DOC_VALUES ? List.of() : searches(reader);
    if (searches.isEmpty()) {
      return scan(values);
    }
    long candidates = 0;
    boolean scanWins = false;
    for (BlockSearch search : searches) {
      candidates += search.plan().candidates();
      scanWins |= search.plan().losesToScan((int) Math.min(values.cost(), Integer.MAX_VALUE));
    }
    if (query.road == Road.CHEAPEST && scanWins) {
      return scan(values);
    }
    return blocks(searches, values, Math.max(1, candidates));
  }

  private ScorerSupplier scan(NumericDocValues values) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) {
        return DistanceScorer.ofDocValues(values, query.fingerprint, query.maxDistance, boost);
      }

      @Override
      public long cost() {
        return values.cost();
      }
    };
  }

  private ScorerSupplier blocks(
      List<BlockSearch> searches, NumericDocValues values, long candidates) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        if (query.road == Road.CHEAPEST
            && searches.stream().anyMatch(search -> search.plan().losesToLead(leadCost))) {
          return scan(values).get(leadCost);
        }
        Hits hits = new Hits();
        for (BlockSearch search : searches) {
          search.collect(hits);
        }
        return DistanceScorer.ofHits(hits.sort(), boost);
      }

      @Override
      public long cost() {
        return candidates;
      }
    };
  }

  /**
   * One search for each layout that the segment's terms show: none where the field has doc values
   * only, two where documents of both layouts were merged. A document has terms of one layout.
   */
  private List<BlockSearch> searches(LeafReader reader) throws IOException {
    Terms terms = reader.terms(query.field);
    if (terms == null) {
      return List.of();
    }
    List<BlockSearch> searches = new ArrayList<>();
    for (BlockLayout layout : layouts(terms.getMin(), terms.getMax())) {
      searches.add(
          new BlockSearch(
              reader, query.field, terms, layout, query.fingerprint, query.maxDistance));
    }
    return searches;
  }

  private List<BlockLayout> layouts(BytesRef min, BytesRef max) {
    if (min == null) {
      return List.of();
    }
    int first = min.bytes[min.offset];
    int last = max.bytes[max.offset];
    int interleaved = BlockLayout.INTERLEAVED.termPrefix(0);
    if (min.length != BlockLayout.TERM_BYTES
        || max.length != BlockLayout.TERM_BYTES
        || first < 0
        || last >= interleaved + BlockLayout.BLOCKS) {
      throw new IllegalStateException(
          "field '"
              + query.field
              + "' has terms "
              + min
              + " to "
              + max
              + ", expected the block terms of a SimHashField");
    }
    if (first >= interleaved) {
      return List.of(BlockLayout.INTERLEAVED);
    }
    return last < interleaved
        ? List.of(BlockLayout.CONTIGUOUS)
        : List.of(BlockLayout.CONTIGUOUS, BlockLayout.INTERLEAVED);
  }

  /** The segment's fingerprints, or null where it has none. */
  private NumericDocValues values(LeafReader reader) throws IOException {
    FieldInfo info = reader.getFieldInfos().fieldInfo(query.field);
    if (info == null) {
      return null;
    }
    SchemeStamp.check(info, query.schemeId);
    if (info.getDocValuesType() != DocValuesType.NUMERIC) {
      throw new IllegalStateException(
          "field '"
              + query.field
              + "' has doc values of type "
              + info.getDocValuesType()
              + ", expected NUMERIC: index fingerprints with SimHashField");
    }
    return reader.getNumericDocValues(query.field);
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    NumericDocValues values = values(context.reader());
    if (values == null || !values.advanceExact(doc)) {
      return Explanation.noMatch("document has no fingerprint in field '" + query.field + "'");
    }
    long fingerprint = values.longValue();
    int distance = SimHash.distance(fingerprint, query.fingerprint);
    Explanation detail =
        Explanation.match(
            distance,
            "distance of "
                + SimHash.toHex(fingerprint)
                + " from "
                + SimHash.toHex(query.fingerprint));
    return distance > query.maxDistance
        ? Explanation.noMatch(
            "distance is over the maximum of " + query.maxDistance + " bits", detail)
        : Explanation.match(
            DistanceScorer.score(distance, boost),
            query + ", computed as boost * (1 - distance / 64) from:",
            detail,
            Explanation.match(boost, "boost"));
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field);
  }
}
