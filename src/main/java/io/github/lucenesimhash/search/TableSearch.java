package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.fingerprint.Popcount;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Searches the tables of {@link SimHashPostingsFormat} for one query or many, in one segment or
 * several. A look-up reads the entries of one bucket, a range of a table.
 *
 * <pre>
 * Bound    A bucket holds the documents whose block begins with the same p bits, so the distance of two buckets is at most
 *          that of the blocks. Hence the buckets within the threshold of a block (see BlockPlan) hold every document
 *          whose block is within the threshold. The bits in an entry give a lower bound for the distance of the lane;
 *          the few documents whose bound is within the limit are checked in the doc values.
 * Stages   A window of look-ups is read in three stages: the bounds of all ranges, then entries of their first three and
 *          last cache lines, then all entries. A read that depends on another one is in a later stage, so the cache misses
 *          of each stage overlap. Addresses are computed one stage ahead.
 * One      For one query, the buckets of a block at one distance from the query's own follow each other, through all
 *          segments. Their entries are compared with the same value and the same limit, in one loop without branches.
 *          Buckets with the same high bits are neighbours in the file, so they share memory pages.
 * Many     For many queries, the look-ups are sorted by bucket. Each table is read once in the order of the file, and each
 *          bucket, or several neighbours together, is compared with all queries that are near it. The distance is divided
 *          evenly among the blocks. Segments whose buckets have the same number of bits are searched together. If all this
 *          costs more than single searches, as for few queries, or finds too many candidates, no hits are returned.
 * </pre>
 */
final class TableSearch {

  private static final int WINDOW = 128;

  /** The maximum number of entries that are compared at a time. */
  private static final int BUFFER = 1024;

  private static final int LINE_BYTES = 64;

  /** The number of cache lines of a range that are read ahead. */
  private static final int LINES = 4;

  /** The number of bits of a pair that hold the distance; the other bits hold the query. */
  private static final int DISTANCE_BITS = 5;

  /** The pairs of a single query, one for each distance. */
  private static final int[] PAIRS_OF_ONE = IntStream.rangeClosed(0, Blocks.BLOCK_BITS).toArray();

  private static final int MAX_PAIRS =
      1 << 25; // in all blocks together, though only the pairs of one block are held at a time
  private static final int MAX_CANDIDATES = 1 << 20; // of many queries in one segment: 8 MB

  private static final double PLAN_NANOS = 1_000; // to plan the search of one query by itself
  private static final double BUCKET_NANOS = 65; // to look up one bucket for one query
  private static final double COUNT_NANOS = 1.5; // to count one query that is near a run
  private static final double RUN_NANOS = 95; // to read one run for all queries
  private static final double ENTRY_NANOS = 0.3; // to read one entry of a run
  private static final double PAIR_NANOS = 5; // to compare one query with one run

  private final Fingerprint[] queries;
  private final int blocks;

  /**
   * The lane of each query that contains a block, by block and query, rotated so that the block
   * comes first.
   */
  private final long[] rotated;

  /**
   * The segment of each run. A run is a sequence of look-ups in one table that are compared with
   * the same queries.
   */
  private final TableSegment[] segments;

  private final BlockTable[] tables;
  private final int[] limits; // the maximum distance within the lane of the block

  /** The range of the pairs of each run. A pair is a query and its distance from the run's bits. */
  private final int[] firstPairs;

  private final int[] lastPairs;
  private int[] pairs;

  /** The end of each run in the window, and the end of its entries in the buffer. */
  private final int[] runEnds;

  private final int[] entryEnds;
  private int runs;

  /** The window: the bounds of the range of each look-up. */
  private final long[] ranges;

  /** The file pointers of the cache lines that the window reads ahead. */
  private final long[] lines;

  private int lookups;
  private long[] entries = {};
  private boolean areTooMany; // whether the candidates are too many to hold

  /** The sum of the prefetched entries, which keeps the JIT from removing the loads. */
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  private TableSearch(Fingerprint[] queries, long[] rotated, long lookups) {
    this.queries = queries;
    this.rotated = rotated;
    blocks = rotated.length / queries.length;
    pairs = queries.length == 1 ? PAIRS_OF_ONE : new int[0];
    int window = (int) Math.min(WINDOW, lookups);
    segments = new TableSegment[window];
    tables = new BlockTable[window];
    limits = new int[window];
    firstPairs = new int[window];
    lastPairs = new int[window];
    runEnds = new int[window];
    entryEnds = new int[window];
    ranges = new long[window];
    lines = new long[LINES * window];
  }

