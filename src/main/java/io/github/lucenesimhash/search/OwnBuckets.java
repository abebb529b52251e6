package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.IndexInput;

/**
 * Searches all segments together, where a look at the query's own blocks in the tables of {@link
 * SimHashPostingsFormat} is all that each of them takes.
 *
 * <pre>
 * Bound   A document within k bits of the query, k from 0 to 3, has one of the query's first k + 1 blocks.
 * Proof   A document that has none of them differs in each, so in k + 1 bits or more.
 * Cost    A look waits for memory twice: for the bucket's bounds, and for its entries. Nothing else is done between
 *         the looks of all segments, so the waits overlap: 10 segments of 1M documents took 7.1 us within 3 bits,
 *         and 11.7 one segment after the other (SearchBench).
 * </pre>
 */
final class OwnBuckets {

  /** Entries that are read before any is checked. */
  private static final int ENTRIES = 256;

  private static final Hits NO_HITS = new Hits();

  private final HammingDistanceQuery query;
  private final List<LeafReaderContext> leaves;

  /** What was found in each segment until it is asked for; null before the search. */
  private Hits[] found;

  /**
   * @param leaves the segments to search
   */
  OwnBuckets(HammingDistanceQuery query, List<LeafReaderContext> leaves) {
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
    List<Segment> segments = new ArrayList<>();
    for (LeafReaderContext leaf : leaves) {
      if (leaf.reader().terms(query.field) instanceof BlockTerms terms
          && terms.layouts().size() == 1) {
        segments.add(new Segment(leaf, terms.layouts().get(0), query.maxDistance + 1));
      }
    }
    for (Segment segment : segments) {
      segment.findBuckets(query.fingerprint);
    }
    segments.removeIf(segment -> segment.nanos() > HammingDistanceWeight.CHEAP_NANOS);
    int largest = 0;
    int all = 0;
    for (Segment segment : segments) {
      largest = Math.max(largest, segment.size);
      all += segment.size;
    }
    long[] entries = new long[Math.max(largest, Math.min(all, ENTRIES))];
    for (int next = 0; next < segments.size(); ) {
      int first = next;
      int filled = 0;
      while (next < segments.size() && filled + segments.get(next).size <= entries.length) {
        filled = segments.get(next++).readEntries(entries, filled);
      }
      int at = 0;
      for (Segment segment : segments.subList(first, next)) {
        found[segment.leaf.ord] = segment.hits(entries, at, query);
        at += segment.size;
      }
    }
  }

  private static final class Segment {

    final LeafReaderContext leaf;
    private final List<BlockTable> tables;
    private final IndexInput in;
    private final long[] ranges;

    /** Entries in the query's buckets. */
    int size;

    Segment(LeafReaderContext leaf, BlockTables tables, int blocks) {
      this.leaf = leaf;
      this.tables = tables.byBlock();
      in = tables.open();
      ranges = new long[blocks];
    }

    void findBuckets(long fingerprint) throws IOException {
      for (int block = 0; block < ranges.length; block++) {
        BlockTable table = tables.get(block);
        ranges[block] = table.range(in, table.bucket(table.rotate(fingerprint)));
        size += BlockTable.size(ranges[block]);
      }
    }

    double nanos() {
      return CostModel.TABLES.nanos(ranges.length, size);
    }

    int readEntries(long[] entries, int at) throws IOException {
      int end = at;
      for (int block = 0; block < ranges.length; block++) {
        int n = BlockTable.size(ranges[block]);
        tables.get(block).seekEntry(in, (int) ranges[block]);
        in.readLongs(entries, end, n);
        end += n;
      }
      return end;
    }

    Hits hits(long[] entries, int at, HammingDistanceQuery query) throws IOException {
      Candidates candidates = new Candidates();
      int from = at;
      for (int block = 0; block < ranges.length; block++) {
        BlockTable table = tables.get(block);
        int to = from + BlockTable.size(ranges[block]);
        long own = table.entry(table.rotate(query.fingerprint), 0);
        candidates.addWithin(entries, from, to, own, table.fingerprintMask(), query.maxDistance);
        from = to;
      }
      if (candidates.isEmpty()) {
        return NO_HITS;
      }
      Hits hits = new Hits();
      candidates.verify(leaf.reader(), query, in, hits);
      return hits.sort();
    }
  }
}
