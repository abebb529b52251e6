package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.util.Arrays;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;

/**
 * Algorithms that find the n nearest documents. A result is a hash of the distances and documents
 * in order, so that equal results mean equal lists.
 */
final class NearestDesigns {

  private static final int DOC_BITS = 31;
  private static final long PRIME = 1_000_003;

  private NearestDesigns() {}

  static Design nearest(IndexSearcher searcher) {
    return (fingerprint, n) -> {
      long hash = 0;
      for (ScoreDoc hit :
          SimHashField.nearest(searcher, "near", Fingerprint.of(fingerprint), n, null).scoreDocs) {
        long distance = Math.round(64 * (1 - (double) hit.score));
        hash = hash * PRIME + (distance << DOC_BITS | hit.doc);
      }
      return hash;
    };
  }

  /** Returns a brute-force scan of an array of all fingerprints, with a heap of the n best. */
  static Design heap(long[] fingerprints) {
    return (fingerprint, n) -> {
      long[] heap = new long[Math.min(n, fingerprints.length)];
      Arrays.fill(heap, Long.MAX_VALUE);
      int worst = Integer.MAX_VALUE;
      for (int doc = 0; doc < fingerprints.length; doc++) {
        int distance = Long.bitCount(fingerprints[doc] ^ fingerprint);
        if (distance < worst) {
          replaceTop(heap, (long) distance << DOC_BITS | doc);
          worst = (int) Math.min(Integer.MAX_VALUE, heap[0] >>> DOC_BITS);
        }
      }
      Arrays.sort(heap);
      long hash = 0;
      for (long entry : heap) {
        hash = hash * PRIME + entry;
      }
      return hash;
    };
  }

  private static void replaceTop(long[] heap, long entry) {
    int at = 0;
    for (int child; (child = 2 * at + 1) < heap.length; at = child) {
      if (child + 1 < heap.length && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= entry) {
        break;
      }
      heap[at] = heap[child];
    }
    heap[at] = entry;
  }
}
