package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher.LeafReaderContextPartition;
import org.apache.lucene.search.Scorer;

/**
 * How one segment is searched for one query, chosen by estimated time: the only place where that is
 * decided. A plan is made when a scorer, its cost or an explanation is asked for, and reads the
 * frequencies of the query's own block values; nothing is searched before a scorer is read.
 *
 * <pre>
 * Batch        The hits of all fingerprints of the query's DistanceBatch are found together.
 * Blocks       The documents under the block values of a BlockPlan are checked.
 * Table scan   All entries of one table are checked, in the order of the file.
 * Values scan  The doc values of all documents are checked.
 * Verify       The doc values of the documents that other clauses leave are checked: where these are expected to be
 *              fewer than {@link #verifiedBelow}, whatever is chosen otherwise.
 * </pre>
 */
final class SegmentPlan {

  private enum Kind {
    BLOCKS,
    TABLE_SCAN,
    DOC_VALUES_SCAN
  }

  /** Beyond this distance an entry excludes too few documents: they would all be verified. */
  private static final int MAX_TABLE_DISTANCE = 20;

  /** To go on to the next bucket of a table scan. */
  private static final double BUCKET_NANOS = 30;

  private final HammingDistanceQuery query;
  private final LeafReader reader;

  /** Of a segment in SimHashPostingsFormat, else null. */
  private final TableSegment tables;

  /** Of a segment in another format; null if there are doc values only. */
  private final TermsSearch terms;

  /** Documents that have the field. */
  private final long documents;

  /** Null if there are doc values only. */
  private BlockPlan blocks;

  /** What is done unless other clauses leave few documents. */
  private Kind kind;

  private long verifiedBelow;

  /** Null if they are still to be found. */
  private Hits found;

  private SegmentPlan(HammingDistanceQuery query, LeafReader reader, Terms blockTerms)
      throws IOException {
    this.query = query;
    this.reader = reader;
    if (blockTerms instanceof BlockTables ours) {
      tables = new TableSegment(reader, ours, query);
      terms = null;
      documents = tables.documents();
    } else if (blockTerms != null && TermsSearch.areBlockTerms(blockTerms)) {
      tables = null;
      terms = new TermsSearch(reader, blockTerms, query);
      documents = blockTerms.getDocCount();
    } else {
      tables = null;
      terms = null;
      documents = FingerprintValues.of(reader, query.field).cost();
    }
  }

  /** There is nothing left to choose. */
  private SegmentPlan(HammingDistanceQuery query, LeafReader reader, Hits found) {
    this.query = query;
    this.reader = reader;
    this.found = found;
    tables = null;
    terms = null;
    documents = found.size();
  }

  /**
   * @param reader of a segment that has the field
   */
  static SegmentPlan of(HammingDistanceQuery query, LeafReader reader) throws IOException {
    return of(query, List.of(reader)).get(0);
  }

  static List<SegmentPlan> of(HammingDistanceQuery query, List<LeafReader> readers)
      throws IOException {
    List<SegmentPlan> plans = new ArrayList<>(readers.size());
    for (LeafReader reader : readers) {
      boolean byBlocks = query.strategy != Strategy.DOC_VALUES;
      plans.add(new SegmentPlan(query, reader, byBlocks ? reader.terms(query.field) : null));
    }
    return chosen(plans);
  }

  /** Plans those of the segments that are in tables; what a batch finds in them is found now. */
  static List<SegmentPlan> inTables(
      HammingDistanceQuery query, LeafReaderContextPartition[] partitions) throws IOException {
    List<SegmentPlan> plans = new ArrayList<>(partitions.length);
    List<SegmentPlan> others = new ArrayList<>();
    for (LeafReaderContextPartition partition : partitions) {
      LeafReader reader = partition.ctx.reader();
      Hits found = query.member == null ? null : query.member.hits(reader);
      if (found != null) {
        plans.add(new SegmentPlan(query, reader, found));
      } else if (reader.terms(query.field) instanceof BlockTables terms
          && terms.words() == query.fingerprint.words()) {
        others.add(new SegmentPlan(query, reader, terms));
      }
    }
    plans.addAll(chosen(others));
    return plans;
  }

  /** Makes the choice for several segments in steps, so that their waits for memory overlap. */
  private static List<SegmentPlan> chosen(List<SegmentPlan> plans) throws IOException {
    for (SegmentPlan plan : plans) {
      if (plan.tables != null) {
        plan.tables.readOwn();
      }
    }
    for (SegmentPlan plan : plans) {
      plan.choose();
    }
    return plans;
  }

