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
    List<SegmentBuckets> others = new ArrayList<>(0);
    for (int s = 0; s < own.size(); s++) {
      int ord = own.dropIfHot(s);
      SegmentBuckets other = ord < 0 ? null : SegmentBuckets.find(leaves.get(ord), query);
      if (other != null) {
        others.add(other);
      }
    }
    own.touch();
    for (SegmentBuckets other : others) {
      other.touch();
    }
    own.search(leaves, found);
    for (SegmentBuckets other : others) {
      found[other.ord()] = other.hits();
    }
  }
}
