package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * A search of one or several segments through the tables of {@link SimHashPostingsFormat}: one
 * stream of look-ups, each a bucket of a table of a segment.
 *
 * <pre>
 * Bound    A bucket is the block's first p bits, so its distance from the query's is at most the block's: the buckets
 *          within a block's threshold (BlockPlan) hold every document whose block is. What an entry holds of the
 *          fingerprint gives a lower bound of the distance; the few documents that pass it are verified.
 * Stages   For a window of look-ups first the bounds of all buckets are read, then an entry of each cache line of all
 *          buckets, then all entries: waits for memory that depend on each other lie far apart, the others overlap.
 * Order    Buckets of one block at one distance from the query's follow one another, through all segments: their
 *          entries are compared with the same value and the same limit, in one loop without branches. Those with the
 *          same high bits are neighbours in the file, so that they share memory pages.
 * </pre>
 */
final class TableSearch {

  private static final int WINDOW = 64;

  /** Entries that are compared at a time. */
  private static final int BUFFER = 1024;

  private static final int LINE_BYTES = 64;

  /** One segment's tables, opened for one thread and one query. */
  static final class Segment {

    private final LeafReader reader;
    private final BlockTables tables;
    private final HammingDistanceQuery query;
    private final IndexInput in;
    private final RandomAccessInput random;
    private BlockPlan plan;

    /** Documents that the entries do not exclude, some more than once. */
    private int[] candidates = {};

    private int size;

    Segment(LeafReader reader, BlockTables tables, HammingDistanceQuery query) throws IOException {
      this.reader = reader;
      this.tables = tables;
      this.query = query;
      in = tables.open();
      random = BlockTables.random(in);
    }

    BlockPlan plan() throws IOException {
      if (plan == null) {
        int[] own = new int[Blocks.BLOCKS];
        int[] centers = new int[Blocks.BLOCKS];
        for (int block = 0; block < Blocks.BLOCKS; block++) {
          BlockTable table = tables.table(block);
          centers[block] = center(table);
          own[block] = BlockTable.size(table.range(random, centers[block]));
        }
        plan =
            BlockPlan.cheapest(
                query.maxDistance,
                new BlockPlan.Statistics(
                    tables.prefixBits(), tables.size(), own, centers, tables.frequent()),
                BlockPlan.Costs.TABLES);
      }
      return plan;
    }

    int documents() {
      return tables.size();
    }

    int buckets() {
      return 1 << tables.prefixBits();
    }

    private long wanted(BlockTable table) {
      return table.entry(table.rotate(query.fingerprint), 0);
    }

    private int center(BlockTable table) {
      return table.bucket(table.rotate(query.fingerprint));
    }

    private void addWithin(long[] entries, int from, int to, long wanted, int limit) {
      long mask = tables.fingerprintMask();
      for (int i = from; i < to; i++) {
        if (Long.bitCount((entries[i] ^ wanted) & mask) <= limit) {
          candidates = ArrayUtil.grow(candidates, size + 1);
          candidates[size++] = (int) (entries[i] & ~mask);
        }
      }
    }

    /** The candidates that the doc values confirm. */
    private Hits verified() throws IOException {
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
      NumericDocValues values = reader.getNumericDocValues(query.field);
      long[] fingerprints = new long[distinct];
      values.longValues(distinct, candidates, fingerprints, 0);
      for (int i = 0; i < distinct; i++) {
        int distance = Fingerprint.distance(fingerprints[i], query.fingerprint);
        if (distance <= query.maxDistance) {
          hits.add(candidates[i], distance);
        }
      }
      return hits;
    }
  }

  /** Look-ups of one table at one distance from the query's bucket. */
  private static final class Part {
    Segment segment;
    BlockTable table;
    int limit;
    long wanted;

    /** Where its look-ups end in the window, and its entries in the buffer. */
    int end;

    int entriesEnd;
  }

  private final HammingDistanceQuery query;
  private final long[] ranges;
  private final Part[] parts;
  private int lookups;
  private int size;
  private long[] entries;

  /** Sum of entries, so that loads are not left out as useless. */
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  private TableSearch(HammingDistanceQuery query, long lookups, long candidates) {
    this.query = query;
    ranges = new long[(int) Math.min(WINDOW, lookups)];
    parts = new Part[ranges.length];
    entries = new long[Math.clamp(candidates * 3 / 2 + 32, 64, BUFFER)];
  }

