package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.verify.FeatureSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holds the exact Jaccard similarity of every pair of a corpus, in eight bytes each.
 *
 * @param jaccard the similarities of each document to all earlier documents
 */
record PairTruth(List<double[]> jaccard) {

  /** The minimum similarity of near-duplicates. */
  static final double POSITIVE = .8;

  /** The similarity below which texts are unlike; pairs between the two bounds may be ignored. */
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

  /** Returns the similarity of a document and an earlier one, 0 to 1. */
  double of(int doc, int other) {
    return jaccard.get(doc)[other];
  }

  /** Returns whether two documents are near-duplicates but not identical. */
  boolean isNear(int doc, int other) {
    double similarity = of(doc, other);
    return similarity >= POSITIVE && similarity < 1;
  }
}
