package io.github.lucenesimhash.search;

import java.io.IOException;

/** A search of one segment by block values. */
interface BlockSearch {

  /** What it would do. */
  BlockPlan plan();

  /** Does it: adds all documents within the distance, each once, in any order. */
  void collect(Hits hits) throws IOException;
}
