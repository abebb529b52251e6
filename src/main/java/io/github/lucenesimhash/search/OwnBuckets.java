package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * The buckets of a query's own first blocks, in the tables of several segments.
 *
 * <pre>
 * Bound   A document within k bits of the query, k from 0 to 3, has one of the query's first k + 1 blocks.
 * Proof   A document that has none of them differs in each, so in k + 1 bits or more.
 * Cost    A look waits for memory twice: for the bucket's bounds, and for its entries. First the bounds of all
 *         segments are read, then the first and the last entry of each small bucket, so the waits overlap. Then all
 *         entries are copied, those of the same block next to each other, and one loop compares these: 10 segments
 *         of 1M documents took 10.2 us within 3 bits, and 13.1 with an object for each segment that compared its
 *         entries itself (SearchBench, p50 of five starts in turns, on a busy machine).
 * </pre>
 */
final class OwnBuckets {

  /** Entries of several segments that are copied before any is compared. */
  private static final int MAX_ENTRIES = 4096;

  private final HammingDistanceQuery query;
  private final int blocks;
  private final int capacity;

  /** Null where a segment was dropped. */
  private final LeafReaderContext[] leaves;

  /** Entries in the buckets. */
  private final int[] sizes;

  private final BlockTables[] tables;
  private final IndexInput[] ins;

  /** Where the buckets are in their tables: of block 0 in all segments, of block 1, ... */
  private final long[] ranges;

  /** Segments. */
  private int size;

  /** Touched entries, so that the loads are not left out as useless. */
  long touched;

  OwnBuckets(HammingDistanceQuery query, int capacity) {
    this.query = query;
    this.capacity = capacity;
    blocks = query.maxDistance + 1;
    leaves = new LeafReaderContext[capacity];
    sizes = new int[capacity];
    tables = new BlockTables[capacity];
    ins = new IndexInput[capacity];
    ranges = new long[blocks * capacity];
  }

  /** Adds a segment. */
  void add(LeafReaderContext leaf, BlockTables added) {
    leaves[size] = leaf;
    tables[size] = added;
    ins[size++] = added.open();
  }

  /**
   * Finds the buckets of all segments; all were opened before, or that would keep the waits apart.
   */
  void find() throws IOException {
    for (int s = 0; s < size; s++) {
      RandomAccessInput random = BlockTables.random(ins[s]);
      for (int block = 0; block < blocks; block++) {
        BlockTable table = tables[s].table(block);
        int bucket = table.bucket(table.rotate(query.fingerprint));
        ranges[block * capacity + s] = table.range(random, bucket);
      }
    }
  }

  /** Drops the segments whose buckets hold too many documents, and plans for each to use others. */
  List<SegmentBuckets> dropHot() throws IOException {
    List<SegmentBuckets> dropped = new ArrayList<>(0);
    for (int s = 0; s < size; s++) {
      for (int block = 0; block < blocks; block++) {
        sizes[s] += BlockTable.size(ranges[block * capacity + s]);
      }
      if (CostModel.TABLES.nanos(blocks, sizes[s]) > HammingDistanceWeight.CHEAP_NANOS) {
        dropped.add(new SegmentBuckets(leaves[s], tables[s], ins[s], query));
        leaves[s] = null;
        sizes[s] = 0;
        for (int block = 0; block < blocks; block++) {
          ranges[block * capacity + s] = 0;
        }
      }
    }
    return dropped;
  }

  /** Has the entries of all buckets brought near. */
  void touch() throws IOException {
    long sum = 0;
    for (int s = 0; s < size; s++) {
      RandomAccessInput random = BlockTables.random(ins[s]);
      for (int block = 0; block < blocks; block++) {
        sum += tables[s].table(block).touch(random, ranges[block * capacity + s]);
      }
    }
    touched = sum;
  }

  /**
   * Searches all segments.
   *
   * @param found takes the hits of each by its number
   */
  void search(Hits[] found) throws IOException {
    Candidates[] candidates = new Candidates[size];
    for (int next = 0; next < size; ) {
      int first = next++;
      int entries = sizes[first];
      while (next < size
          && tables[next].isLike(tables[first])
          && entries + sizes[next] <= MAX_ENTRIES) {
        entries += sizes[next++];
      }
      compare(first, next, candidates);
    }
    for (int s = 0; s < size; s++) {
      Hits hits = new Hits();
      if (candidates[s] != null && !candidates[s].isEmpty()) {
        candidates[s].verify(leaves[s].reader(), query, ins[s], hits);
        hits.sort();
      }
      if (leaves[s] != null) {
        found[leaves[s].ord] = hits;
      }
    }
  }

  /** Compares the entries of segments that place the fingerprint's bits alike. */
  private void compare(int from, int to, Candidates[] candidates) throws IOException {
    int all = 0;
    long mask = -1;
    for (int s = from; s < to; s++) {
      all += sizes[s];
      mask &= tables[s].fingerprintMask();
    }
    long[] entries = new long[all];
    int[] ends = new int[blocks];
    int end = 0;
    for (int block = 0; block < blocks; block++) {
      for (int s = from; s < to; s++) {
        long range = ranges[block * capacity + s];
        tables[s].table(block).seekEntry(ins[s], (int) range);
        ins[s].readLongs(entries, end, BlockTable.size(range));
        end += BlockTable.size(range);
      }
      ends[block] = end;
    }
    int at = 0;
    for (int block = 0; block < blocks; at = ends[block++]) {
      long own = own(from, block);
      if (Candidates.isWithin(entries, at, ends[block], own, mask, query.maxDistance)) {
        add(entries, at, block, from, to, candidates);
      }
    }
  }

  private void add(long[] entries, int at, int block, int from, int to, Candidates[] candidates) {
    for (int s = from; s < to; s++) {
      int end = at + BlockTable.size(ranges[block * capacity + s]);
      if (candidates[s] == null) {
        candidates[s] = new Candidates();
      }
      candidates[s].addWithin(
          entries, at, end, own(s, block), tables[s].fingerprintMask(), query.maxDistance);
      at = end;
    }
  }

  private long own(int s, int block) {
    BlockTable table = tables[s].table(block);
    return table.entry(table.rotate(query.fingerprint), 0);
  }
}
