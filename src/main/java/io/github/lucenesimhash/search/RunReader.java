package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Reads the tables of one block in several segments as if they were one. A run is the entries whose
 * first bits are the same; in each table they are consecutive.
 */
final class RunReader {

  private static final int BUFFER = 4096;

  private static final class Segment {

    final BlockTable table;
    final IndexInput in;
    final int[] starts; // of its runs, and the end of the last

    Segment(BlockTable table, IndexInput in, int[] starts) {
      this.table = table;
      this.in = in;
      this.starts = starts;
    }
  }

  /** Rotated words of the entries that were read last, with the bits that all tables have. */
  final long[] bits = new long[BUFFER];

  private final List<Segment> segments = new ArrayList<>();
  private final long[] entries = new long[BUFFER]; // as they are in their tables
  private final int[] ends; // of each segment's among them
  private int prefixBits; // the most that a table has; they are in no entry
  private long mask = -1;
  private int run;
  private int first; // segment of the entries that were read last
  private int segment; // that is read next, and its entry
  private int entry;

  RunReader(List<BlockTables> all, int block, int runBits) throws IOException {
    for (BlockTables tables : all) {
      BlockTable table = tables.table(block);
      IndexInput in = tables.open();
      segments.add(new Segment(table, in, starts(table, tables.openRandom(), in, runBits)));
      prefixBits = Math.max(prefixBits, table.prefixBits());
    }
    ends = new int[segments.size()];
    for (Segment each : segments) {
      mask &= each.table.fingerprintMask() << shift(each.table);
    }
  }

  private static int[] starts(
      BlockTable table, RandomAccessInput random, IndexInput in, int runBits) throws IOException {
    int[] starts = new int[(1 << runBits) + 1];
    int bucketBits = table.prefixBits() - runBits;
    if (bucketBits >= 0) { // a run is some buckets
      for (int run = 0; run < starts.length - 1; run++) {
        int first = run << bucketBits;
        long range = table.range(random, first, first + (1 << bucketBits) - 1);
        starts[run] = (int) range;
        starts[run + 1] = (int) (range >>> Integer.SIZE);
      }
      return starts;
    }
    for (int bucket = 0; bucket < table.buckets(); bucket++) { // or a bucket some runs
      long range = table.range(random, bucket);
      table.seekEntry(in, (int) range);
      for (int i = BlockTable.size(range); i > 0; i--) {
        int value = table.value(bucket, in.readLong());
        starts[(value >>> (Blocks.BLOCK_BITS - runBits)) + 1]++;
      }
    }
    for (int run = 1; run < starts.length; run++) {
      starts[run] += starts[run - 1];
    }
    return starts;
  }

  private int shift(BlockTable table) {
    return prefixBits - table.prefixBits();
  }

  /** A rotated word as its bits are in entries. */
  long bits(long rotated) {
    return (rotated << prefixBits) & mask;
  }

  /** Goes to before the first entry of a run. */
  void enter(int run) {
    this.run = run;
    enterSegment(0);
  }

  private void enterSegment(int next) {
    segment = next;
    entry = next < segments.size() ? segments.get(next).starts[run] : 0;
  }

  /** Reads the next entries of the run. Returns how many; 0 if it is at its end. */
  int next() throws IOException {
    int n = 0;
    first = segment;
    while (segment < segments.size() && n < BUFFER) {
      Segment from = segments.get(segment);
      int count = Math.min(BUFFER - n, from.starts[run + 1] - entry);
      if (count > 0) {
        from.table.seekEntry(from.in, entry);
        from.in.readLongs(entries, n, count);
        int shift = shift(from.table);
        for (int i = n; i < n + count; i++) {
          bits[i] = (entries[i] << shift) & mask;
        }
        n += count;
        entry += count;
      }
      ends[segment] = n;
      if (n < BUFFER) {
        enterSegment(segment + 1);
      }
    }
    return n;
  }

  /**
   * Returns the segment of an entry that was read last in the high half, its document in the low.
   */
  long place(int index) {
    int of = first;
    while (index >= ends[of]) {
      of++;
    }
    return (long) of << Integer.SIZE | segments.get(of).table.doc(entries[index]);
  }
}
