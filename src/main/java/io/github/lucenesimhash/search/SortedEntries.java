package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Makes the entries of tables by sorting fingerprints, which it reads several times.
 *
 * <pre>
 * Order   Counting sort by block value. The first pass over the fingerprints counts the documents of each value of each
 *         block. Each further pass fills as much of a table as may be held on the heap.
 * Cost    1 + b * ceil(n / maxEntries) passes for n documents of b blocks. The heap holds 8 * maxEntries bytes of entries
 *         and b / 4 MB of counts.
 * </pre>
 */
final class SortedEntries implements TableEntries {

  private final SegmentFingerprints fingerprints;
  private final int maxEntries;
  private int[][] starts; // the starts of each block; null until they are counted
  private long[] entries = {};

  SortedEntries(SegmentFingerprints fingerprints, int maxEntries) {
    this.fingerprints = fingerprints;
    this.maxEntries = maxEntries;
  }

  @Override
  public int lanes() throws IOException {
    return fingerprints.lanes();
  }

  @Override
  public int[] starts(int block) throws IOException {
    if (starts == null) {
      starts = new int[lanes() * Blocks.IN_LANE][VALUES + 1];
      count(fingerprints.values(), starts);
    }
    return starts[block];
  }

  private static void count(FingerprintValues values, int[][] starts) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      for (int block = 0; block < starts.length; block++) {
        starts[block][Blocks.block(values.lane(block / Blocks.IN_LANE), block) + 1]++;
      }
    }
    for (int[] ofBlock : starts) {
      for (int value = 0; value < VALUES; value++) {
        ofBlock[value + 1] += ofBlock[value];
      }
    }
  }

  @Override
  public void write(BlockTable table, int[] starts, Output out) throws IOException {
    if (entries.length == 0) {
      entries = new long[Math.min(table.size(), maxEntries)];
    }
    for (long first = 0; first < table.size(); first += entries.length) {
      int size = (int) Math.min(entries.length, table.size() - first);
      int[] next = starts.clone();
      FingerprintValues values = fingerprints.values();
      for (int doc; (doc = values.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        long lane = values.lane(table.lane());
        long index = next[Blocks.block(lane, table.block())]++ - first;
        if (index >= 0 && index < size) {
          entries[(int) index] = table.entry(table.rotate(lane), doc);
        }
      }
      for (int i = 0; i < size; i++) {
        out.write(entries[i]);
      }
    }
  }
}
