package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/** One segment's tables, opened for one thread and one query, and the candidates found in them. */
final class TableSegment {

  private final LeafReader reader;
  final BlockTables tables;
  private final HammingDistanceQuery query;
  final IndexInput in;
  final RandomAccessInput random;

  /** The range of the query's bucket of each block. */
  private final long[] own;

  private BlockPlan plan;

  /** Documents that the entries do not exclude, some more than once. */
  private int[] candidates = {};

  private int size;

  TableSegment(LeafReader reader, BlockTables tables, HammingDistanceQuery query)
      throws IOException {
    this.reader = reader;
    this.tables = tables;
    this.query = query;
    own = new long[tables.blocks()];
    in = tables.open();
    random = tables.openRandom();
  }

  /** Reads where the documents with the query's own block values are; {@link #plan} takes it. */
  void readOwn() throws IOException {
    for (int block = 0; block < own.length; block++) {
      BlockTable table = tables.table(block);
      own[block] = table.range(random, center(table));
    }
  }

  BlockPlan plan() {
    if (plan == null) {
      int[] sizes = new int[own.length];
      for (int block = 0; block < own.length; block++) {
        sizes[block] = BlockTable.size(own[block]);
      }
      plan =
          BlockPlan.cheapest(
              query.maxDistance,
              new BlockPlan.Statistics(
                  tables.prefixBits(),
                  tables.getDocCount(),
                  sizes,
                  query.rotated,
                  tables.frequent()),
              BlockPlan.Costs.TABLES);
    }
    return plan;
  }

  int documents() {
    return tables.getDocCount();
  }

  int buckets() {
    return 1 << tables.prefixBits();
  }

  long wanted(BlockTable table) {
    return table.entry(query.rotated[table.block()], 0);
  }

  /** Returns the query's bucket. */
  int center(BlockTable table) {
    return table.bucket(query.rotated[table.block()]);
  }

  /** Returns the range of the query's bucket. */
  long own(BlockTable table) {
    return own[table.block()];
  }

  void addWithin(long[] entries, int from, int to, long wanted, int limit) {
    long mask = tables.fingerprintMask();
    for (int i = from; i < to; i++) {
      if (Long.bitCount((entries[i] ^ wanted) & mask) <= limit) {
        candidates = ArrayUtil.grow(candidates, size + 1);
        candidates[size++] = (int) (entries[i] & ~mask);
      }
    }
  }

  /** The candidates that the doc values confirm. */
  Hits verified() throws IOException {
    Hits hits = new Hits();
    if (size == 0) {
      return hits;
    }
    Arrays.sort(candidates, 0, size);
    if (candidates[size - 1] >= reader.maxDoc()) {
      throw new CorruptIndexException(
          "document " + candidates[size - 1] + " of " + reader.maxDoc(), in);
    }
    int distinct = 1;
    for (int i = 1; i < size; i++) {
      if (candidates[i] != candidates[i - 1]) {
        candidates[distinct++] = candidates[i];
      }
    }
    int[] distances = new int[distinct];
    FingerprintValues.of(reader, query.field)
        .distances(distinct, candidates, distances, query.fingerprint);
    for (int i = 0; i < distinct; i++) {
      if (distances[i] <= query.maxDistance) {
        hits.add(candidates[i], distances[i]);
      }
    }
    return hits;
  }
}
