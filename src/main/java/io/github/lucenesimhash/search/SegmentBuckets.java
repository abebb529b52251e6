package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.IndexInput;

/**
 * The few buckets of one segment that hold every document within up to 3 bits.
 *
 * <pre>
 * Bound   A document within k bits of the query, k from 0 to 3, has one of the query's first k + 1 blocks.
 * Proof   A document that has none of them differs in each, so in k + 1 bits or more.
 * Else    Where one of these buckets is hot, the buckets of the cheapest BlockPlan, which looks around the others.
 * </pre>
 */
final class SegmentBuckets {

  private static final Hits NO_HITS = new Hits();
  private static final int[] FIRST_BLOCKS = {0, 1, 2, 3};

  private final LeafReaderContext leaf;
  private final BlockTables tables;
  private final HammingDistanceQuery query;
  private final IndexInput in;
  private double nanos;

  /** Which table each bucket is in, and where. */
  private int[] blocks = FIRST_BLOCKS;

  private long[] ranges;
  private int size;

  SegmentBuckets(LeafReaderContext leaf, BlockTables tables, HammingDistanceQuery query) {
    this.leaf = leaf;
    this.tables = tables;
    this.query = query;
    in = tables.open();
    ranges = new long[query.maxDistance + 1];
  }

  void findOwn() throws IOException {
    for (int i = 0; i < ranges.length; i++) {
      BlockTable table = table(i);
      find(i, table.bucket(table.rotate(query.fingerprint)));
    }
    nanos = CostModel.TABLES.nanos(ranges.length, size);
  }

  /** Where an own bucket holds too many documents, finds others instead. */
  void avoidHot() throws IOException {
    if (isCheap()) {
      return;
    }
    BlockStatistics statistics = tables.statistics(in, query.fingerprint);
    BlockPlan plan = BlockPlan.cheapest(query.maxDistance, statistics, CostModel.TABLES);
    nanos = plan.nanos();
    if (!isCheap()) {
      return;
    }
    blocks = new int[(int) plan.lookups()];
    ranges = new long[blocks.length];
    size = 0;
    int n = 0;
    for (int block = 0; block < BlockLayout.BLOCKS; block++) {
      int values = statistics.lookups(plan.threshold(block));
      for (int i = 0; i < values; i++) {
        blocks[n] = block;
        find(n++, HammingBall.value(tables.prefixBits(), statistics.center(block), i));
      }
    }
  }

  /** Whether it takes little enough time to do it at once. */
  boolean isCheap() {
    return nanos <= HammingDistanceWeight.CHEAP_NANOS;
  }

  private void find(int i, int bucket) throws IOException {
    ranges[i] = table(i).range(in, bucket);
    size += BlockTable.size(ranges[i]);
  }

  private BlockTable table(int i) {
    return tables.byBlock().get(blocks[i]);
  }

  /** The segment's place among the reader's. */
  int ord() {
    return leaf.ord;
  }

  /** Entries in the buckets. */
  int size() {
    return size;
  }

  /**
   * Reads the entries of all buckets.
   *
   * @return the end of what was read
   */
  int readEntries(long[] entries, int from) throws IOException {
    int end = from;
    for (int i = 0; i < ranges.length; i++) {
      int n = BlockTable.size(ranges[i]);
      table(i).seekEntry(in, (int) ranges[i]);
      in.readLongs(entries, end, n);
      end += n;
    }
    return end;
  }

  /** The documents within the distance among entries that were read. */
  Hits hits(long[] entries, int from) throws IOException {
    Candidates candidates = new Candidates();
    int at = from;
    for (int i = 0; i < ranges.length; i++) {
      BlockTable table = table(i);
      int end = at + BlockTable.size(ranges[i]);
      long own = table.entry(table.rotate(query.fingerprint), 0);
      candidates.addWithin(entries, at, end, own, table.fingerprintMask(), query.maxDistance);
      at = end;
    }
    if (candidates.isEmpty()) {
      return NO_HITS;
    }
    Hits hits = new Hits();
    candidates.verify(leaf.reader(), query, in, hits);
    return hits.sort();
  }
}
