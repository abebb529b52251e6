package io.github.lucenesimhash.dedup;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/**
 * The documents that an offered one is compared with, and what the last searcher showed of them: a
 * searcher never changes, so that is right whenever the same one is asked again. For one thread.
 */
final class Lookup {

  private final Query near;
  private IndexSearcher searcher;
  private TopDocs hits;

  /**
   * @param near the documents within the distance
   */
  Lookup(Query near) {
    this.near = near;
  }

  /** The nearest, ties in index order; the total is exact. */
  TopDocs in(IndexSearcher asked, int most) throws IOException {
    if (!asked.equals(searcher) || hits.scoreDocs.length < Math.min(most, hits.totalHits.value())) {
      hits = asked.search(near, new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE));
      searcher = asked;
    }
    return hits;
  }
}
