package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.MinHash;
import io.github.lucenesimhash.fingerprint.SimHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.ArrayUtil;

/**
 * The tokens of one text, then its features, then its fingerprint. Every token starts a feature of
 * {@code shingleSize} tokens, or of {@code hanShingleSize} where those are single characters all.
 * Where a scheme is padded, features begin before the first token and reach behind the last, so
 * that each token is in as many. Elsewhere tokens at the end that are in no feature so make one of
 * the last tokens.
 */
final class Features {

  /** In place of the words before the first and behind the last. */
  private static final long PAD = 0x9E3779B97F4A7C15L;

  private final FeatureExtraction settings;
  private final boolean isPlain; // needs nothing of a token but its hash
  private final int pads; // on each side
  private long[] hashes = new long[256]; // of the features, and before them codes of the tokens
  private double[] tokenWeights = {};
  private boolean[] singles; // of the tokens; null where nobody asks
  private boolean hasSingles;
  private final List<String> words = new ArrayList<>();
  private int tokens;
  private long wholeText; // hash of all tokens in order; 0 where no minimum of features is set
  private double[] weights; // of the features: means of the tokens'; null without a table
  private int size;

  private final SharedText.Finder finder; // null where nobody asks

  Features(FeatureExtraction settings, SharedText.Finder finder) {
    this.settings = settings;
    isPlain =
        settings.minFeatures == 1 && !settings.weighting.usesTable() && settings.hash.isOfCodes();
    pads = settings.padded ? settings.shingleSize - 1 : 0;
    this.finder = finder;
    singles = settings.hanShingleSize > 0 ? new boolean[hashes.length] : null;
    pad(false);
  }

  void addToken(Words word) {
    long code = word.code();
    if (!isPlain) {
      addExtras(word.text(), word.start(), word.length(), code);
    }
    add(word.isSingle(), code);
  }

  private void addExtras(char[] text, int start, int length, long code) {
    wholeText = FeatureHash.combine(wholeText, code);
    if (settings.weighting.usesTable()) {
      tokenWeights = ArrayUtil.grow(tokenWeights, tokens + 1);
      tokenWeights[tokens] = settings.weighting.wordWeight(text, start, length);
    }
    if (!settings.hash.isOfCodes()) {
      words.add(new String(text, start, length));
    }
  }

  private void add(boolean isSingle, long code) {
    if (tokens == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * tokens);
      singles = singles == null ? null : Arrays.copyOf(singles, 2 * tokens);
    }
    if (singles != null) {
      singles[tokens] = isSingle;
    }
    hasSingles |= isSingle;
    hashes[tokens++] = code;
  }

  /** What stands before the first token, or behind the last, is of its kind. */
  private void pad(boolean isSingle) {
    for (int i = 0; i < pads; i++) {
      if (!settings.hash.isOfCodes()) {
        words.add("\0");
      }
      add(isSingle, PAD);
    }
  }

  /** Each feature takes a place in the array that no feature after it is made from. */
  Features shingle() {
    if (tokens == pads) {
      return this;
    }
    int behind = tokens; // the last of the text's own
    if (singles != null) {
      Arrays.fill(singles, 0, pads, singles[pads]);
    }
    pad(singles != null && singles[tokens - 1]);
    weights = settings.weighting.usesTable() ? new double[tokens] : null;
    int shingleSize = Math.min(settings.shingleSize, tokens);
    long last = hash(tokens - shingleSize, tokens);
    int tokensInFeatures =
        singles != null && hasSingles
            ? shingleByKind(shingleSize, behind)
            : shingle(shingleSize, behind);
    if (tokensInFeatures < behind) {
      add(last, tokens - shingleSize, tokens, behind);
    }
    return this;
  }

  private int shingle(int shingleSize, int behind) {
    int first = Math.max(0, pads + 1 - shingleSize);
    int end = Math.min(behind, tokens - shingleSize + 1);
    for (int start = first; start < end; start++) {
      add(hash(start, start + shingleSize), start, start + shingleSize, behind);
    }
    return end + shingleSize - 1;
  }

  private int shingleByKind(int shingleSize, int behind) {
    int singleSize = settings.hanShingleSize;
    int tokensInFeatures = 0;
    int runEnd = -1; // of the run of single characters at or after start, looked for once a run
    for (int start = 0; start < behind; start++) {
      if (runEnd < start) {
        runEnd = start;
        while (runEnd < tokens && singles[runEnd]) {
          runEnd++;
        }
      }
      int end = start + (runEnd >= start + singleSize ? singleSize : shingleSize);
      if (end > pads && end <= tokens) {
        add(hash(start, end), start, end, behind);
        tokensInFeatures = Math.max(tokensInFeatures, end);
      }
    }
    return tokensInFeatures;
  }

  private void add(long hash, int start, int end, int behind) {
    if (weights != null || finder != null) {
      addExtras(hash, Math.max(start, pads) - pads, Math.min(end, behind) - pads);
    }
    hashes[size++] = hash;
  }

  private void addExtras(long hash, int start, int end) {
    if (weights != null) {
      double sum = 0;
      for (int i = start; i < end; i++) {
        sum += tokenWeights[pads + i];
      }
      weights[size] = sum / (end - start);
    }
    if (finder != null) {
      finder.addFeature(hash, start, end);
    }
  }

  private long hash(int start, int end) {
    if (!settings.hash.isOfCodes()) {
      return settings.hash.hash(String.join("", words.subList(start, end)));
    }
    long codes = hashes[start];
    for (int i = start + 1; i < end; i++) {
      codes = FeatureHash.joined(codes, hashes[i]);
    }
    return settings.hash.of(codes);
  }

  byte[] counts() {
    return FeatureCounts.of(hashes, size);
  }

  /** Empty if there is no feature of weight above 0. */
  Optional<Fingerprint> fingerprint() {
    boolean isMinHash = settings.sketch == Sketch.MINHASH;
    if (size == 0) {
      return Optional.empty();
    }
    if (settings.sketch == Sketch.ISCC) { // made of the text itself, if there are features
      return Optional.of(Fingerprint.of(new long[settings.bits / Fingerprint.WORD_BITS]));
    }
    if (isMinHash && settings.minFeatures == 1 && settings.topFeatures == 0) {
      return Optional.of(MinHash.fingerprint(hashes, size, settings.bits));
    }
    DistinctFeatures distinct = fold();
    if (distinct.size < settings.minFeatures) {
      return Optional.of(
          SimHash.fingerprint(new long[] {wholeText}, 1, settings.bits, settings.tieRule));
    }
    distinct.keepHeaviest(settings.topFeatures);
    if (distinct.size == 0) {
      return Optional.empty();
    }
    return Optional.of(
        isMinHash
            ? MinHash.fingerprint(distinct.hashes, distinct.size, settings.bits)
            : settings.weighting.isUniform()
                ? SimHash.fingerprint(
                    distinct.hashes, distinct.size, settings.bits, settings.tieRule)
                : SimHash.fingerprint(
                    distinct.hashes,
                    distinct.weights,
                    distinct.size,
                    settings.bits,
                    settings.tieRule));
  }

  private DistinctFeatures fold() {
    return new DistinctFeatures(hashes, weights, size, settings.weighting);
  }

  /** The hashes of the distinct features, ascending. */
  long[] distinct() {
    DistinctFeatures distinct = fold();
    return Arrays.copyOf(distinct.hashes, distinct.size);
  }
}
