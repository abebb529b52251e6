package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.util.Bits;

/**
 * Scans exactly the documents that it is given, so that a search with a timeout is asked in between
 * even where hits are far apart.
 */
final class ScanBulkScorer extends BulkScorer {

  private final DocValuesScan scan;
  private final int maxDoc;
  private final DistanceScorer scorer;

  ScanBulkScorer(DocValuesScan scan, int maxDoc, float boost) {
    this.scan = scan;
    this.maxDoc = maxDoc;
    scorer = DistanceScorer.ofHits(scan, boost);
  }

  @Override
  public int score(LeafCollector collector, Bits acceptDocs, int min, int max) throws IOException {
    collector.setScorer(scorer);
    int end = Math.min(max, maxDoc);
    for (int start = min; start < end; ) {
      start = scan.readWindow(start, end);
      while (scan.hasNext()) {
        int doc = scan.nextDoc();
        if (acceptDocs == null || acceptDocs.get(doc)) {
          collector.collect(doc);
        }
      }
    }
    return max >= maxDoc ? DocIdSetIterator.NO_MORE_DOCS : max;
  }

  @Override
  public long cost() {
    return scan.cost();
  }
}
