package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * The four tables of a field in a segment.
 *
 * @param frequent buckets, and the entries in them
 */
record BlockTables(
    IndexInput data, List<BlockTable> byBlock, int distinctTerms, FrequentValues frequent) {

  BlockTable table(int block) {
    return byBlock.get(block);
  }

  /** Documents. */
  int size() {
    return table(0).size();
  }

  int prefixBits() {
    return table(0).prefixBits();
  }

  /** The bits of an entry that belong to the fingerprint. */
  long fingerprintMask() {
    return table(0).fingerprintMask();
  }

  /** Whether a fingerprint has the same place in the other's entries, but for its last bits. */
  boolean isLike(BlockTables other) {
    return prefixBits() == other.prefixBits();
  }

  /** Reads the tables, in one thread. */
  IndexInput open() {
    return data.clone();
  }

  /** What was opened, to be read from anywhere. */
  static RandomAccessInput random(IndexInput in) throws IOException {
    return in instanceof RandomAccessInput random ? random : in.randomAccessSlice(0, in.length());
  }

  /** What decides how a fingerprint is best looked for. */
  BlockStatistics statistics(RandomAccessInput in, long fingerprint) throws IOException {
    int[] centers = new int[Blocks.BLOCKS];
    int[] own = new int[Blocks.BLOCKS];
    for (BlockTable table : byBlock) {
      int block = table.block();
      centers[block] = table.bucket(table.rotate(fingerprint));
      own[block] = BlockTable.size(table.range(in, centers[block]));
    }
    return new BlockStatistics(prefixBits(), size(), own, centers, frequent);
  }
}
