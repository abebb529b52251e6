package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.HammingBall;
import io.github.lucenesimhash.fingerprint.Popcount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.ArrayUtil;

/**
 * Looks for many fingerprints at once in the tables of some segments.
 *
 * <pre>
 * A run is the entries whose first r bits are the same, in all segments.
 *
 * Bound   A document within k bits has a block within its threshold (BlockPlan), here shared out evenly, in a word within
 *         its limit; so one of its runs is within that threshold of the fingerprint's own.
 * Order   Each table is read once, run after run, and each run is compared with all fingerprints that it is near to:
 *         no waits for memory, and one long loop instead of many short ones. Ten segments cost little more than one.
 * Cost    At 10 bits and 1M documents 290 runs of 122 entries a fingerprint, in the order of the file; a search of its
 *         own looks into 428 buckets, in any order.
 * </pre>
 */
final class BatchSearch {

  private static final int MAX_CANDIDATES = 1 << 20; // 8 MB; with more, better one by one
  private static final int MEMBER_BITS = 12; // of the index of a fingerprint
  private static final int MAX_RUN_BITS = 14;

  private static final double PAIR_NANOS = 15; // to compare a fingerprint with a run
  private static final double ENTRY_NANOS = 0.5; // to read an entry
  private static final double PLAN_NANOS = 1_000; // to choose how one fingerprint is looked for
  private static final double RUN_NANOS = 40; // to go on to the next run

  private final Fingerprint[] fingerprints;
  private final int maxDistance;
  private final List<BlockTables> segments;
  private final int[] thresholds;
  private long documents;
  private int runBits;
  private double nanos = Double.POSITIVE_INFINITY;

  private int[] pairs = {}; // indexes of the fingerprints that each run is near to

  private long[] candidates = new long[64]; // segment, document, index of the fingerprint
  private int size;

  BatchSearch(List<BlockTables> segments, Fingerprint[] fingerprints, int maxDistance) {
    this.segments = segments;
    this.fingerprints = fingerprints;
    this.maxDistance = maxDistance;
    int prefixBits = 0;
    for (BlockTables tables : segments) {
      documents += tables.getDocCount();
      prefixBits = Math.max(prefixBits, tables.prefixBits());
    }
    thresholds = new int[segments.getFirst().blocks()];
    Arrays.setAll(thresholds, block -> (maxDistance + 1 + block) / thresholds.length - 1);
    for (int bits = 1; bits <= Math.min(prefixBits, MAX_RUN_BITS); bits++) {
      double estimate = nanos(bits);
      if (estimate < nanos) {
        nanos = estimate;
        runBits = bits;
      }
    }
  }

  private double nanos(int bits) {
    double comparedNanos = PAIR_NANOS + Popcount.nanos() * documents / (1 << bits);
    double read = documents * ENTRY_NANOS + RUN_NANOS * segments.size() * (1 << bits);
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
    return segments.stream().mapToDouble(this::nanosOneByOne).sum();
  }

  private double nanosOneByOne(BlockTables tables) {
    double lookups = near(tables.prefixBits());
    double average = (double) tables.getDocCount() / (1 << tables.prefixBits());
    double search = BlockPlan.Costs.TABLES.nanos(lookups, lookups * average);
    return fingerprints.length * (PLAN_NANOS + search);
  }

  /** The hits of all fingerprints in each segment, or null if there are too many. */
  List<Hits[]> search(List<LeafReader> readers, String field) throws IOException {
    for (int block = 0; block < thresholds.length; block++) {
      if (thresholds[block] >= 0 && !search(block)) {
        return null;
      }
    }
    return verified(readers, field);
  }

  private boolean search(int block) throws IOException {
    BlockTable any = segments.getFirst().table(block);
    int wordLimit = limit(any.word());
    RunReader runs = new RunReader(segments, block, runBits);
    int[] centers = new int[fingerprints.length];
    long[] wanted = new long[fingerprints.length];
    for (int i = 0; i < fingerprints.length; i++) {
      long rotated = any.rotate(fingerprints[i]);
      centers[i] = (int) (rotated >>> (Long.SIZE - runBits));
      wanted[i] = runs.bits(rotated);
    }
    int[] ends = new int[1 << runBits];
    findPairs(centers, HammingBall.size(runBits, Math.min(thresholds[block], runBits)), ends);
    for (int run = 0, pair = 0; run < ends.length; pair = ends[run++]) {
      if (pair < ends[run]) {
        runs.enter(run);
        for (int n = runs.next(); n > 0; n = runs.next()) {
          for (int i = pair; i < ends[run]; i++) {
            int member = pairs[i];
            int limit = wordLimit - Integer.bitCount(run ^ centers[member]);
            if (Popcount.nearest(runs.bits, 0, n, wanted[member]) <= limit
                && !addCandidates(runs, n, member, wanted[member], limit)) {
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

  /** Returns whether there was room for all. */
  private boolean addCandidates(RunReader runs, int n, int member, long wanted, int limit) {
    for (int i = 0; i < n; i++) {
      if (Long.bitCount(runs.bits[i] ^ wanted) <= limit) {
        if (size == MAX_CANDIDATES) {
          return false;
        }
        candidates = ArrayUtil.grow(candidates, size + 1);
        candidates[size++] = runs.place(i) << MEMBER_BITS | member;
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
  private List<Hits[]> verified(List<LeafReader> readers, String field) throws IOException {
    Arrays.sort(candidates, 0, size);
    List<Hits[]> all = new ArrayList<>();
    for (int i = 0; all.size() < readers.size(); ) {
      LeafReader reader = readers.get(all.size());
      Hits[] hits = new Hits[fingerprints.length];
      Arrays.setAll(hits, member -> new Hits());
      FingerprintValues values = FingerprintValues.of(reader, field);
      for (; i < size && candidates[i] >>> (Integer.SIZE + MEMBER_BITS) == all.size(); i++) {
        int doc = (int) (candidates[i] >>> MEMBER_BITS);
        int member = (int) candidates[i] & ((1 << MEMBER_BITS) - 1);
        if (i > 0 && candidates[i] == candidates[i - 1]) {
          continue;
        }
        if (doc >= reader.maxDoc() || !values.advanceExact(doc)) {
          throw new CorruptIndexException(
              "document " + doc + " has no fingerprint", reader.toString());
        }
        int distance = values.distance(fingerprints[member]);
        if (distance <= maxDistance) {
          hits[member].add(doc, distance);
        }
      }
      all.add(hits);
    }
    return all;
  }
}
