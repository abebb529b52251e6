package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Joins a corpus as a user does: makes fingerprints, finds all pairs within the default distance,
 * and verifies their texts.
 *
 * @param candidates the number of pairs within the distance
 * @param found the number of candidates whose texts resemble each other
 * @param near the number of found pairs that are near-duplicates but not identical
 * @param wrong the number of found pairs that are no near-duplicates
 */
record VerifiedJoin(
    long candidates,
    long found,
    long near,
    long wrong,
    double fingerprintSeconds,
    double joinSeconds,
    double verifySeconds) {

  /** Joins a corpus with the standard scheme and the given number of bits. */
  static VerifiedJoin of(QualityCorpus corpus, PairTruth truth, int bits) throws IOException {
    FingerprintScheme scheme = FingerprintScheme.standard().with("bits=" + bits);
    long start = System.nanoTime();
    List<Optional<Fingerprint>> fingerprints =
        corpus.texts().parallelStream().map(scheme::fingerprint).toList();
    long fingerprinted = System.nanoTime();
    List<int[]> pairs = new ArrayList<>();
    SimilarityJoin.within(Comparison.STANDARD.ofBits(bits).maxDistance())
        .pairs(
            DistinctFingerprints.of(fingerprints),
            (left, right, distance) ->
                pairs.add(new int[] {Math.max(left, right), Math.min(left, right)}));
    long joined = System.nanoTime();
    boolean[] needed = new boolean[corpus.size()];
    for (int[] pair : pairs) {
      needed[pair[0]] = true;
      needed[pair[1]] = true;
    }
    List<FeatureSet> features =
        IntStream.range(0, corpus.size())
            .parallel()
            .mapToObj(
                doc ->
                    needed[doc]
                        ? TextVerifier.standard().features(corpus.texts().get(doc))
                        : FeatureSet.of())
            .toList();
    List<int[]> found =
        pairs.parallelStream()
            .filter(
                pair -> features.get(pair[0]).resembles(features.get(pair[1]), PairTruth.POSITIVE))
            .toList();
    long verified = System.nanoTime();
    return new VerifiedJoin(
        pairs.size(),
        found.size(),
        found.stream().filter(pair -> truth.isNear(pair[0], pair[1])).count(),
        found.stream().filter(pair -> truth.of(pair[0], pair[1]) < PairTruth.POSITIVE).count(),
        (fingerprinted - start) * 1e-9,
        (joined - fingerprinted) * 1e-9,
        (verified - joined) * 1e-9);
  }

  double f1(long positives) {
    return 2.0 * (found - wrong) / (found + positives);
  }

  double seconds() {
    return fingerprintSeconds + joinSeconds + verifySeconds;
  }
}
