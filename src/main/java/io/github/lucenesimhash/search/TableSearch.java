package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.store.RandomAccessInput;

/**
 * A search of one or several segments through the tables of {@link SimHashPostingsFormat}: one
 * stream of look-ups, each a bucket of a table of a segment.
 *
 * <pre>
 * Bound    A bucket is the block's first p bits, so its distance from the query's is at most the block's: the buckets
 *          within a block's threshold (BlockPlan) hold every document whose block is. What an entry holds of the
 *          word gives a lower bound of the distance there; the few documents within its limit are verified.
 * Stages   For a window of look-ups first the bounds of all buckets are read, then entries of their first three and
 *          last cache lines, then all entries: waits for memory that depend on each other lie far apart, others overlap.
 *          The fewer instructions lie between two reads, the more of them overlap: so what is read is found a step before.
 * Order    Buckets of one block at one distance from the query's follow one another, through all segments: their
 *          entries are compared with the same value and the same limit, in one loop without branches. Those with the
 *          same high bits are neighbours in the file, so that they share memory pages.
 * </pre>
 */
final class TableSearch {

  private static final int WINDOW = 128;

  /** Entries that are compared at a time, at most. */
  private static final int BUFFER = 1024;

  private static final int LINE_BYTES = 64;

  /** Cache lines of a bucket that are read ahead. */
  private static final int LINES = 4;

  /** Look-ups of one table at one distance from the query's bucket, one after another: a run. */
  private final TableSegment[] segments;

  private final BlockTable[] tables;
  private final int[] limits;

  /** Where each run ends in the window, and its entries in the buffer. */
  private final int[] runEnds;

  private final int[] entryEnds;
  private int runs;

  /** The window: the bounds of each bucket. */
  private final long[] ranges;

  /** File pointers in its cache lines. */
  private final long[] lines;

  private int lookups;
  private long[] entries = {};

  /** Sum of entries, so that loads are not left out as useless. */
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  private TableSearch(long lookups) {
    int window = (int) Math.min(WINDOW, lookups);
    segments = new TableSegment[window];
    tables = new BlockTable[window];
    limits = new int[window];
    runEnds = new int[window];
    entryEnds = new int[window];
    ranges = new long[window];
    lines = new long[LINES * window];
  }