  /** The hits of each segment, by block values as each one's plan says. */
  static Hits[] search(HammingDistanceQuery query, List<Segment> segments) throws IOException {
    long lookups = 0;
    long candidates = 0;
    int most = -1;
    for (Segment segment : segments) {
      lookups += segment.plan().lookups();
      candidates += segment.plan().candidates();
      for (int block = 0; block < Blocks.BLOCKS; block++) {
        most = Math.max(most, segment.plan().threshold(block));
      }
    }
    TableSearch search = new TableSearch(query, lookups, candidates);
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      for (int radius = 0; radius <= most; radius++) {
        for (Segment segment : segments) {
          if (radius <= segment.plan().threshold(block)) {
            search.lookUp(segment, segment.tables.table(block), radius);
          }
        }
      }
    }
    search.finishWindow();
    Hits[] hits = new Hits[segments.size()];
    for (int i = 0; i < hits.length; i++) {
      hits[i] = segments.get(i).verified();
    }
    return hits;
  }

  /** The hits of a segment, from every entry of one table in the order of the file. */
  static Hits scan(HammingDistanceQuery query, Segment segment) throws IOException {
    BlockTable table = segment.tables.table(0);
    TableSearch search = new TableSearch(query, 1, BUFFER);
    int center = segment.center(table);
    long wanted = segment.wanted(table);
    for (int bucket = 0; bucket < table.buckets(); bucket++) {
      int limit = query.maxDistance - Integer.bitCount(bucket ^ center);
      if (limit >= 0) {
        search.compare(segment, table, table.range(segment.random, bucket), wanted, limit);
      }
    }
    return segment.verified();
  }

  /** Adds the buckets at a distance from the query's own to the window. */
  private void lookUp(Segment segment, BlockTable table, int radius) throws IOException {
    int bits = table.prefixBits();
    int center = segment.center(table);
    int from = HammingBall.size(bits, radius - 1);
    int to = HammingBall.size(bits, radius);
    while (from < to) {
      if (lookups == ranges.length) {
        finishWindow();
      }
      int n = Math.min(to - from, ranges.length - lookups);
      RandomAccessInput in = segment.random;
      for (int i = 0; i < n; i++) {
        long bucket = HammingBall.value(bits, center, from + i);
        ranges[lookups + i] = in.readLong(table.offsets() + bucket * Integer.BYTES);
      }
      lookups += n;
      from += n;
      Part part = parts[size];
      if (part == null) {
        part = new Part();
        parts[size] = part;
      }
      size++;
      part.segment = segment;
      part.table = table;
      part.limit = query.maxDistance - radius;
      part.wanted = segment.wanted(table);
      part.end = lookups;
    }
  }

  private void finishWindow() throws IOException {
    prefetch();
    int i = 0;
    int first = 0;
    int filled = 0;
    for (int p = 0; p < size; p++) {
      Part part = parts[p];
      if (p > first && !isLike(parts[first], part)) {
        compare(first, p, filled);
        first = p;
        filled = 0;
      }
      for (; i < part.end; i++) {
        int n = BlockTable.size(ranges[i]);
        if (filled + n > BUFFER) {
          part.entriesEnd = filled;
          compare(first, p + 1, filled);
          first = p;
          filled = 0;
        }
        if (n > BUFFER) {
          compare(part.segment, part.table, ranges[i], part.wanted, part.limit);
        } else if (n > 0) {
          entries = ArrayUtil.grow(entries, filled + n);
          part.table.seekEntry(part.segment.in, (int) ranges[i]);
          part.segment.in.readLongs(entries, filled, n);
          filled += n;
        }
      }
      part.entriesEnd = filled;
    }
    compare(first, size, filled);
    size = 0;
    lookups = 0;
  }

  /** Whether entries are compared with the same value, but for the last bits that have no room. */
  private static boolean isLike(Part a, Part b) {
    return a.limit == b.limit
        && a.table.block() == b.table.block()
        && a.table.prefixBits() == b.table.prefixBits();
  }

  private void prefetch() throws IOException {
    long sum = 0;
    int i = 0;
    for (int p = 0; p < size; p++) {
      Part part = parts[p];
      RandomAccessInput in = part.segment.random;
      long start = part.table.entries();
      for (; i < part.end; i++) {
        int from = (int) part.table.checked(ranges[i], in);
        int to = (int) (ranges[i] >>> Integer.SIZE);
        if (to - from <= BUFFER) {
          long end = start + (long) to * Long.BYTES;
          for (long at = start + (long) from * Long.BYTES; at < end; at += LINE_BYTES) {
            sum += in.readLong(at);
          }
        }
      }
    }
    prefetched = sum;
  }

  /** Compares the entries of parts that are alike. */
  private void compare(int first, int to, int filled) {
    if (filled == 0) {
      return;
    }
    Part like = parts[first];
    long mask = -1;
    for (int p = first; p < to; p++) {
      mask &= parts[p].segment.tables.fingerprintMask();
    }
    if (isAnyWithin(filled, like.wanted, mask, like.limit)) {
      int from = 0;
      for (int p = first; p < to; p++) {
        Part part = parts[p];
        part.segment.addWithin(entries, from, part.entriesEnd, part.wanted, part.limit);
        from = part.entriesEnd;
      }
    }
  }

  /** Compares the entries of one bucket of any size. */
  private void compare(Segment segment, BlockTable table, long range, long wanted, int limit)
      throws IOException {
    entries = ArrayUtil.growNoCopy(entries, BUFFER);
    table.seekEntry(segment.in, (int) range);
    for (int rest = BlockTable.size(range); rest > 0; rest -= BUFFER) {
      int n = Math.min(BUFFER, rest);
      segment.in.readLongs(entries, 0, n);
      if (isAnyWithin(n, wanted, segment.tables.fingerprintMask(), limit)) {
        segment.addWithin(entries, 0, n, wanted, limit);
      }
    }
  }

  private boolean isAnyWithin(int n, long wanted, long mask, int limit) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      count += (Long.bitCount((entries[i] ^ wanted) & mask) - limit - 1) >>> 31;
    }
    return count > 0;
  }
}
