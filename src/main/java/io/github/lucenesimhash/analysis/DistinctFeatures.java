package io.github.lucenesimhash.analysis;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Holds the distinct features of a text and their weights, in ascending order of hashes, so that
 * sums of fractional weights are the same on every run.
 */
final class DistinctFeatures {

  private record Feature(long hash, double weight) {}

  final long[] hashes;
  final double[] weights;
  int size;

  /**
   * Merges equal features, in place.
   *
   * @param hashes the hashes of the features, in any order
   * @param tokenWeights the mean weight of the words of each feature, or null if the weighting has
   *     no table
   * @param total the number of features
   */
  DistinctFeatures(long[] hashes, double[] tokenWeights, int total, Weighting weighting) {
    this.hashes = hashes;
    weights = tokenWeights == null ? new double[total] : tokenWeights;
    if (tokenWeights == null) {
      Arrays.sort(hashes, 0, total);
    } else {
      sort(total, Comparator.comparingLong(Feature::hash));
    }
    for (int start = 0, end; start < total; start = end) {
      end = start + 1;
      while (end < total && hashes[end] == hashes[start]) {
        end++;
      }
      double tokenWeight = tokenWeights == null ? 0 : tokenWeights[start];
      hashes[size] = hashes[start];
      weights[size++] =
          weighting.isUniform() ? 1 : weighting.weight(end - start, total, tokenWeight);
    }
  }

  /**
   * Drops features of weight 0, and keeps only the heaviest features. Among equally heavy features,
   * smaller hashes are kept first.
   *
   * @param most the number of features to keep, or 0 for all
   */
  void keepHeaviest(int most) {
    if (most > 0 && size > most) {
      sort(
          size,
          Comparator.comparingDouble((Feature feature) -> -feature.weight())
              .thenComparing(Feature::hash, Long::compareUnsigned));
      size = most;
      sort(size, Comparator.comparingLong(Feature::hash));
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0) {
        hashes[kept] = hashes[i];
        weights[kept++] = weights[i];
      }
    }
    size = kept;
  }

  private void sort(int count, Comparator<Feature> order) {
    Feature[] features = new Feature[count];
    Arrays.setAll(features, i -> new Feature(hashes[i], weights[i]));
    Arrays.sort(features, order);
    for (int i = 0; i < count; i++) {
      hashes[i] = features[i].hash();
      weights[i] = features[i].weight();
    }
  }
}
