package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
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

  /** Which table each bucket is in, and where. */
  private final int[] blocks;

  private final long[] ranges;
  private int size;

  /** Touched entries, so that the loads are not left out as useless. */
  long touched;

  private SegmentBuckets(
      LeafReaderContext leaf,
      BlockTables tables,
      HammingDistanceQuery query,
      BlockStatistics statistics,
      BlockPlan plan)
      throws IOException {
    this.leaf = leaf;
    this.tables = tables;
    this.query = query;
    in = tables.open();
    random = BlockTables.random(in);
    blocks = new int[(int) plan.lookups()];
    ranges = new long[blocks.length];
    int n = 0;
    for (int block = 0; block < BlockLayout.BLOCKS; block++) {
      int values = statistics.lookups(plan.threshold(block));
      for (int i = 0; i < values; i++) {
        int bucket = HammingBall.value(tables.prefixBits(), statistics.center(block), i);
        blocks[n] = block;
        ranges[n] = tables.table(block).range(random, bucket);
        size += BlockTable.size(ranges[n++]);
      }
    }
  }

  /** Finds those of the cheapest plan; null if it takes long. */
  static SegmentBuckets find(LeafReaderContext leaf, HammingDistanceQuery query)
      throws IOException {
    BlockTables tables = BlockTerms.onlyTables(leaf.reader(), query.field);
    BlockStatistics statistics =
        tables.statistics(BlockTables.random(tables.open()), query.fingerprint);
    BlockPlan plan = BlockPlan.cheapest(query.maxDistance, statistics, CostModel.TABLES);
    return plan.nanos() > HammingDistanceWeight.CHEAP_NANOS
        ? null
        : new SegmentBuckets(leaf, tables, query, statistics, plan);
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

  /** The documents within the distance. */
  Hits hits() throws IOException {
    long[] entries = new long[size];
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
