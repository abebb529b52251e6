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
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return SegmentRoad.choose(query, searches, values, leadCost, reader.maxDoc()).scorer(boost);
      }

      @Override
      public long cost() {
        return searches.isEmpty()
            ? values.cost()
            : searches.stream().mapToLong(search -> Math.max(1, search.plan().candidates())).sum();
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
    if (terms instanceof BlockTerms blockTerms) {
      for (BlockTables tables : blockTerms.layouts()) {
        searches.add(
            new TableSearch(reader, query.field, tables, query.fingerprint, query.maxDistance));
      }
    } else {
      for (BlockLayout layout : layouts(terms.getMin(), terms.getMax())) {
        searches.add(
            new TermsSearch(
                reader, query.field, terms, layout, query.fingerprint, query.maxDistance));
      }
    }
    return searches;
  }

  private List<BlockLayout> layouts(BytesRef min, BytesRef max) {
    if (min == null) {
      return List.of();
    }
    BlockLayout first = min.length == 0 ? null : BlockLayout.ofTermPrefix(min.bytes[min.offset]);
    BlockLayout last = max.length == 0 ? null : BlockLayout.ofTermPrefix(max.bytes[max.offset]);
    if (first == null
        || last == null
        || min.length != BlockLayout.TERM_BYTES
        || max.length != BlockLayout.TERM_BYTES) {
      throw new IllegalStateException(
          "field '"
              + query.field
              + "' has terms "
              + min
              + " to "
              + max
              + ", expected the block terms of a SimHashField");
    }
    return first == last ? List.of(first) : List.of(first, last);
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
    SegmentRoad road =
        SegmentRoad.choose(
            query,
            query.road == Road.DOC_VALUES ? List.of() : searches(context.reader()),
            values,
            Long.MAX_VALUE,
            context.reader().maxDoc());
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
            query + " by " + road + ", computed as boost * (1 - distance / 64) from:",
            detail,
            Explanation.match(boost, "boost"));
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field);
  }
}
