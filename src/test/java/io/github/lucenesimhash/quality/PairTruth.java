package io.github.lucenesimhash.quality;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact Jaccard similarity of every pair of a corpus. Counts shared features document by
 * document along the lists of the documents that have a feature: time is the sum over all features
 * of the square of their document frequency, memory eight bytes a pair.
 */
final class PairTruth {

  /** At least this: a near-duplicate. */
  static final double POSITIVE = .8;

  /** Below this: not one, also where the pairs between are left out. */
  static final double NEGATIVE = .5;

  private final double[][] jaccard;

  private PairTruth(double[][] jaccard) {
    this.jaccard = jaccard;
  }

  /**
   * @param features of each document its distinct features
   */
  static PairTruth of(List<long[]> features) {
    double[][] jaccard = new double[features.size()][];
    Map<Long, int[]> postings = new HashMap<>();
    int[] shared = new int[features.size()];
    for (int doc = 0; doc < jaccard.length; doc++) {
      Arrays.fill(shared, 0, doc, 0);
      long[] own = features.get(doc);
      for (long feature : own) {
        int[] list = postings.computeIfAbsent(feature, f -> new int[2]);
        for (int i = 1; i <= list[0]; i++) {
          shared[list[i]]++;
        }
        if (list[0] + 1 == list.length) {
          list = Arrays.copyOf(list, list.length * 2);
          postings.put(feature, list);
        }
        list[0]++;
        list[list[0]] = doc;
      }
      jaccard[doc] = new double[doc];
      for (int other = 0; other < doc; other++) {
        int union = own.length + features.get(other).length - shared[other];
        jaccard[doc][other] = shared[other] == 0 ? 0 : (double) shared[other] / union;
      }
    }
    return new PairTruth(jaccard);
  }

  int size() {
    return jaccard.length;
  }

  /** The similarity of two documents, 0 to 1. */
  double jaccard(int doc, int other) {
    return doc > other ? jaccard[doc][other] : jaccard[other][doc];
  }
}