  /** Searches one query with the plan of each segment, and returns the hits of each segment. */
  static Hits[] search(HammingDistanceQuery query, List<TableSegment> segments) throws IOException {
    long lookups = 0;
    int most = -1;
    for (TableSegment segment : segments) {
      lookups += segment.plan().lookups();
      for (int block = 0; block < query.rotated.length; block++) {
        most = Math.max(most, segment.plan().threshold(block));
      }
    }
    Fingerprint[] one = {query.fingerprint};
    TableSearch search = new TableSearch(one, query.rotated, lookups);
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
      hits[i] = segments.get(i).verified(one, query.maxDistance)[0];
    }
    return hits;
  }

  /**
   * Searches many queries in several segments.
   *
   * @param queries the fingerprints to look for, up to 4,096 of one width
   * @return hits by segment and query; null for a segment in which each query must be searched by
   *     itself
   */
  static Hits[][] search(Fingerprint[] queries, int maxDistance, List<TableSegment> segments)
      throws IOException {
    int blocks = queries[0].lanes() * Blocks.IN_LANE;
    BlockPlan plan = BlockPlan.even(maxDistance, blocks);
    long[] rotated = new long[blocks * queries.length];
    for (int i = 0; i < queries.length; i++) {
      long[] own = BlockTable.rotated(queries[i]);
      for (int block = 0; block < blocks; block++) {
        rotated[block * queries.length + i] = own[block];
      }
    }
    Hits[][] hits = new Hits[segments.size()][];
    for (List<TableSegment> alike :
        segments.stream()
            .collect(Collectors.groupingBy(segment -> segment.tables.prefixBits()))
            .values()) {
      TableSearch search = new TableSearch(queries, rotated, WINDOW);
      if (search.searchAlike(alike, plan)) {
        for (TableSegment segment : alike) {
          hits[segments.indexOf(segment)] = segment.verified(queries, maxDistance);
        }
      }
    }
    return hits;
  }

  /**
   * Searches all queries in segments whose buckets have the same number of bits. Returns false if
   * single searches would be faster, or if there are too many candidates to hold.
   */
  private boolean searchAlike(List<TableSegment> alike, BlockPlan plan) throws IOException {
    int bits = runBits(alike, plan);
    for (int block = 0; block < blocks && bits > 0 && !areTooMany; block++) {
      if (plan.threshold(block) >= 0) {
        searchAlike(alike, plan, block, bits);
      }
    }
    return bits > 0 && !areTooMany;
  }

  /** Searches all queries in the tables of one block, run after run. */
  private void searchAlike(List<TableSegment> alike, BlockPlan plan, int block, int bits)
      throws IOException {
    int[] ends = findPairs(block, bits, Math.min(bits, plan.threshold(block)));
    for (int run = 0, pair = 0; run < ends.length && !areTooMany; pair = ends[run++]) {
      if (pair < ends[run]) {
        for (TableSegment segment : alike) {
          lookUp(segment, segment.tables.table(block), run, bits);
          addRun(segment, segment.tables.table(block), plan, pair, ends[run]);
        }
      }
    }
    finishWindow();
  }

  /**
   * Returns the number of leading bits that the buckets of a run should share for the lowest cost,
   * or 0 if single searches cost less.
   */
  private int runBits(List<TableSegment> alike, BlockPlan plan) {
    int prefixBits = alike.getFirst().tables.prefixBits();
    double documents = alike.stream().mapToDouble(TableSegment::documents).sum();
    double buckets = pairs(plan, prefixBits);
    double least =
        alike.size() * (queries.length * PLAN_NANOS + buckets * BUCKET_NANOS)
            + buckets * documents / (1 << prefixBits) * ENTRY_NANOS;
    int best = 0;
    for (int bits = 1; bits <= prefixBits; bits++) {
      double entries = documents / (1 << bits);
      double runs = (double) blocks * (1 << bits);
      double pairs = pairs(plan, bits);
      double nanos =
          runs * COUNT_NANOS
              + Math.min(pairs, runs) * (alike.size() * RUN_NANOS + entries * ENTRY_NANOS)
              + pairs * (PAIR_NANOS + entries * Popcount.nanos());
      if (nanos < least && pairs < MAX_PAIRS) {
        least = nanos;
        best = bits;
      }
    }
    return best;
  }

  /**
   * Returns the number of pairs of a query and a run of the given number of bits that are near each
   * other.
   */
  private double pairs(BlockPlan plan, int bits) {
    long pairs = 0;
    for (int block = 0; block < blocks; block++) {
      pairs += HammingBall.size(bits, Math.min(bits, plan.threshold(block)));
    }
    return (double) pairs * queries.length;
  }

  /**
   * Finds the queries that are near each run of a block. Returns the end of the pairs of each run.
   */
  private int[] findPairs(int block, int bits, int threshold) {
    int[] ends = new int[1 << bits];
    int[] centers = new int[queries.length];
    int ball = HammingBall.size(bits, threshold);
    for (int query = 0; query < queries.length; query++) {
      centers[query] = (int) (rotated[block * queries.length + query] >>> (Long.SIZE - bits));
      for (int i = 0; i < ball; i++) {
        ends[HammingBall.value(bits, centers[query], i)]++;
      }
    }
    int next = 0;
    for (int run = 0; run < ends.length; run++) {
      int n = ends[run];
      ends[run] = next;
      next += n;
    }
    pairs = ArrayUtil.growNoCopy(pairs, next);
    for (int query = 0; query < queries.length; query++) {
      for (int radius = 0, i = 0; radius <= threshold; radius++) {
        for (int to = HammingBall.size(bits, radius); i < to; i++) {
          int run = HammingBall.value(bits, centers[query], i);
          pairs[ends[run]++] = query << DISTANCE_BITS | radius;
        }
      }
    }
    return ends;
  }

  /** Adds all buckets at a given distance from the query's own bucket to the window. */
  private void lookUp(TableSegment segment, BlockTable table, int radius) throws IOException {
    int bits = table.prefixBits();
    int center = table.bucket(rotated[table.block()]);
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
      addRun(segment, table, segment.plan(), radius, radius + 1);
    }
  }

  /** Adds all buckets of a run to the window. */
  private void lookUp(TableSegment segment, BlockTable table, int run, int bits)
      throws IOException {
    if (lookups == ranges.length) {
      finishWindow();
    }
    int bucketBits = table.prefixBits() - bits;
    ranges[lookups++] = table.bounds(segment.random, run << bucketBits, (run + 1) << bucketBits);
  }

  /** Makes a run of the look-ups that were added last. */
  private void addRun(TableSegment segment, BlockTable table, BlockPlan plan, int first, int last) {
    segments[runs] = segment;
    tables[runs] = table;
    limits[runs] = plan.limit(table.block());
    firstPairs[runs] = first;
    lastPairs[runs] = last;
    runEnds[runs++] = lookups;
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
          compareLarge(run, ranges[i]);
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

  /** Compares the entries of a range that is too large for the buffer. */
  private void compareLarge(int run, long range) throws IOException {
    tables[run].seekEntry(segments[run].in, (int) range);
    for (int rest = BlockTable.size(range); rest > 0; rest -= entries.length) {
      entryEnds[run] = Math.min(entries.length, rest);
      segments[run].in.readLongs(entries, 0, entryEnds[run]);
      compare(run, run + 1, entryEnds[run]);
    }
  }

  /** Checks the bounds of ranges and locates their cache lines. Returns the number of entries. */
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

  /** Grows the buffer only as far as needed, because a new array must be cleared. */
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

  /** Prefetches runs of one look-up each. Starting a loop would take longer than its four reads. */
  private long prefetchEach() throws IOException {
    long sum = 0;
    for (int run = 0, i = 0; run < runs; run++, i += LINES) {
      RandomAccessInput in = segments[run].random;
      sum += in.readLong(lines[i]) + in.readLong(lines[i + 1]);
      sum += in.readLong(lines[i + 2]) + in.readLong(lines[i + 3]);
    }
    return sum;
  }

  /**
   * Returns whether the entries of two runs can be compared in one loop, with the same queries and
   * limit.
   */
  private boolean isLike(int a, int b) {
    return firstPairs[a] == firstPairs[b]
        && limits[a] == limits[b]
        && tables[a].block() == tables[b].block()
        && tables[a].prefixBits() == tables[b].prefixBits();
  }

  /** Compares the entries of some runs with each query that is near them. */
  private void compare(int first, int to, int filled) {
    if (filled == 0) {
      return;
    }
    long mask = -1;
    for (int run = first; run < to; run++) {
      mask &= tables[run].fingerprintMask();
    }
    int lanes = tables[first].block() * queries.length;
    for (int i = firstPairs[first]; i < lastPairs[first] && !areTooMany; i++) {
      int query = pairs[i] >>> DISTANCE_BITS;
      int limit = limits[first] - (pairs[i] & ((1 << DISTANCE_BITS) - 1));
      long wanted = rotated[lanes + query] << tables[first].prefixBits();
      if (isAnyWithin(filled, wanted, mask, limit)) {
        int from = 0;
        for (int run = first; run < to; run++) {
          int size = segments[run].addWithin(entries, from, entryEnds[run], wanted, limit, query);
          areTooMany |= size > MAX_CANDIDATES && queries.length > 1;
          from = entryEnds[run];
        }
      }
    }
  }

  /**
   * Returns whether any entry is within the limit. The JIT vectorizes the loop, because it only
   * takes minimums.
   */
  private boolean isAnyWithin(int n, long wanted, long mask, int limit) {
    long[] compared = entries;
    int nearest = Long.SIZE;
    for (int i = 0; i < n; i++) {
      nearest = Math.min(nearest, Long.bitCount((compared[i] ^ wanted) & mask));
    }
    return nearest <= limit;
  }
}
