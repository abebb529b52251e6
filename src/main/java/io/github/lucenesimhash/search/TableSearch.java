package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * A search of one segment through the tables of {@link SimHashPostingsFormat}.
 *
 * <pre>
 * A bucket is the block's first p bits, so its distance from the query's is at most the block's: buckets within a
 * block's threshold hold every document whose block is. Their entries are read in bulk; what an entry holds of the
 * fingerprint gives a lower bound of the distance in a few instructions, and few entries pass it that are not hits.
 *
 * Stages   The bounds of up to 64 buckets are read before their entries, an entry of each cache line before all
 *          entries, and the entries of many buckets before they are checked: independent cache misses overlap. 10M
 *          documents, a quarter under one value, took 120 us within 10 bits, and 141 without the cache lines (p50).
 * </pre>
 */
final class TableSearch implements BlockSearch {

  private static final int BUFFER = 1024;
  private static final int STAGE = 64;

  /** To go on to the next bucket of a scan: 100,000 documents in 16,384 buckets took 0.6 ms. */
  private static final double BUCKET_NANOS = 30;

  private final LeafReader reader;
  private final HammingDistanceQuery query;
  private final BlockTables tables;
  private final IndexInput in;
  private final RandomAccessInput random;
  private final BlockStatistics statistics;
  private final BlockPlan plan;

  /** The query's bits where an entry of each table has its own. */
  private final long[] wanted = new long[Blocks.BLOCKS];

  private final long mask;

  private final BlockTable[] stagedTables;
  private final long[] stagedRanges;
  private final int[] stagedLimits;
  private int staged;

  /** Then the processor reads ahead by itself. */
  private boolean inFileOrder;

  /** Entries of cache lines, so that the loads are not left out as useless. */
  long touched;

  private long[] entries;
  private final Candidates candidates = new Candidates();

  TableSearch(LeafReader reader, BlockTables tables, HammingDistanceQuery query)
      throws IOException {
    this.reader = reader;
    this.tables = tables;
    this.query = query;
    in = tables.open();
    random = BlockTables.random(in);
    mask = tables.byBlock().get(0).fingerprintMask();
    for (BlockTable table : tables.byBlock()) {
      wanted[table.block()] = table.entry(table.rotate(query.fingerprint), 0);
    }
    statistics = tables.statistics(random, query.fingerprint);
    plan = BlockPlan.cheapest(query.maxDistance, statistics, CostModel.TABLES);
    entries = new long[Math.clamp(plan.candidates() * 3 / 2 + 32, 64, BUFFER)];
    int stage = (int) Math.min(STAGE, plan.lookups());
    stagedTables = new BlockTable[stage];
    stagedRanges = new long[stage];
    stagedLimits = new int[stage];
  }

  @Override
  public BlockPlan plan() {
    return plan;
  }

  /** Estimated time of {@link #collectAll}. */
  double scanNanos() {
    return tables.byBlock().get(0).buckets() * BUCKET_NANOS
        + tables.size() * CostModel.TABLES.scan();
  }

  @Override
  public void collect(Hits hits) throws IOException {
    for (BlockTable table : tables.byBlock()) {
      int center = statistics.center(table.block());
      int size = statistics.lookups(plan.threshold(table.block()));
      for (int i = 0; i < size; i++) {
        stage(table, HammingBall.value(table.prefixBits(), center, i));
      }
    }
    checkStaged();
    candidates.verify(reader, query, in, hits);
  }

  /** Reads every entry of one table. */
  void collectAll(Hits hits) throws IOException {
    BlockTable table = tables.byBlock().get(0);
    inFileOrder = true;
    for (int bucket = 0; bucket < table.buckets(); bucket++) {
      stage(table, bucket);
    }
    checkStaged();
    candidates.verify(reader, query, in, hits);
  }

  private void stage(BlockTable table, int bucket) throws IOException {
    int limit = query.maxDistance - Integer.bitCount(bucket ^ statistics.center(table.block()));
    if (limit < 0) {
      return;
    }
    if (staged == stagedTables.length) {
      checkStaged();
    }
    stagedTables[staged] = table;
    stagedLimits[staged] = limit;
    stagedRanges[staged++] = table.range(random, bucket);
  }

  private void touchStaged() throws IOException {
    long sum = 0;
    for (int i = 0; i < staged; i++) {
      if (stagedSize(i) <= BUFFER) {
        sum += stagedTables[i].touchLines(random, stagedRanges[i]);
      }
    }
    touched = sum;
  }

  private void checkStaged() throws IOException {
    if (!inFileOrder) {
      touchStaged();
    }
    for (int next = 0; next < staged; ) {
      int first = next;
      int filled = 0;
      for (int n; next < staged && filled + (n = stagedSize(next)) <= BUFFER; next++) {
        if (n > 0) {
          entries = ArrayUtil.grow(entries, filled + n);
          stagedTables[next].seekEntry(in, (int) stagedRanges[next]);
          in.readLongs(entries, filled, n);
          filled += n;
        }
      }
      if (next == first) {
        checkLarge(next++);
      } else {
        int at = 0;
        for (int i = first; i < next; at += stagedSize(i), i++) {
          check(stagedTables[i], at, stagedSize(i), stagedLimits[i]);
        }
      }
    }
    staged = 0;
  }

  private int stagedSize(int i) {
    return BlockTable.size(stagedRanges[i]);
  }

  /** Checks a bucket that is larger than the buffer. */
  private void checkLarge(int i) throws IOException {
    entries = ArrayUtil.growNoCopy(entries, BUFFER);
    stagedTables[i].seekEntry(in, (int) stagedRanges[i]);
    for (int rest = stagedSize(i); rest > 0; rest -= BUFFER) {
      int n = Math.min(BUFFER, rest);
      in.readLongs(entries, 0, n);
      check(stagedTables[i], 0, n, stagedLimits[i]);
    }
  }

  private void check(BlockTable table, int from, int n, int limit) {
    candidates.addWithin(entries, from, from + n, wanted[table.block()], mask, limit);
  }
}