  private void choose() {
    if (tables == null && terms == null) {
      kind = Kind.DOC_VALUES_SCAN;
      verifiedBelow = documents;
      return;
    }
    blocks = tables == null ? terms.plan() : tables.plan();
    if (query.strategy == Strategy.BLOCKS) {
      kind = Kind.BLOCKS;
      return;
    }
    double valuesScan = BlockPlan.Costs.TERMS.scan(documents, query.fingerprint.words());
    double tableScan =
        tables == null || query.maxDistance > MAX_TABLE_DISTANCE
            ? Double.POSITIVE_INFINITY
            : tables.buckets() * BUCKET_NANOS + documents * BlockPlan.Costs.TABLES.scan();
    double scan = Math.min(valuesScan, tableScan);
    kind =
        blocks.nanos() <= scan
            ? Kind.BLOCKS
            : tableScan < valuesScan ? Kind.TABLE_SCAN : Kind.DOC_VALUES_SCAN;
    double nanos = Math.min(blocks.nanos(), scan);
    verifiedBelow = Math.min(cost(), (long) Math.ceil(nanos / BlockPlan.Costs.TERMS.check()));
  }

  LeafReader reader() {
    return reader;
  }

  long cost() {
    return blocks == null ? documents : Math.min(documents, Math.max(1, blocks.candidates()));
  }

  /** Documents that have the field, deleted ones among them. */
  long documents() {
    return documents;
  }

  /** Estimated time of a search by block values. */
  double blockNanos() {
    return blocks == null ? Double.POSITIVE_INFINITY : blocks.nanos();
  }

  /** Whether it looks block values up in tables, by itself, if no other clause leads. */
  boolean looksUpInTables() throws IOException {
    return tables != null && kind == Kind.BLOCKS && foundByBatch() == null;
  }

  private Hits foundByBatch() throws IOException {
    if (found == null && query.member != null && tables != null) {
      found = query.member.hits(reader);
    }
    return found;
  }

  boolean isSearchedInVain() {
    return found != null && found.size() == 0;
  }

  long candidates() {
    return blocks.candidates();
  }

  /** Finds the hits of several segments that are looked up in tables. */
  static void search(List<SegmentPlan> plans) throws IOException {
    List<TableSegment> tables = new ArrayList<>(plans.size());
    for (SegmentPlan plan : plans) {
      tables.add(plan.tables);
    }
    Hits[] hits = TableSearch.search(plans.get(0).query, tables);
    for (int i = 0; i < hits.length; i++) {
      plans.get(i).found = hits[i];
    }
  }

  /**
   * @param leadCost documents that other clauses leave, or more than {@link #cost} if none leads
   */
  Scorer scorer(long leadCost, float boost) throws IOException {
    return leadCost < verifiedBelow
        ? DistanceScorer.ofDocValues(FingerprintValues.of(reader, query.field), query, boost)
        : DistanceScorer.ofHits(hits(), query.fingerprint.bits(), boost);
  }

  /** What is found if no other clause leads. */
  Hits.Iterator hits() throws IOException {
    return foundByBatch() == null && kind == Kind.DOC_VALUES_SCAN
        ? new DocValuesScan(FingerprintValues.of(reader, query.field), query, reader.maxDoc())
        : new Hits.Later(this::found, cost());
  }

  private Hits found() throws IOException {
    if (found == null) {
      if (kind == Kind.TABLE_SCAN) {
        found = TableSearch.scan(query, tables);
      } else if (tables != null) {
        search(List.of(this));
      } else {
        found = terms.search();
      }
    }
    return found;
  }

  /** As {@code blocks[0, 0, 0, 0], 4 lookups, about 612 candidates}. */
  String describe() throws IOException {
    String alone =
        query.member != null && query.member.hits(reader) != null
            ? query.member.toString()
            : switch (kind) {
              case BLOCKS -> (terms == null ? blocks : terms.lookUp()).toString();
              case TABLE_SCAN -> "all entries of a table";
              case DOC_VALUES_SCAN -> "all doc values";
            };
    return verifiedBelow <= 1
        ? alone
        : alone
            + " (by the doc values of what other clauses leave where that is fewer than "
            + verifiedBelow
            + " documents)";
  }

  /**
   * A search for fingerprints together in segments; null if they are better searched one by one.
   *
   * @param worth share of the time of searches one by one that a search together may take
   */
  static BatchSearch together(
      List<BlockTables> segments, Fingerprint[] fingerprints, int maxDistance, double worth) {
    int words = fingerprints[0].words();
    if (fingerprints.length == 1
        || maxDistance < words * Blocks.IN_WORD
        || maxDistance > words * MAX_TABLE_DISTANCE) {
      return null;
    }
    BatchSearch search = new BatchSearch(segments, fingerprints, maxDistance);
    return search.nanos() <= worth * search.nanosOneByOne() ? search : null;
  }
}
