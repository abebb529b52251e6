package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Looks for many fingerprints at once in the tables of one segment.
 *
 * <pre>
 * A run is the buckets whose first r bits are the same: they are consecutive in the file.
 *
 * Bound   A document within k bits has a block within its threshold (BlockPlan), here shared out evenly, in a word within
 *         its limit; so one of its runs is within that threshold of the fingerprint's own.
 * Order   Each table is read once, run after run, and each run is compared with all fingerprints that it is near to:
 *         no waits for memory, and one long loop instead of many short ones.
 * Cost    At 10 bits and 1M documents 290 runs of 122 entries a fingerprint, in the order of the file; a search of its
 *         own looks into 428 buckets, in any order.
 * </pre>
 */
final class BatchSearch {

  private static final int MAX_CANDIDATES = 1 << 20; // 8 MB; with more, better one by one
  private static final int BUFFER = 4096;
  private static final int MAX_RUN_BITS = 14;

  private static final double PAIR_NANOS = 15; // to compare a fingerprint with a run
  private static final double COMPARED_NANOS = 0.07; // and with each of its entries
  private static final double ENTRY_NANOS = 0.5; // to read an entry
  private static final double PLAN_NANOS = 1_000; // to choose how one fingerprint is looked for
  private static final double RUN_NANOS = 40; // to go on to the next run

  private final Fingerprint[] fingerprints;
  private final int maxDistance;
  private final BlockTables tables;
  private final IndexInput in;
  private final RandomAccessInput random;
  private final int[] thresholds;
  private int runBits;
  private double nanos = Double.POSITIVE_INFINITY;

  private final long[] entries = new long[BUFFER]; // a part of a run
  private final long[] bits = new long[BUFFER]; // the same entries without their documents
  private int[] pairs = {}; // indexes of the fingerprints that each run is near to

  private long[] candidates = new long[64]; // document high, index of the fingerprint low
  private int size;

  BatchSearch(BlockTables tables, Fingerprint[] fingerprints, int maxDistance) throws IOException {
    this.tables = tables;
    this.fingerprints = fingerprints;
    this.maxDistance = maxDistance;
    in = tables.open();
    random = BlockTables.random(in);
    thresholds = new int[tables.blocks()];
    Arrays.setAll(thresholds, block -> (maxDistance + 1 + block) / thresholds.length - 1);
    for (int bits = 1; bits <= Math.min(tables.prefixBits(), MAX_RUN_BITS); bits++) {
      double estimate = nanos(bits);
      if (estimate < nanos) {
        nanos = estimate;
        runBits = bits;
      }
    }
  }

  private double nanos(int bits) {
    double comparedNanos = PAIR_NANOS + COMPARED_NANOS * tables.getDocCount() / (1 << bits);
    double read = tables.getDocCount() * ENTRY_NANOS + (1 << bits) * RUN_NANOS;
    return fingerprints.length * near(bits) * comparedNanos + thresholds.length * read;
  }

  private double near(int bits) {
    return Arrays.stream(thresholds)
        .mapToDouble(threshold -> HammingBall.size(bits, Math.min(threshold, bits)))
        .sum();
  }

  double nanos() {
    return nanos;
  }

  /** Estimated time of a search for each by itself, where no block value is frequent. */
  double nanosOneByOne() {
    double lookups = near(tables.prefixBits());
    double average = (double) tables.getDocCount() / (1 << tables.prefixBits());
    double search = BlockPlan.Costs.TABLES.nanos(lookups, lookups * average);
    return fingerprints.length * (PLAN_NANOS + search);
  }

  /** The hits of all fingerprints, or null if there are too many. */
  Hits[] search(LeafReader reader, String field) throws IOException {
    for (int block = 0; block < thresholds.length; block++) {
      if (thresholds[block] >= 0 && !search(tables.table(block))) {
        return null;
      }
    }
    return verified(reader, field);
  }