  /** The hits of each segment, by block values as each one's plan says. */
  static Hits[] search(HammingDistanceQuery query, List<TableSegment> segments) throws IOException {
    long lookups = 0;
    int most = -1;
    for (TableSegment segment : segments) {
      lookups += segment.plan().lookups();
      for (int block = 0; block < query.rotated.length; block++) {
        most = Math.max(most, segment.plan().threshold(block));
      }
    }
    TableSearch search = new TableSearch(lookups);
    for (int block = 0; block < query.rotated.length; block++) {
      for (int radius = 0; radius <= most; radius++) {
        for (TableSegment segment : segments) {
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
  static Hits scan(HammingDistanceQuery query, TableSegment segment) throws IOException {
    BlockTable table = segment.tables.table(0);
    TableSearch search = new TableSearch(1);
    int center = segment.center(table);
    for (int bucket = 0; bucket < table.buckets(); bucket++) {
      int limit = query.maxDistance - Integer.bitCount(bucket ^ center);
      if (limit >= 0) {
        search.compareLarge(segment, table, table.range(segment.random, bucket), limit);
      }
    }
    return segment.verified();
  }

  /** Adds the buckets at a distance from the query's own to the window. */
  private void lookUp(TableSegment segment, BlockTable table, int radius) throws IOException {
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
      if (radius == 0) {
        ranges[lookups] = segment.own(table);
      } else {
        for (int i = 0; i < n; i++) {
          long bucket = HammingBall.value(bits, center, from + i);
          ranges[lookups + i] = in.readLong(table.offsets() + bucket * Integer.BYTES);
        }
      }
      from += n;
      lookups += n;
      segments[runs] = segment;
      tables[runs] = table;
      limits[runs] = segment.plan().limit(table.block()) - radius;
      runEnds[runs++] = lookups;
    }
  }

  private void finishWindow() throws IOException {
    long all = 0;
    for (int run = 0, from = 0; run < runs; from = runEnds[run++]) {
      all += locate(segments[run], tables[run], from, runEnds[run]);
    }
    prefetched += runs == lookups ? prefetchEach() : prefetchRuns();
    growBuffer(all);
    int first = 0;
    int filled = 0;
    for (int run = 0, i = 0; run < runs; run++) {
      if (!isLike(first, run)) {
        compare(first, run, filled);
        first = run;
        filled = 0;
      }
      for (; i < runEnds[run]; i++) {
        int n = BlockTable.size(ranges[i]);
        if (filled + n > entries.length) {
          entryEnds[run] = filled;
          compare(first, run + 1, filled);
          first = run;
          filled = 0;
        }
        if (n > entries.length) {
          compareLarge(segments[run], tables[run], ranges[i], limits[run]);
        } else {
          tables[run].seekEntry(segments[run].in, (int) ranges[i]);
          segments[run].in.readLongs(entries, filled, n);
          filled += n;
        }
      }
      entryEnds[run] = filled;
    }
    compare(first, runs, filled);
    runs = 0;
    lookups = 0;
  }

  /** Checks bounds of buckets and finds their cache lines; returns how many entries they have. */
  private long locate(TableSegment segment, BlockTable table, int from, int to) throws IOException {
    long all = 0;
    long wrong = 0;
    for (int i = from; i < to; i++) {
      long start = (int) ranges[i];
      long end = ranges[i] >> Integer.SIZE;
      wrong |= start | (end - start) | (table.size() - end);
      all += end - start;
      long first = table.entries() + start * Long.BYTES;
      long last = table.entries() + Math.max(start, end - 1) * Long.BYTES;
      lines[LINES * i] = first;
      lines[LINES * i + 1] = Math.min(first + LINE_BYTES, last);
      lines[LINES * i + 2] = Math.min(first + 2 * LINE_BYTES, last);
      lines[LINES * i + 3] = last;
    }
    if (wrong < 0) {
      for (int i = from; i < to; i++) {
        table.checked(ranges[i], segment.in);
      }
    }
    return all;
  }

  /** For fewer entries a smaller one: an array is cleared before it is used. */
  private void growBuffer(long compared) {
    int size = (int) Math.min((compared + 1) / 2, BUFFER);
    if (entries.length < size) {
      entries = new long[size];
    }
  }

  private long prefetchRuns() throws IOException {
    long sum = 0;
    for (int run = 0, i = 0; run < runs; run++) {
      RandomAccessInput in = segments[run].random;
      for (int to = LINES * runEnds[run]; i < to; i++) {
        sum += in.readLong(lines[i]);
      }
    }
    return sum;
  }

  /** The same where each run is one look-up: to begin a loop takes longer than its four reads. */
  private long prefetchEach() throws IOException {
    long sum = 0;
    for (int run = 0, i = 0; run < runs; run++, i += LINES) {
      RandomAccessInput in = segments[run].random;
      sum += in.readLong(lines[i]) + in.readLong(lines[i + 1]);
      sum += in.readLong(lines[i + 2]) + in.readLong(lines[i + 3]);
    }
    return sum;
  }

  /** Whether entries are compared with the same value, but for the last bits that have no room. */
  private boolean isLike(int a, int b) {
    return limits[a] == limits[b]
        && tables[a].block() == tables[b].block()
        && tables[a].prefixBits() == tables[b].prefixBits();
  }

  private void compare(int first, int to, int filled) {
    if (filled == 0) {
      return;
    }
    long mask = -1;
    for (int run = first; run < to; run++) {
      mask &= tables[run].fingerprintMask();
    }
    long wanted = segments[first].wanted(tables[first]);
    if (isAnyWithin(filled, wanted, mask, limits[first])) {
      int from = 0;
      for (int run = first; run < to; run++) {
        long own = segments[run].wanted(tables[run]);
        segments[run].addWithin(entries, from, entryEnds[run], own, limits[run]);
        from = entryEnds[run];
      }
    }
  }

  /** Compares the entries of one bucket of any size. */
  private void compareLarge(TableSegment segment, BlockTable table, long range, int limit)
      throws IOException {
    long wanted = segment.wanted(table);
    growBuffer(BlockTable.size(range));
    table.seekEntry(segment.in, (int) range);
    for (int rest = BlockTable.size(range); rest > 0; rest -= entries.length) {
      int n = Math.min(entries.length, rest);
      segment.in.readLongs(entries, 0, n);
      if (isAnyWithin(n, wanted, segment.tables.fingerprintMask(), limit)) {
        segment.addWithin(entries, 0, n, wanted, limit);
      }
    }
  }

  private boolean isAnyWithin(int n, long wanted, long mask, int limit) {
    long[] compared = entries;
    int count = 0;
    for (int i = 0; i < n; i++) {
      count += (Long.bitCount((compared[i] ^ wanted) & mask) - limit - 1) >>> 31;
    }
    return count > 0;
  }
}
