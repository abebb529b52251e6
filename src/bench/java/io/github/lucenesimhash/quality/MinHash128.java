package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measures the baseline: 128 min-hashes of 4 bytes each, of the features of the truth, with the
 * best threshold.
 *
 * @param differing the number of pairs that differ in 0 to 128 of the min-hashes
 * @param seconds the time for features, signatures, and comparing every pair
 */
record MinHash128(DistanceCounts differing, double seconds) {

  static final int PERMUTATIONS = 128;

  static MinHash128 of(QualityCorpus corpus, PairTruth truth) {
    long start = System.nanoTime();
    List<int[]> signatures =
        corpus.texts().parallelStream()
            .map(text -> signature(TextVerifier.standard().features(text)))
            .toList();
    long pairs =
        IntStream.range(0, signatures.size())
            .parallel()
            .mapToLong(
                a ->
                    IntStream.range(0, a)
                        .filter(b -> differing(signatures.get(a), signatures.get(b)) < 32)
                        .count())
            .sum();
    double seconds = pairs < 0 ? 0 : (System.nanoTime() - start) * 1e-9;
    return new MinHash128(
        DistanceCounts.of(
            truth, PERMUTATIONS, (a, b) -> differing(signatures.get(a), signatures.get(b))),
        seconds);
  }

  /** Returns the best value of a figure over all thresholds. */
  double best(ToDoubleFunction<Integer> figure) {
    return IntStream.rangeClosed(0, PERMUTATIONS)
        .mapToDouble(figure::applyAsDouble)
        .max()
        .orElseThrow();
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
