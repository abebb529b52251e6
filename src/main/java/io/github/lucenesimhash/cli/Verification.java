package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Arrays;

/**
 * Compares the texts of candidate pairs exactly. Texts are read again when they are needed; the
 * features of those that were needed last are kept.
 */
final class Verification implements PairTest {

  private static final long CACHE_BYTES = 64 << 20;

  private final double minResemblance;
  private final Documents documents;
  private final Progress progress;
  private final TextVerifier verifier = TextVerifier.standard();
  private final FeatureCache<Integer> cache = new FeatureCache<>(CACHE_BYTES);

  private final float[] resemblances;
  private final long[] removed = new long[Fingerprint.BITS + 1];
  private long compared;
  private long nanos;

  /**
   * @param minResemblance of the pairs that pass, above 0 to 1
   */
  Verification(double minResemblance, Documents documents, Progress progress) {
    this.minResemblance = minResemblance;
    this.documents = documents;
    this.progress = progress;
    resemblances = new float[documents.entryCount()];
    Arrays.fill(resemblances, Float.NaN);
  }

  @Override
  public boolean test(int kept, int candidate, int distance) throws IOException {
    long start = System.nanoTime();
    compared++;
    double resemblance = resemblance(kept, candidate);
    boolean alike = resemblance >= minResemblance;
    if (alike) {
      resemblances[candidate] = (float) resemblance;
    } else {
      removed[distance]++;
    }
    progress.step(1);
    nanos += System.nanoTime() - start;
    return alike;
  }

  /** The exact resemblance of two entries' texts, 0 to 1. */
  double resemblance(int entry, int other) throws IOException {
    return features(entry).jaccard(features(other));
  }

  private FeatureSet features(int entry) throws IOException {
    return cache.get(entry, () -> verifier.features(documents.text(documents.document(entry))));
  }

  double minResemblance() {
    return minResemblance;
  }

  /** Of a member to the document that is kept for it, 0 to 1. */
  double resemblance(int entry) {
    return resemblances[entry];
  }

  /** Pairs that were near enough. */
  long compared() {
    return compared;
  }

  /** How many of these were not alike, by distance. */
  long[] removed() {
    return removed;
  }

  long removedPairs() {
    return Arrays.stream(removed).sum();
  }

  /** Time spent here. */
  long nanos() {
    return nanos;
  }
}
