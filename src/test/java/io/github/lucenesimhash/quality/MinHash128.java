package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.simhash.FeatureHash;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.Arrays;
import java.util.List;

/** The baseline: 128 min-hashes of 4 bytes each, over the truth's own features. */
final class MinHash128 {

  static final int PERMUTATIONS = 128;

  private MinHash128() {}

  /** How many of the permutations two texts do not agree in, 0 to 128. */
  static DistanceCounts counts(PairTruth truth, List<FeatureSet> features) {
    List<int[]> signatures = features.parallelStream().map(MinHash128::signature).toList();
    return DistanceCounts.of(
        truth, PERMUTATIONS, (a, b) -> differing(signatures.get(a), signatures.get(b)));
  }

  private static int[] signature(FeatureSet features) {
    int[] signature = new int[PERMUTATIONS];
    Arrays.fill(signature, Integer.MAX_VALUE);
    for (long hash : features.hashes()) {
      for (int i = 0; i < PERMUTATIONS; i++) {
        signature[i] = Math.min(signature[i], (int) FeatureHash.combine(i, hash));
      }
    }
    return signature;
  }

  private static int differing(int[] a, int[] b) {
    int differing = 0;
    for (int i = 0; i < PERMUTATIONS; i++) {
      differing += a[i] == b[i] ? 0 : 1;
    }
    return differing;
  }
}
