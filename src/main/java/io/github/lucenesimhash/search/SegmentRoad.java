package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/** How one segment is searched for one query, chosen by estimated time. */
final class SegmentRoad {

  private enum Kind {
    BLOCKS("block values"),
    TABLE_SCAN("all entries of a table"),
    DOC_VALUES_SCAN("all doc values"),
    CHECK("doc values of the documents that other clauses leave");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /**
   * Beyond this distance a table's entry excludes too few documents: they would all be verified.
   */
  private static final int MAX_TABLE_SCAN_DISTANCE = 20;

  private final Kind kind;
  private final HammingDistanceQuery query;
  private final List<? extends BlockSearch> searches;
  private final LeafReader reader;

  private SegmentRoad(
      Kind kind,
      HammingDistanceQuery query,
      List<? extends BlockSearch> searches,
      LeafReader reader) {
    this.kind = kind;
    this.query = query;
    this.searches = searches;
    this.reader = reader;
  }

  /**
   * @param searches one for each layout of the segment, or none for doc values only
   * @param documents documents that have the field
   * @param leadCost documents that other clauses leave, Long.MAX_VALUE if none leads
   */
  static SegmentRoad choose(
      HammingDistanceQuery query,
      List<? extends BlockSearch> searches,
      LeafReader reader,
      long documents,
      long leadCost) {
    return new SegmentRoad(kind(query, searches, documents, leadCost), query, searches, reader);
  }

  private static Kind kind(
      HammingDistanceQuery query,
      List<? extends BlockSearch> searches,
      long documents,
      long leadCost) {
    boolean led = leadCost != Long.MAX_VALUE;
    if (searches.isEmpty()) {
      return led ? Kind.CHECK : Kind.DOC_VALUES_SCAN;
    }
    if (query.road == Road.BLOCKS) {
      return Kind.BLOCKS;
    }
    boolean tables =
        searches.get(0) instanceof TableSearch && query.maxDistance <= MAX_TABLE_SCAN_DISTANCE;
    CostModel cost = tables ? CostModel.TABLES : CostModel.TERMS;
    double blocks = searches.stream().mapToDouble(search -> search.plan().nanos()).sum();
    double scan = documents * cost.scan();
    if (led && leadCost * cost.check() < Math.min(blocks, scan)) {
      return Kind.CHECK;
    }
    if (blocks <= scan) {
      return Kind.BLOCKS;
    }
    return tables ? Kind.TABLE_SCAN : Kind.DOC_VALUES_SCAN;
  }

  DistanceScorer scorer(float boost) throws IOException {
    return switch (kind) {
      case CHECK ->
          DistanceScorer.ofDocValues(values(), query.fingerprint, query.maxDistance, boost);
      case DOC_VALUES_SCAN ->
          DistanceScorer.ofHits(
              new DocValuesScan(values(), query.fingerprint, query.maxDistance, reader.maxDoc()),
              boost);
      case BLOCKS -> DistanceScorer.ofHits(gather(searches), boost);
      case TABLE_SCAN -> {
        Hits hits = new Hits();
        for (BlockSearch search : searches) {
          ((TableSearch) search).collectAll(hits);
        }
        yield DistanceScorer.ofHits(hits.sort(), boost);
      }
    };
  }

  static Hits gather(List<? extends BlockSearch> searches) throws IOException {
    Hits hits = new Hits();
    for (BlockSearch search : searches) {
      search.collect(hits);
    }
    return hits.sort();
  }

  private NumericDocValues values() throws IOException {
    return DocValues.getNumeric(reader, query.field);
  }

  @Override
  public String toString() {
    return kind == Kind.BLOCKS
        ? searches.stream().map(search -> search.plan().toString()).toList().toString()
        : kind.text;
  }
}
