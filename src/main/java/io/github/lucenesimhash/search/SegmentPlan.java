package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.BlockPlan.Costs;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Decides how one segment is searched for one query, by estimated time. A plan is made for a
 * scorer, its cost or an explanation, and reads the frequencies of the query's own block values;
 * the search begins when the scorer is read.
 *
 * <pre>
 * Blocks   The documents under the block values of a BlockPlan are checked.
 * Scan     The doc values of all documents are checked.
 * Verify   The doc values of the documents that other clauses leave are checked: where these are expected to be fewer
 *          than {@link #verifiedBelow}, whatever is chosen otherwise.
 * </pre>
 */
final class SegmentPlan {

  private final HammingDistanceQuery query;
  private final LeafReader reader;

  /** Tables of a segment in SimHashPostingsFormat, else null. */
  private final TableSegment tables;

  /** Terms of a segment in another format; null if there are doc values only. */
  private final TermsSearch terms;

  /** Documents that have the field. */
  private final long documents;

  /** Null if there are doc values only. */
  private BlockPlan blocks;

  /** Whether all doc values are read, unless other clauses leave few documents. */
  private boolean isScan;

  private long verifiedBelow;

  /** Null if they are still to be found. */
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

  /** Plans those of the segments that are in tables. */
  static List<SegmentPlan> inTables(HammingDistanceQuery query, List<LeafReader> readers)
      throws IOException {
    List<SegmentPlan> plans = new ArrayList<>(readers.size());
    for (LeafReader reader : readers) {
      if (reader.terms(query.field) instanceof BlockTables terms
          && terms.words() == query.fingerprint.words()) {
        plans.add(new SegmentPlan(query, reader, terms));
      }
    }
    return chosen(plans);
  }

  /** Chooses for several segments in steps, so that waits for memory overlap. */
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
    double scan = Costs.scan(documents, query.fingerprint.words());
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

  /** Returns the documents that have the field, including deleted ones. */
  long documents() {
    return documents;
  }

  /** Estimates the time of a search by block values. */
  double blockNanos() {
    return blocks == null ? Double.POSITIVE_INFINITY : blocks.nanos();
  }

  /** Returns whether block values must still be looked up in tables, if no other clause leads. */
  boolean looksUpInTables() {
    return tables != null && !isScan && found == null;
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
   * Returns whether the doc values of the documents that other clauses leave are checked.
   *
   * @param leadCost how many they leave, or more than {@link #cost} if none leads
   */
  boolean isVerified(long leadCost) {
    return leadCost < verifiedBelow;
  }

  /** Returns the hits if no other clause leads. */
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

  /** Describes the plan, as {@code blocks[0, 0, 0, 0], 4 lookups, about 612 candidates}. */
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