  private boolean search(BlockTable table) throws IOException {
    int threshold = Math.min(thresholds[table.block()], runBits);
    int wordLimit = limit(table.word());
    int[] centers = new int[fingerprints.length];
    long[] wanted = new long[fingerprints.length];
    for (int i = 0; i < fingerprints.length; i++) {
      long rotated = table.rotate(fingerprints[i]);
      centers[i] = (int) (rotated >>> (Long.SIZE - runBits));
      wanted[i] = table.entry(rotated, 0);
    }
    int[] ends = new int[1 << runBits];
    findPairs(centers, HammingBall.size(runBits, threshold), ends);
    int bucketBits = table.prefixBits() - runBits;
    for (int run = 0, pair = 0; run < ends.length; pair = ends[run++]) {
      if (pair < ends[run]) {
        int first = run << bucketBits;
        long range = table.range(random, first, first + (1 << bucketBits) - 1);
        int end = (int) (range >>> Integer.SIZE);
        for (int from = (int) range; from < end; from += BUFFER) {
          int n = Math.min(BUFFER, end - from);
          read(table, from, n);
          for (int i = pair; i < ends[run]; i++) {
            int member = pairs[i];
            int limit = wordLimit - Integer.bitCount(run ^ centers[member]);
            if (Fingerprint.nearest(bits, 0, n, wanted[member]) <= limit
                && !addCandidates(table, n, member, wanted[member], limit)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  /** As {@link BlockPlan#limit} has it. */
  private int limit(int word) {
    return Arrays.stream(thresholds)
            .skip((long) word * Blocks.IN_WORD)
            .limit(Blocks.IN_WORD)
            .map(threshold -> threshold + 1)
            .sum()
        - 1;
  }

  private void read(BlockTable table, int from, int n) throws IOException {
    table.seekEntry(in, from);
    in.readLongs(entries, 0, n);
    long mask = table.fingerprintMask();
    for (int i = 0; i < n; i++) {
      bits[i] = entries[i] & mask;
    }
  }

  /** Returns whether there was room for all. */
  private boolean addCandidates(BlockTable table, int n, int member, long wanted, int limit) {
    for (int i = 0; i < n; i++) {
      if (Long.bitCount(bits[i] ^ wanted) <= limit) {
        if (size == MAX_CANDIDATES) {
          return false;
        }
        candidates = ArrayUtil.grow(candidates, size + 1);
        candidates[size++] = (long) table.doc(entries[i]) << Integer.SIZE | member;
      }
    }
    return true;
  }

  /** Finds the fingerprints that each run is near to, run after run, and where those end. */
  private void findPairs(int[] centers, int ball, int[] ends) {
    for (int center : centers) {
      for (int i = 0; i < ball; i++) {
        ends[HammingBall.value(runBits, center, i)]++;
      }
    }
    int next = 0;
    for (int run = 0; run < ends.length; run++) {
      int n = ends[run];
      ends[run] = next;
      next += n;
    }
    pairs = ArrayUtil.growNoCopy(pairs, next);
    for (int member = 0; member < centers.length; member++) {
      for (int i = 0; i < ball; i++) {
        pairs[ends[HammingBall.value(runBits, centers[member], i)]++] = member;
      }
    }
  }

  /** The doc values decide; they are read in document order. */
  private Hits[] verified(LeafReader reader, String field) throws IOException {
    Arrays.sort(candidates, 0, size);
    Hits[] hits = new Hits[fingerprints.length];
    Arrays.setAll(hits, i -> new Hits());
    FingerprintValues values = FingerprintValues.of(reader, field);
    for (int i = 0; i < size; i++) {
      int doc = (int) (candidates[i] >>> Integer.SIZE);
      int member = (int) candidates[i];
      if (i > 0 && candidates[i] == candidates[i - 1]) {
        continue;
      }
      if (doc >= reader.maxDoc() || !values.advanceExact(doc)) {
        throw new CorruptIndexException("document " + doc + " has no fingerprint", in);
      }
      int distance = values.distance(fingerprints[member]);
      if (distance <= maxDistance) {
        hits[member].add(doc, distance);
      }
    }
    return hits;
  }
}
