package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.BlockPlan.Costs;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Decides how one segment is searched for one query, by comparing estimated times. Creating a plan
 * reads only the frequencies of the query's own block values; the search begins when the first hit
 * is read.
 *
 * <pre>
 * Blocks   Looks up the block values of a BlockPlan and checks their documents.
 * Scan     Checks the doc values of all documents.
 * Verify   Checks the doc values of only the documents that other clauses match, if these clauses are expected to
 *          match fewer documents than {@link #verifiedBelow}, whichever of the two ways above is planned.
 * </pre>
 */
final class SegmentPlan {

  private final HammingDistanceQuery query;
  private final LeafReader reader;

  /** The tables of the segment, or null if it has none or only doc values may be read. */
  private final TableSegment tables;

  /** The block terms of the segment, or null if it has tables or only doc values may be read. */
  private final TermsSearch terms;

  /** The number of documents that have the field. */
  private final long documents;

  /** The block values to look up, or null if only doc values exist or may be read. */
  private BlockPlan blocks;

  /** Whether to read all doc values, unless other clauses match few documents. */
  private boolean isScan;

  private long verifiedBelow;

  /** The hits, or null before the search. */
  private Hits found;

  private SegmentPlan(HammingDistanceQuery query, LeafReader reader, Terms blockTerms)
      throws IOException {
    this.query = query;
    this.reader = reader;
    if (blockTerms instanceof BlockTables ours) {
      tables = new TableSegment(reader, query.field, ours);
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

  /**
   * @param reader a reader of a segment that has the field
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

  /** Returns the plans of the segments that have tables. */
  static List<SegmentPlan> inTables(HammingDistanceQuery query, List<LeafReader> readers)
      throws IOException {
    List<SegmentPlan> plans = new ArrayList<>(readers.size());
    for (LeafReader reader : readers) {
      if (reader.terms(query.field) instanceof BlockTables terms
          && terms.lanes() == query.fingerprint.lanes()) {
        plans.add(new SegmentPlan(query, reader, terms));
      }
    }
    return chosen(plans);
  }

  /** Chooses the plans of several segments step by step, so that cache misses overlap. */
  private static List<SegmentPlan> chosen(List<SegmentPlan> plans) throws IOException {
    for (SegmentPlan plan : plans) {
      if (plan.tables != null) {
        plan.tables.readOwn(plan.query);
      }
    }
    for (SegmentPlan plan : plans) {
      plan.choose();
    }
    return plans;
  }

  private void choose() {
    if (tables == null && terms == null) {
      isScan = true;
      verifiedBelow = documents;
      return;
    }
    blocks = tables == null ? terms.plan() : tables.choosePlan(query);
    if (query.strategy == Strategy.BLOCKS) {
      return;
    }
    double scan = Costs.scan(documents, query.fingerprint.lanes());
    isScan = scan < blocks.nanos();
    double nanos = Math.min(blocks.nanos(), scan);
    verifiedBelow = Math.min(cost(), (long) Math.ceil(nanos / Costs.CHECK));
  }

  LeafReader reader() {
    return reader;
  }

  long cost() {
    return blocks == null ? documents : Math.min(documents, Math.max(1, blocks.candidates()));
  }

  /** Returns the number of documents that have the field, including deleted ones. */
  long documents() {
    return documents;
  }

  /** Estimates the nanoseconds of a search that looks up block values. */
  double blockNanos() {
    return blocks == null ? Double.POSITIVE_INFINITY : blocks.nanos();
  }

  /**
   * Returns whether a search in which no other clause leads would look up block values in tables,
   * and has not done so yet.
   */
  boolean looksUpInTables() {
    return tables != null && !isScan && found == null;
  }

  long candidates() {
    return blocks.candidates();
  }

  /** Searches several segments that have tables. */
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
   * Returns whether to check only the documents that other clauses match.
   *
   * @param leadCost the number of documents that the leading clause matches, or more than {@link
   *     #cost} if this query leads
   */
  boolean isVerified(long leadCost) {
    return leadCost < verifiedBelow;
  }

  /** Returns the hits of a search in which no other clause leads. */
  Hits.Iterator hits() throws IOException {
    if (found != null) {
      return found.iterator();
    }
    return isScan
        ? new DocValuesScan(FingerprintValues.of(reader, query.field), query, reader.maxDoc())
        : new Hits.Later(this::found, cost());
  }

  private Hits found() throws IOException {
    if (found == null) {
      if (tables != null) {
        search(List.of(this));
      } else {
        found = terms.search();
      }
    }
    return found;
  }

  /** Returns a description such as {@code blocks[0, 0, 0, 0], 4 lookups, about 612 candidates}. */
  String describe() throws IOException {
    String alone = isScan ? "all doc values" : (terms == null ? blocks : terms.lookUp()).toString();
    return verifiedBelow <= 1
        ? alone
        : alone
            + " (by the doc values of what other clauses leave where that is fewer than "
            + verifiedBelow
            + " documents)";
  }
}
