package io.github.lucenesimhash.search;

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

  /** Reads the tables, in one thread. */
  IndexInput open() {
    return data.clone();
  }

  /** What was opened, to be read from anywhere. */
  static RandomAccessInput random(IndexInput in) throws IOException {
    return in instanceof RandomAccessInput random ? random : in.randomAccessSlice(0, in.length());
  }
}
