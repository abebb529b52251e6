package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.IndexSearcher.LeafReaderContextPartition;

/**
 * Searches several segments together, where a look at a few buckets in the tables of {@link
 * SimHashPostingsFormat} is all that each of them takes.
 */
final class FewBuckets {

  private final HammingDistanceQuery query;

  /** By number in the reader, null where a segment is not ours. */
  private final LeafReaderContext[] leaves;

  /** What was found in each segment until it is asked for; null before the search. */
  private Hits[] found;

  /**
   * @param slice the segments to search, by one thread
   */
  FewBuckets(HammingDistanceQuery query, IndexSearcher.LeafSlice slice) {
    this.query = query;
    int ords = 0;
    for (LeafReaderContextPartition partition : slice.partitions) {
      ords = Math.max(ords, partition.ctx.ord + 1);
    }
    leaves = new LeafReaderContext[ords];
    for (LeafReaderContextPartition partition : slice.partitions) {
      leaves[partition.ctx.ord] = partition.ctx;
    }
  }

  /** Whether a query is one for a look at a few buckets. */
  static boolean areEnough(HammingDistanceQuery query) {
    return query.maxDistance < Blocks.BLOCKS && query.road == Road.CHEAPEST;
  }

  /** All hits of a segment; null where it takes more, or they were taken before. */
  synchronized Hits take(LeafReaderContext leaf) throws IOException {
    if (leaf.ord >= leaves.length || leaves[leaf.ord] != leaf) {
      return null;
    }
    if (found == null) {
      found = new Hits[leaves.length];
      search();
    }
    Hits hits = found[leaf.ord];
    found[leaf.ord] = null;
    return hits;
  }

  private void search() throws IOException {
    OwnBuckets own = new OwnBuckets(query, leaves.length);
    for (LeafReaderContext leaf : leaves) {
      BlockTables tables = leaf == null ? null : BlockTerms.tables(leaf.reader(), query.field);
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
