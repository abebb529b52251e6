package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.IsccText;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the features of one text: each sequence of {@code shingle} consecutive words. In a
 * {@linkplain SchemeOption#PADDED padded} scheme, features also begin before the first word and end
 * after the last, so that each word is in the same number of features. In other schemes, a text of
 * fewer than {@code shingle} words is a single feature. In a {@linkplain SchemeOption#COUNTED
 * counted} scheme, each repetition of a feature counts as a different feature. Under the scheme
 * iscc, {@link IsccText} makes features of characters.
 *
 * @lucene.internal
 */
public final class Features {

  private final FeatureExtraction settings;
  private long[] hashes = {};
  private int size;

  private Tokens tokens; // set only while features are made, like the next three fields
  private int pads; // number of pads on each side of the words
  private long[] codes;
  private List<String> words; // with pads; null if the codes of words are hashed
  private double[] weights; // mean weights of the words of each feature; null without a table

  private Features(FeatureExtraction settings) {
    this.settings = settings;
  }

  static Features ofText(FingerprintScheme scheme, CharSequence text) {
    Features features = new Features(scheme.features);
    features.hashes = IsccText.features(text);
    features.size = features.hashes.length;
    return features;
  }

  static Features of(FingerprintScheme scheme, Tokens tokens) {
    Features features = new Features(scheme.features);
    features.tokens = tokens;
    if (tokens.size() > 0) {
      features.shingle();
    }
    if (scheme.features.counted) {
      features.count();
    }
    features.tokens = null;
    features.codes = null;
    features.words = null;
    return features;
  }

  private void shingle() {
    pads = tokens.pads();
    codes = tokens.padded();
    int behind = pads + tokens.size(); // index after the last word of the text
    int all = behind + pads;
    hashes = new long[all];
    if (!settings.hash.isOfCodes()) {
      words = new ArrayList<>(Collections.nCopies(pads, "\0"));
      words.addAll(tokens.words);
      words.addAll(Collections.nCopies(pads, "\0"));
    }
    weights = settings.weighting.usesTable() ? new double[all] : null;
    int shingleSize = Math.min(settings.shingleSize, all);
    shingle(shingleSize, Math.min(behind, all - shingleSize + 1));
  }

  private void shingle(int shingleSize, int end) {
    for (int start = 0; start < end; start++) {
      add(hash(start, start + shingleSize), start, start + shingleSize);
    }
  }

  private void count() {
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < size; i++) {
      int before = counts.merge(hashes[i], 1, Integer::sum) - 1;
      hashes[i] = before == 0 ? hashes[i] : FeatureHash.combine(hashes[i], before);
    }
  }

  private void add(long hash, int start, int end) {
    if (weights != null) {
      int from = Math.max(start - pads, 0);
      int to = Math.min(end - pads, tokens.size());
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += tokens.weights[i];
      }
      weights[size] = sum / (to - from);
    }
    hashes[size++] = hash;
  }

  private long hash(int start, int end) {
    if (words != null) {
      return settings.hash.hash(String.join("", words.subList(start, end)));
    }
    long joined = codes[start];
    for (int i = start + 1; i < end; i++) {
      joined = FeatureHash.joined(joined, codes[i]);
    }
    return settings.hash.of(joined);
  }

  /** {@return the fingerprint, or empty if no feature has a weight above 0} */
  public Optional<Fingerprint> fingerprint() {
    Optional<Fingerprint> made = sketch();
    return settings.interleaved ? made.map(Fingerprint::interleaved) : made;
  }

  private Optional<Fingerprint> sketch() {
    if (size == 0) {
      return Optional.empty();
    }
    if (settings.sketch != Sketch.SIMHASH
        && settings.topFeatures == 0) { // equal features count once
      return Optional.of(
          settings.sketch.fingerprint(hashes, null, size, settings.bits, settings.tieRule));
    }
    DistinctFeatures distinct =
        new DistinctFeatures(
            Arrays.copyOf(hashes, size),
            weights == null ? null : Arrays.copyOf(weights, size),
            size,
            settings.weighting);
    distinct.keepHeaviest(settings.topFeatures);
    return distinct.size == 0
        ? Optional.empty()
        : Optional.of(
            settings.sketch.fingerprint(
                distinct.hashes,
                settings.weighting.isUniform() ? null : distinct.weights,
                distinct.size,
                settings.bits,
                settings.tieRule));
  }

  /** {@return the counts of the features, in the format of {@link FeatureCounts}} */
  public byte[] counts() {
    return FeatureCounts.of(hashes, size);
  }

  /** {@return the hashes of the distinct features, ascending} */
  public long[] distinct() {
    long[] sorted = sorted();
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, distinct);
  }

  /**
   * Returns the hashes in ascending order. Puts them into buckets by their first bits, then sorts
   * each bucket. The default hashes are uniform, so few buckets have more than two.
   */
  private long[] sorted() {
    int shift = Math.min(Long.SIZE - 1, Long.numberOfLeadingZeros(size));
    int[] starts = new int[(1 << (Long.SIZE - shift)) + 1];
    for (int i = 0; i < size; i++) {
      starts[bucket(hashes[i], shift)]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1]; // the end of a bucket, until its hashes are in it
    }
    long[] sorted = new long[size];
    for (int i = 0; i < size; i++) {
      sorted[--starts[bucket(hashes[i], shift)]] = hashes[i];
    }
    for (int i = 1; i < starts.length; i++) {
      if (starts[i] - starts[i - 1] > 1) {
        Arrays.sort(sorted, starts[i - 1], starts[i]);
      }
    }
    return sorted;
  }

  private static int bucket(long hash, int shift) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> shift);
  }
}
