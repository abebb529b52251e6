package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.util.Bits;

/**
 * Checks all fingerprints of a segment in windows of 1,024 documents. If every document of a window
 * has a fingerprint, the window is read in bulk. Otherwise its documents are read one by one.
 */
final class DocValuesScan extends Hits.Iterator {

  private static final int WINDOW = 1024;

  private final FingerprintValues values;
  private final Fingerprint fingerprint;
  private final int maxDoc;

  private final int[] docs = new int[WINDOW];
  private final int[] distances = new int[WINDOW];
  private int maxDistance;
  private int found;
  private int next;
  private int windowEnd;

  DocValuesScan(FingerprintValues values, HammingDistanceQuery query, int maxDoc) {
    this.values = values;
    fingerprint = query.fingerprint;
    maxDistance = query.maxDistance;
    this.maxDoc = maxDoc;
  }

  @Override
  int distance() {
    return distances[next - 1];
  }

  @Override
  void limit(int distance) {
    maxDistance = Math.min(maxDistance, distance);
  }

  @Override
  public int nextDoc() throws IOException {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) throws IOException {
    while (true) {
      while (next < found) {
        if (docs[next++] >= target) {
          doc = docs[next - 1];
          return doc;
        }
      }
      int start = Math.max(windowEnd, target);
      if (start >= maxDoc) {
        doc = NO_MORE_DOCS;
        return doc;
      }
      readWindow(start, maxDoc);
    }
  }

  /**
   * Reads the next window, which starts at or after the end of the last window, and ends at or
   * before the limit.
   */
  private void readWindow(int start, int limit) throws IOException {
    int end = start + Math.min(WINDOW, limit - start);
    windowEnd = end;
    next = 0;
    found = 0;
    boolean any = values.docID() >= start || values.advance(start) != NO_MORE_DOCS;
    if (any && values.docID() == start && values.docIDRunEnd() >= end) {
      for (int i = 0; i < end - start; i++) {
        docs[i] = start + i;
      }
      values.distances(end - start, docs, distances, fingerprint);
      for (int i = 0; i < end - start; i++) {
        add(start + i, distances[i]);
      }
    } else {
      for (int d = values.docID(); d < end; d = values.nextDoc()) {
        add(d, values.distance(fingerprint));
      }
    }
  }

  private void add(int candidate, int distance) {
    docs[found] = candidate;
    distances[found] = distance;
    found += distance <= maxDistance ? 1 : 0;
  }

  @Override
  public long cost() {
    return values.cost();
  }

  /**
   * Returns a scorer that never scans beyond the range it is given, so that timeouts are checked
   * even if hits are far apart.
   */
  BulkScorer bulkScorer(float boost) {
    DistanceScorer scorer = DistanceScorer.ofHits(this, fingerprint.bits(), boost);
    return new BulkScorer() {
      @Override
      public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
          throws IOException {
        collector.setScorer(scorer);
        int end = Math.min(max, maxDoc);
        for (int start = min; start < end; start = windowEnd) {
          readWindow(start, end);
          while (next < found) {
            doc = docs[next++];
            if (acceptDocs == null || acceptDocs.get(doc)) {
              collector.collect(doc);
            }
          }
        }
        return max >= maxDoc ? NO_MORE_DOCS : max;
      }

      @Override
      public long cost() {
        return DocValuesScan.this.cost();
      }
    };
  }
}
