package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.HashSort;
import java.util.function.IntBinaryOperator;
import org.apache.lucene.util.InPlaceMergeSorter;

/**
 * The hashes of a text's features: as they come, until {@link #fold} leaves them distinct and in
 * ascending order, so that sums of fractional weights are the same on every run.
 */
final class Features {

  private final long[] hashes;
  private final double[] wordWeights;
  private double[] weights;
  private int size;

  /**
   * @param hashes room for the features
   * @param wordWeights room likewise, or null if they have none
   */
  Features(long[] hashes, double[] wordWeights) {
    this.hashes = hashes;
    this.wordWeights = wordWeights;
  }

  /**
   * @param wordWeight mean table weight of the feature's words, where a table is used
   */
  void add(long hash, double wordWeight) {
    if (wordWeights != null) {
      wordWeights[size] = wordWeight;
    }
    hashes[size++] = hash;
  }

  /** Sorts, folds equal features, and weighs them. */
  void fold(Weighting weighting) {
    if (wordWeights == null) {
      HashSort.sort(hashes, size);
    } else {
      sort((i, j) -> Long.compare(hashes[i], hashes[j]));
    }
    int total = size;
    weights = new double[total];
    size = 0;
    for (int start = 0, end; start < total; start = end) {
      end = start + 1;
      while (end < total && hashes[end] == hashes[start]) {
        end++;
      }
      double wordWeight = wordWeights == null ? 0 : wordWeights[start];
      hashes[size] = hashes[start];
      weights[size++] = weighting.weight(end - start, total, wordWeight);
    }
  }

  /**
   * Leaves the n heaviest features, ties by the smaller hash, in ascending order of their hashes,
   * and none of weight 0.
   *
   * @return how many are left
   */
  int keepHeaviest(int n) {
    if (size > n) {
      sort(
          (i, j) -> {
            int byWeight = Double.compare(weights[j], weights[i]);
            return byWeight != 0 ? byWeight : Long.compareUnsigned(hashes[i], hashes[j]);
          });
      size = n;
      sort((i, j) -> Long.compare(hashes[i], hashes[j]));
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0) {
        hashes[kept] = hashes[i];
        weights[kept++] = weights[i];
      }
    }
    size = kept;
    return kept;
  }

  private void sort(IntBinaryOperator order) {
    double[] parallel = weights == null ? wordWeights : weights;
    new InPlaceMergeSorter() {
      @Override
      protected int compare(int i, int j) {
        return order.applyAsInt(i, j);
      }

      @Override
      protected void swap(int i, int j) {
        long hash = hashes[i];
        hashes[i] = hashes[j];
        hashes[j] = hash;
        double weight = parallel[i];
        parallel[i] = parallel[j];
        parallel[j] = weight;
      }
    }.sort(0, size);
  }

  int size() {
    return size;
  }

  long[] hashes() {
    return hashes;
  }

  double[] weights() {
    return weights;
  }
}
