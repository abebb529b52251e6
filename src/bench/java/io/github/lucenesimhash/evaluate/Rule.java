package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Decides whether one of two texts may be dropped in favour of the other. */
public interface Rule {

  /**
   * Returns how near two texts are: 1 or more if the first may be dropped in favour of the second.
   *
   * @param goes the first text
   * @param stays the second text
   */
  double score(String goes, String stays);

  /** {@return the names of the compared rules; the library's rules are named by their options} */
  static List<String> names() {
    return List.of(
        "exact Jaccard >= .8",
        "128 min-hashes, .8 equal",
        "classic SimHash, 3 bits",
        "standard guard=none",
        "standard",
        "contained",
        "titles");
  }

  /**
   * Returns the rule of a name.
   *
   * @param name one of {@link #names}, or the options of a comparison and its scheme, as on the
   *     command line
   */
  static Rule of(String name) {
    return switch (name) {
      case "exact Jaccard >= .8" -> (goes, stays) -> features(goes).jaccard(features(stays)) / .8;
      case "128 min-hashes, .8 equal" ->
          (goes, stays) -> equalHashes(features(goes), features(stays)) / (.8 * 128);
      case "classic SimHash, 3 bits" -> classic();
      default -> {
        boolean isTitles = name.startsWith("titles");
        FingerprintScheme scheme = FingerprintScheme.parse(isTitles ? "titles" : "standard");
        yield of(scheme, Comparison.parse(name));
      }
    };
  }

  /**
   * Returns the rule of a scheme and a comparison.
   *
   * @param scheme the scheme of the fingerprints
   * @param comparison the comparison of the texts
   */
  static Rule of(FingerprintScheme scheme, Comparison comparison) {
    TextVerifier verifier = comparison.verifier(scheme);
    return (goes, stays) -> {
      if (distance(scheme, goes, stays) > comparison.maxDistance()) {
        return 0;
      }
      FeatureSet a = verifier.features(goes);
      FeatureSet b = verifier.features(stays);
      double near = a.jaccard(b) / comparison.verification();
      double contained =
          comparison.contained() == 0 ? 0 : a.containment(b) / comparison.contained();
      double unlike =
          Math.min(Math.max(near, contained), Math.nextDown(1)); // so that the score is below 1
      return comparison.mayDrop(a, b) ? Math.max(1, Math.max(near, contained)) : unlike / 2;
    };
  }

  /**
   * Returns the rule of the Python library simhash, whose features are shingles of four characters
   * weighted by count.
   */
  private static Rule classic() {
    FingerprintScheme words = FingerprintScheme.parse("char shingle=4 weights=tf");
    return (goes, stays) -> {
      int distance = distance(words, goes, stays);
      return distance <= 3 ? 2 - distance / 4. : 1 - distance / 257.;
    };
  }

  private static int distance(FingerprintScheme scheme, String goes, String stays) {
    Optional<Fingerprint> a = scheme.fingerprint(goes);
    Optional<Fingerprint> b = scheme.fingerprint(stays);
    return a.isPresent() && b.isPresent() ? a.get().distance(b.get()) : Fingerprint.MAX_BITS;
  }

  private static FeatureSet features(String text) {
    return TextVerifier.standard().features(text);
  }

  private static int equalHashes(FeatureSet a, FeatureSet b) {
    int equal = 0;
    for (int i = 1; i <= 128; i++) {
      equal += least(a, i) == least(b, i) ? 1 : 0;
    }
    return a.size() == 0 || b.size() == 0 ? 0 : equal;
  }

  /** Returns the min-hash of features for one of the hash functions. */
  private static long least(FeatureSet features, int function) {
    return Arrays.stream(features.hashes())
        .map(feature -> mixed(feature + function * 0x9E3779B97F4A7C15L))
        .min()
        .orElse(0);
  }

  /** Mixes the bits as SplittableRandom does. */
  private static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
