package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * A search of one segment through the tables of {@link SimHashPostingsFormat}.
 *
 * <pre>
 * A bucket is the block's first p bits, so its distance from the query's is at most the block's: buckets within a
 * block's threshold hold every document whose block is. Their entries are read in bulk; what an entry holds of the
 * fingerprint gives a lower bound of the distance in a few instructions, and few entries pass it that are not hits.
 * The documents that pass are sorted, each is taken once, and its doc value decides.
 *
 * Two stages    The bounds of up to 64 buckets are read before their entries: independent cache misses overlap.
 * Count first   Entries of a bucket are counted in a loop without branches, which the JIT turns into vector
 *               instructions, and visited one by one only where the count is not 0.
 * </pre>
 */
final class TableSearch implements BlockSearch {

  private static final int BUFFER = 512;
  private static final int STAGE = 64;

  private final LeafReader reader;
  private final String field;
  private final BlockTables tables;
  private final IndexInput in;
  private final long fingerprint;
  private final int maxDistance;
  private final BlockPlan plan;

  private long[] entries = new long[64];
  private int[] candidates = new int[16];
  private int candidateCount;

  TableSearch(
      LeafReader reader, String field, BlockTables tables, long fingerprint, int maxDistance)
      throws IOException {
    this.reader = reader;
    this.field = field;
    this.tables = tables;
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
    in = tables.open();
    int[] own = new int[BlockLayout.BLOCKS];
    int[] centers = new int[BlockLayout.BLOCKS];
    for (BlockTable table : tables.byBlock()) {
      int block = table.block();
      centers[block] = table.bucket(table.rotate(fingerprint));
      long range = table.range(in, centers[block]);
      own[block] = (int) (range >>> Integer.SIZE) - (int) range;
    }
    plan =
        BlockPlan.cheapest(
            maxDistance,
            new BlockStatistics(tables.prefixBits(), tables.size(), own, centers, tables.hot()),
            CostModel.TABLES);
  }

  @Override
  public BlockPlan plan() {
    return plan;
  }

  @Override
  public void collect(Hits hits) throws IOException {
    for (BlockTable table : tables.byBlock()) {
      int radius = plan.threshold(table.block());
      long rotated = table.rotate(fingerprint);
      int center = table.bucket(rotated);
      int size = HammingBall.size(table.prefixBits(), radius);
      int[] buckets = new int[Math.min(STAGE, size)];
      long[] ranges = new long[buckets.length];
      for (int i = 0; i < size; ) {
        int staged = 0;
        for (; staged < buckets.length && i < size; i++, staged++) {
          buckets[staged] = HammingBall.value(table.prefixBits(), center, i);
          ranges[staged] = table.range(in, buckets[staged]);
        }
        for (int s = 0; s < staged; s++) {
          int limit = maxDistance - Integer.bitCount(buckets[s] ^ center);
          check(table, ranges[s], table.entry(rotated, 0), limit);
        }
      }
    }
    verify(hits);
  }

  /** Reads every entry of one table. */
  void collectAll(Hits hits) throws IOException {
    BlockTable table = tables.byBlock().get(0);
    long rotated = table.rotate(fingerprint);
    int center = table.bucket(rotated);
    for (int bucket = 0; bucket < table.buckets(); bucket++) {
      int limit = maxDistance - Integer.bitCount(bucket ^ center);
      check(table, table.range(in, bucket), table.entry(rotated, 0), limit);
    }
    verify(hits);
  }

  private void check(BlockTable table, long range, long query, int limit) throws IOException {
    int end = (int) (range >>> Integer.SIZE);
    int start = (int) range;
    if (limit < 0 || start == end) {
      return;
    }
    table.seekEntry(in, start);
    long mask = table.fingerprintMask();
    for (int n; start < end; start += n) {
      n = Math.min(BUFFER, end - start);
      entries = ArrayUtil.growNoCopy(entries, n);
      in.readLongs(entries, 0, n);
      if (count(entries, n, query, mask, limit) > 0) {
        for (int i = 0; i < n; i++) {
          if (Long.bitCount((entries[i] ^ query) & mask) <= limit) {
            addCandidate(table.doc(entries[i]));
          }
        }
      }
    }
  }

  private static int count(long[] entries, int n, long query, long mask, int limit) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      count += (Long.bitCount((entries[i] ^ query) & mask) - limit - 1) >>> 31;
    }
    return count;
  }

  private void addCandidate(int doc) {
    candidates = ArrayUtil.grow(candidates, candidateCount + 1);
    candidates[candidateCount++] = doc;
  }

  private void verify(Hits hits) throws IOException {
    if (candidateCount == 0) {
      return;
    }
    Arrays.sort(candidates, 0, candidateCount);
    if (candidates[candidateCount - 1] >= reader.maxDoc()) {
      throw new CorruptIndexException(
          "document " + candidates[candidateCount - 1] + " of " + reader.maxDoc(), in);
    }
    int distinct = 1;
    for (int i = 1; i < candidateCount; i++) {
      if (candidates[i] != candidates[i - 1]) {
        candidates[distinct++] = candidates[i];
      }
    }
    NumericDocValues values = reader.getNumericDocValues(field);
    entries = ArrayUtil.growNoCopy(entries, distinct);
    values.longValues(distinct, candidates, entries, 0);
    for (int i = 0; i < distinct; i++) {
      int distance = SimHash.distance(entries[i], fingerprint);
      if (distance <= maxDistance) {
        hits.add(candidates[i], distance);
      }
    }
  }
}
