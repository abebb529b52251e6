package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * The tables of one segment, opened by one thread for one search, with the candidates found so far.
 */
final class TableSegment {

  /** The number of bits of a candidate that hold its query; the other bits hold the document. */
  static final int QUERY_BITS = 12;

  private final LeafReader reader;
  private final String field;
  final BlockTables tables;
  final IndexInput in;
  final RandomAccessInput random;

  /** The range of the query's own bucket in each block, for a search of a single query. */
  private final long[] own;

  private BlockPlan plan;

  /** The documents that the entries do not rule out, each with its query, perhaps several times. */
  private long[] candidates = {};

  private int size;

  TableSegment(LeafReader reader, String field, BlockTables tables) throws IOException {
    this.reader = reader;
    this.field = field;
    this.tables = tables;
    own = new long[tables.blocks()];
    in = tables.open();
    random = tables.openRandom();
  }

  /** Reads the range of the query's own bucket in each block, which {@link #choosePlan} needs. */
  void readOwn(HammingDistanceQuery query) throws IOException {
    for (int block = 0; block < own.length; block++) {
      BlockTable table = tables.table(block);
      own[block] = table.range(random, table.bucket(query.rotated[block]));
    }
  }

  /** Chooses the cheapest plan for a query, after {@link #readOwn}. */
  BlockPlan choosePlan(HammingDistanceQuery query) {
    int[] sizes = new int[own.length];
    for (int block = 0; block < own.length; block++) {
      sizes[block] = BlockTable.size(own[block]);
    }
    plan =
        BlockPlan.cheapest(
            query.maxDistance,
            new BlockPlan.Statistics(
                tables.prefixBits(), documents(), sizes, query.rotated, tables.frequent()),
            BlockPlan.Costs.TABLES);
    return plan;
  }

  BlockPlan plan() {
    return plan;
  }

  int documents() {
    return tables.getDocCount();
  }

  /** Returns the range of the query's own bucket in a table. */
  long own(BlockTable table) {
    return own[table.block()];
  }

  /**
   * Adds the entries within a limit of a query to the candidates. Returns the number of candidates.
   */
  int addWithin(long[] entries, int from, int to, long wanted, int limit, int query) {
    long mask = tables.fingerprintMask();
    for (int i = from; i < to; i++) {
      if (Long.bitCount((entries[i] ^ wanted) & mask) <= limit) {
        candidates = ArrayUtil.grow(candidates, size + 1);
        candidates[size++] = (entries[i] & ~mask) << QUERY_BITS | query;
      }
    }
    return size;
  }

  /** Checks the candidates against the doc values, and returns the hits of each query. */
  Hits[] verified(Fingerprint[] queries, int maxDistance) throws IOException {
    Hits[] hits = new Hits[queries.length];
    Arrays.setAll(hits, query -> new Hits());
    if (size == 0) {
      return hits;
    }
    Arrays.sort(candidates, 0, size);
    FingerprintValues values = FingerprintValues.of(reader, field);
    for (int i = 0; i < size; i++) {
      if (i == 0 || candidates[i] != candidates[i - 1]) {
        int doc = (int) (candidates[i] >>> QUERY_BITS);
        if (doc >= reader.maxDoc() || !values.advanceExact(doc)) {
          throw new CorruptIndexException(
              "document " + doc + " of " + reader.maxDoc() + " has no fingerprint", in);
        }
        int query = (int) candidates[i] & ((1 << QUERY_BITS) - 1);
        int distance = values.distance(queries[query]);
        if (distance <= maxDistance) {
          hits[query].add(doc, distance);
        }
      }
    }
    return hits;
  }
}
