package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Searches all segments together, where a look at a few buckets in the tables of {@link
 * SimHashPostingsFormat} is all that each of them takes.
 *
 * <pre>
 * Cost    A look waits for memory twice: for the bucket's bounds, and for its entries. Nothing else is done between
 *         the looks of all segments, so the waits overlap: 10 segments of 1M documents took 7.1 us within 3 bits,
 *         and 11.7 one segment after the other; with a hot own bucket 34 us and 59 (SearchBench, p50 and p99).
 * </pre>
 */
final class FewBuckets {

  /** Entries that are read before any is checked. */
  private static final int ENTRIES = 256;

  private final HammingDistanceQuery query;
  private final List<LeafReaderContext> leaves;

  /** What was found in each segment until it is asked for; null before the search. */
  private Hits[] found;

  /**
   * @param leaves the segments to search
   */
  FewBuckets(HammingDistanceQuery query, List<LeafReaderContext> leaves) {
    boolean few = query.maxDistance < BlockLayout.BLOCKS && query.road == Road.CHEAPEST;
    this.query = query;
    this.leaves = few ? leaves : List.of();
  }

  /** All hits of a segment; null where it takes more, or they were taken before. */
  synchronized Hits take(LeafReaderContext leaf) throws IOException {
    if (leaf.ord >= leaves.size() || leaves.get(leaf.ord) != leaf) {
      return null;
    }
    if (found == null) {
      found = new Hits[leaves.size()];
      search();
    }
    Hits hits = found[leaf.ord];
    found[leaf.ord] = null;
    return hits;
  }

  private void search() throws IOException {
    List<SegmentBuckets> segments = new ArrayList<>();
    for (LeafReaderContext leaf : leaves) {
      BlockTables tables = BlockTerms.onlyTables(leaf.reader(), query.field);
      if (tables != null) {
        segments.add(new SegmentBuckets(leaf, tables, query));
      }
    }
    for (SegmentBuckets segment : segments) {
      segment.findOwn();
    }
    for (SegmentBuckets segment : segments) {
      segment.avoidHot();
    }
    segments.removeIf(segment -> !segment.isCheap());
    int largest = 0;
    int all = 0;
    for (SegmentBuckets segment : segments) {
      largest = Math.max(largest, segment.size());
      all += segment.size();
    }
    long[] entries = new long[Math.max(largest, Math.min(all, ENTRIES))];
    for (int next = 0; next < segments.size(); ) {
      int first = next;
      int filled = 0;
      while (next < segments.size() && filled + segments.get(next).size() <= entries.length) {
        filled = segments.get(next++).readEntries(entries, filled);
      }
      int at = 0;
      for (SegmentBuckets segment : segments.subList(first, next)) {
        found[segment.ord()] = segment.hits(entries, at);
        at += segment.size();
      }
    }
  }
}
