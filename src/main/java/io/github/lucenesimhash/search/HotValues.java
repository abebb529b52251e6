package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.util.Arrays;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * The block values of a segment that far more documents share than the average. Found once for each
 * segment; at most {@value #MAX_PER_BLOCK} for each block.
 */
final class HotValues implements Accountable {

  static final HotValues NONE = new Builder(0, 1).build();

  /** A value is hot from this many times the average. */
  private static final int HOT_FACTOR = 16;

  private static final int MAX_PER_BLOCK = 64;

  private final int[][] values;
  private final int[][] docFreqs;

  private HotValues(int[][] values, int[][] docFreqs) {
    this.values = values;
    this.docFreqs = docFreqs;
  }

  /** Documents beyond the average under the hot values within the radius, the center left out. */
  double excess(int block, int center, int radius, double average) {
    double excess = 0;
    for (int i = 0; i < values[block].length; i++) {
      int distance = Integer.bitCount(values[block][i] ^ center);
      if (distance > 0 && distance <= radius) {
        excess += docFreqs[block][i] - average;
      }
    }
    return excess;
  }

  @Override
  public long ramBytesUsed() {
    long bytes = 2 * RamUsageEstimator.shallowSizeOf(values);
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      bytes += 2 * RamUsageEstimator.sizeOf(values[block]);
    }
    return bytes;
  }

  @Override
  public String toString() {
    return Arrays.deepToString(values);
  }

  /** Takes all values of a segment, and keeps the hottest. */
  static final class Builder {

    private final double threshold;
    private final int[][] values = new int[Blocks.BLOCKS][0];
    private final int[][] docFreqs = new int[Blocks.BLOCKS][0];
    private final int[] sizes = new int[Blocks.BLOCKS];

    Builder(int docCount, int prefixBits) {
      threshold = Math.max(HOT_FACTOR, (double) HOT_FACTOR * docCount / (1 << prefixBits));
    }

    void add(int block, int value, int docFreq) {
      if (docFreq < threshold) {
        return;
      }
      int at = sizes[block];
      if (at == MAX_PER_BLOCK) {
        at = coolest(block);
        if (docFreqs[block][at] >= docFreq) {
          return;
        }
      } else {
        sizes[block]++;
        values[block] = ArrayUtil.grow(values[block], at + 1);
        docFreqs[block] = ArrayUtil.grow(docFreqs[block], at + 1);
      }
      values[block][at] = value;
      docFreqs[block][at] = docFreq;
    }

    private int coolest(int block) {
      int coolest = 0;
      for (int i = 1; i < sizes[block]; i++) {
        coolest = docFreqs[block][i] < docFreqs[block][coolest] ? i : coolest;
      }
      return coolest;
    }

    HotValues build() {
      int[][] hottest = new int[Blocks.BLOCKS][];
      int[][] frequencies = new int[Blocks.BLOCKS][];
      for (int block = 0; block < Blocks.BLOCKS; block++) {
        hottest[block] = Arrays.copyOf(values[block], sizes[block]);
        frequencies[block] = Arrays.copyOf(docFreqs[block], sizes[block]);
      }
      return new HotValues(hottest, frequencies);
    }
  }
}
