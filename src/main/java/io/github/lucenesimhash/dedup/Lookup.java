package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;

/**
 * The documents that an offered one is compared with, and what the last searcher showed of them: a
 * searcher never changes, so that is right whenever the same one is asked again. For one thread.
 */
final class Lookup {

  private final Query near;
  private IndexSearcher searcher;
  private List<Hit> hits;

  /**
   * @param near the documents within the distance
   */
  Lookup(Query near) {
    this.near = near;
  }

  List<Hit> in(IndexSearcher asked) throws IOException {
    if (!asked.equals(searcher)) {
      hits = asked.search(near, new HitCollector());
      searcher = asked;
    }
    return hits;
  }
}
