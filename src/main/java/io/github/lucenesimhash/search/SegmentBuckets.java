package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** The few buckets of a segment that are looked at where one of the query's own is hot. */
final class SegmentBuckets {

  private final LeafReaderContext leaf;
  private final BlockTables tables;
  private final HammingDistanceQuery query;
  private final IndexInput in;
  private final RandomAccessInput random;

  private final BlockStatistics statistics;
  private final BlockPlan plan;

  /** Which table each bucket is in, and where. */
  private int[] blocks;

  private long[] ranges;
  private int size;

  /** Touched entries, so that the loads are not left out as useless. */
  long touched;

  SegmentBuckets(
      LeafReaderContext leaf, BlockTables tables, IndexInput in, HammingDistanceQuery query)
      throws IOException {
    this.leaf = leaf;
    this.tables = tables;
    this.query = query;
    this.in = in;
    random = BlockTables.random(in);
    statistics = tables.statistics(random, query.fingerprint);
    plan = BlockPlan.cheapest(query.maxDistance, statistics, CostModel.TABLES);
  }

  /** Whether it takes little enough time to do it at once. */
  boolean isCheap() {
    return plan.nanos() <= HammingDistanceWeight.CHEAP_NANOS;
  }

  void find() throws IOException {
    blocks = new int[(int) plan.lookups()];
    ranges = new long[blocks.length];
    int n = 0;
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      BlockTable table = tables.table(block);
      int values = statistics.lookups(plan.threshold(block));
      for (int i = 0; i < values; i++) {
        int bucket = HammingBall.value(tables.prefixBits(), statistics.center(block), i);
        blocks[n] = block;
        ranges[n] = table.range(random, bucket);
        size += BlockTable.size(ranges[n++]);
      }
    }
  }

  /** The segment's place among the reader's. */
  int ord() {
    return leaf.ord;
  }

  /** Has the entries brought near. */
  void touch() throws IOException {
    long sum = 0;
    for (int i = 0; i < ranges.length; i++) {
      sum += tables.table(blocks[i]).touch(random, ranges[i]);
    }
    touched = sum;
  }

  /** Entries in the buckets. */
  int size() {
    return size;
  }

  /**
   * The documents within the distance.
   *
   * @param entries to be used again for the next segment, at least as many as this one has
   */
  Hits hits(long[] entries) throws IOException {
    int end = 0;
    for (int i = 0; i < ranges.length; i++) {
      int n = BlockTable.size(ranges[i]);
      tables.table(blocks[i]).seekEntry(in, (int) ranges[i]);
      in.readLongs(entries, end, n);
      end += n;
    }
    Candidates candidates = new Candidates();
    int at = 0;
    for (int i = 0; i < ranges.length; i++) {
      BlockTable table = tables.table(blocks[i]);
      long own = table.entry(table.rotate(query.fingerprint), 0);
      end = at + BlockTable.size(ranges[i]);
      candidates.addWithin(entries, at, end, own, table.fingerprintMask(), query.maxDistance);
      at = end;
    }
    Hits hits = new Hits();
    candidates.verify(leaf.reader(), query, in, hits);
    return hits.sort();
  }
}
