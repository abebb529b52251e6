package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;

/** Entries of the tables of a field in a segment that is being written, block by block. */
interface TableEntries {

  /** Takes the entries of a table in their order. */
  interface Output {
    void write(long entry) throws IOException;
  }

  /** Number of values of a block. */
  int VALUES = 1 << Blocks.BLOCK_BITS;

  /** Returns how many words a fingerprint has; 0 if there is none. */
  int words() throws IOException;

  /** Returns the start of each value of a block among the entries, and the end of the last one. */
  int[] starts(int block) throws IOException;

  /**
   * Writes the entries of a table in order of block value and document.
   *
   * @param starts of its block
   */
  void write(BlockTable table, int[] starts, Output out) throws IOException;
}
