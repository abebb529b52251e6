package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.verify.FeatureSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The exact Jaccard similarity of every pair of a corpus: all against all, eight bytes a pair.
 *
 * @param jaccard of each document those with the documents before it
 */
record PairTruth(List<double[]> jaccard) {

  /** At least this: a near-duplicate. */
  static final double POSITIVE = .8;

  /** Below this: not one, also where the pairs between are left out. */
  static final double NEGATIVE = .5;

  static PairTruth of(List<FeatureSet> features) {
    return new PairTruth(
        IntStream.range(0, features.size())
            .parallel()
            .mapToObj(doc -> similarities(features, doc))
            .toList());
  }

  private static double[] similarities(List<FeatureSet> features, int doc) {
    FeatureSet own = features.get(doc);
    return features.subList(0, doc).stream().mapToDouble(own::jaccard).toArray();
  }

  int size() {
    return jaccard.size();
  }

  /** The similarity of two documents, 0 to 1; the other one stands before the document. */
  double of(int doc, int other) {
    return jaccard.get(doc)[other];
  }

  /** True for a near-duplicate that is not identical. */
  boolean isNear(int doc, int other) {
    double similarity = of(doc, other);
    return similarity >= POSITIVE && similarity < 1;
  }
}
