package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.BulkScorer;

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

  /** Documents that may be found. */
  private final long cost;

  private SegmentRoad(
      Kind kind,
      HammingDistanceQuery query,
      List<? extends BlockSearch> searches,
      LeafReader reader,
      long cost) {
    this.kind = kind;
    this.query = query;
    this.searches = searches;
    this.reader = reader;
    this.cost = cost;
  }

  /**
   * @param searches one, or none for doc values only
   * @param documents documents that have the field
   * @param leadCost documents that other clauses leave
   */
  static SegmentRoad choose(
      HammingDistanceQuery query,
      List<? extends BlockSearch> searches,
      LeafReader reader,
      long documents,
      long leadCost) {
    long cost = cost(searches, documents);
    Kind kind = kind(query, searches, documents, leadCost < cost ? leadCost : Long.MAX_VALUE);
    return new SegmentRoad(kind, query, searches, reader, cost);
  }

  /** Documents that may be found. If no other clause leaves fewer than that, none leads us. */
  static long cost(List<? extends BlockSearch> searches, long documents) {
    long candidates = 0;
    for (BlockSearch search : searches) {
      candidates += Math.max(1, search.plan().candidates());
    }
    return searches.isEmpty() ? documents : Math.min(documents, candidates);
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
    double blocks = 0;
    double tableScan = 0;
    for (BlockSearch search : searches) {
      blocks += search.plan().nanos();
      tableScan +=
          search instanceof TableSearch table && query.maxDistance <= MAX_TABLE_SCAN_DISTANCE
              ? table.scanNanos()
              : Double.POSITIVE_INFINITY;
    }
    double valuesScan = documents * CostModel.TERMS.scan();
    double scan = Math.min(tableScan, valuesScan);
    if (led && leadCost * CostModel.TERMS.check() < Math.min(blocks, scan)) {
      return Kind.CHECK;
    }
    if (blocks <= scan) {
      return Kind.BLOCKS;
    }
    return tableScan < valuesScan ? Kind.TABLE_SCAN : Kind.DOC_VALUES_SCAN;
  }

  DistanceScorer scorer(float boost) throws IOException {
    return switch (kind) {
      case CHECK ->
          DistanceScorer.ofDocValues(values(), query.fingerprint, query.maxDistance, boost);
      case DOC_VALUES_SCAN -> DistanceScorer.ofHits(scan(), boost);
      case BLOCKS -> DistanceScorer.ofHits(new LaterHits(() -> gather(searches), cost), boost);
      case TABLE_SCAN -> DistanceScorer.ofHits(new LaterHits(this::scanTables, cost), boost);
    };
  }

  /** For a query that stands alone; null if the scorer's iterator will do. */
  BulkScorer bulkScorer(float boost) throws IOException {
    return kind == Kind.DOC_VALUES_SCAN ? new ScanBulkScorer(scan(), reader.maxDoc(), boost) : null;
  }

  private DocValuesScan scan() throws IOException {
    return new DocValuesScan(values(), query.fingerprint, query.maxDistance, reader.maxDoc());
  }

  private Hits scanTables() throws IOException {
    Hits hits = new Hits();
    for (BlockSearch search : searches) {
      ((TableSearch) search).collectAll(hits);
    }
    return hits.sort();
  }

  static Hits gather(List<? extends BlockSearch> searches) throws IOException {
    Hits hits = new Hits();
    for (BlockSearch search : searches) {
      search.collect(hits);
    }
    return hits.sort();
  }

  private NumericDocValues values() throws IOException {
    return FingerprintValues.of(reader, query.field);
  }

  @Override
  public String toString() {
    return kind == Kind.BLOCKS
        ? searches.stream().map(search -> search.plan().toString()).toList().toString()
        : kind.text;
  }
}
