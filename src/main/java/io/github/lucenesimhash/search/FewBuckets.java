package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Searches several segments together, where a look at a few buckets in the tables of {@link
 * SimHashPostingsFormat} is all that each of them takes.
 */
final class FewBuckets {

  private final HammingDistanceQuery query;
  private final List<LeafReaderContext> leaves;

  /** By number in the reader, null where a segment is not ours. */
  private final LeafReaderContext[] byOrd;

  /** What was found in each segment until it is asked for; null before the search. */
  private Hits[] found;

  /**
   * @param leaves the segments to search, by one thread
   */
  FewBuckets(HammingDistanceQuery query, List<LeafReaderContext> leaves) {
    this.query = query;
    this.leaves = leaves;
    int ords = 0;
    for (LeafReaderContext leaf : leaves) {
      ords = Math.max(ords, leaf.ord + 1);
    }
    byOrd = new LeafReaderContext[ords];
    for (LeafReaderContext leaf : leaves) {
      byOrd[leaf.ord] = leaf;
    }
  }

  /** Whether a query is one for a look at a few buckets. */
  static boolean areEnough(HammingDistanceQuery query) {
    return query.maxDistance < BlockLayout.BLOCKS && query.road == Road.CHEAPEST;
  }

  /** All hits of a segment; null where it takes more, or they were taken before. */
  synchronized Hits take(LeafReaderContext leaf) throws IOException {
    if (leaf.ord >= byOrd.length || byOrd[leaf.ord] != leaf) {
      return null;
    }
    if (found == null) {
      found = new Hits[byOrd.length];
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
        own.add(leaf, tables);
      }
    }
    own.find();
    List<SegmentBuckets> others = own.dropHot();
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
    own.search(found);
    long[] entries = new long[largest];
    for (SegmentBuckets other : others) {
      found[other.ord()] = other.hits(entries);
    }
  }
}
