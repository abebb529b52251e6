package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Searches all segments together, where a look at a few buckets in the tables of {@link
 * SimHashPostingsFormat} is all that each of them takes.
 */
final class FewBuckets {

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
    OwnBuckets own = new OwnBuckets(query, leaves.size());
    for (LeafReaderContext leaf : leaves) {
      BlockTables tables = BlockTerms.onlyTables(leaf.reader(), query.field);
      if (tables != null) {
        own.add(leaf.ord, tables);
      }
    }
    own.find();
    List<SegmentBuckets> others = own.dropHot(leaves);
    others.removeIf(other -> !other.isCheap());
    for (SegmentBuckets other : others) {
      other.find();
    }
    own.touch();
    int largest = 0;
    for (SegmentBuckets other : others) {
      other.touch();
      largest = Math.max(largest, other.size());
    }
    own.search(leaves, found);
    long[] entries = new long[largest];
    for (SegmentBuckets other : others) {
      found[other.ord()] = other.hits(entries);
    }
  }
}
