package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;

/** Provides the entries of a field's tables, block by block, to write a segment. */
interface TableEntries {

  /** Receives the entries of a table in order. */
  interface Output {
    void write(long entry) throws IOException;
  }

  /** The number of values of a block. */
  int VALUES = 1 << Blocks.BLOCK_BITS;

  /** Returns the number of lanes of a fingerprint, or 0 if no fingerprint exists. */
  int lanes() throws IOException;

  /**
   * Returns, for each value of a block, the index of its first entry, and at the end the number of
   * entries.
   */
  int[] starts(int block) throws IOException;

  /**
   * Writes the entries of a table in the order of block value and document.
   *
   * @param starts the {@link #starts} of the block of the table
   */
  void write(BlockTable table, int[] starts, Output out) throws IOException;
}
