package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.MinHash;
import io.github.lucenesimhash.fingerprint.SimHash;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.TieRule;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * What happens between a token stream and a fingerprint: stop words, shingles, hashes, weights, the
 * heaviest features, 64 bits. Everything of a scheme but its analyzer.
 */
record FeatureRecipe(
    int shingleSize,
    int hanShingleSize,
    Weighting weighting,
    int topFeatures,
    int minFeatures,
    CharArraySet stopWords,
    FeatureHash hash,
    Sketch sketch,
    TieRule tieRule) {

  static final FeatureRecipe DEFAULT =
      new FeatureRecipe(
          2,
          0,
          Weighting.once(),
          0,
          1,
          CharArraySet.EMPTY_SET,
          FeatureHash.murmur3(0),
          Sketch.SIMHASH,
          TieRule.SMALLEST_FEATURE_HASH);

  /**
   * Consumes the stream from its next token to its last, without {@code reset} or {@code end}.
   *
   * @return empty if there is no word, or no feature of weight above 0
   */
  OptionalLong fingerprint(TokenStream tokens) throws IOException {
    try (FeatureCollector collector = new FeatureCollector(this)) {
      collect(tokens, collector);
      return collector.units() == 0 ? OptionalLong.empty() : fingerprint(collector);
    }
  }

  private OptionalLong fingerprint(FeatureCollector collector) {
    Features features = collector.features();
    if (sketch == Sketch.MINHASH && minFeatures == 1 && topFeatures == 0) {
      return OptionalLong.of(MinHash.fingerprint(features.hashes(), features.size()));
    }
    features.fold(weighting);
    if (features.size() < minFeatures) {
      return OptionalLong.of(collector.wholeText());
    }
    if (sketch == Sketch.MINHASH) {
      int kept = features.keepHeaviest(keep());
      return OptionalLong.of(MinHash.fingerprint(features.hashes(), kept));
    }
    if (weighting.isUniform() && features.size() <= keep()) {
      return OptionalLong.of(SimHash.fingerprint(features.hashes(), features.size(), tieRule));
    }
    int kept = features.keepHeaviest(keep());
    if (kept == 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        SimHash.fingerprint(features.hashes(), features.weights(), kept, tieRule));
  }

  /** Consumes the stream likewise; the hashes of its distinct features, ascending. */
  long[] features(TokenStream tokens) throws IOException {
    try (FeatureCollector collector = new FeatureCollector(this)) {
      collect(tokens, collector);
      if (collector.units() == 0) {
        return new long[0];
      }
      Features features = collector.features();
      features.fold(weighting);
      return Arrays.copyOf(features.hashes(), features.size());
    }
  }

  /** Consumes the stream likewise; its distinct words. */
  static Set<String> words(TokenStream tokens) throws IOException {
    CharTermAttribute term = term(tokens);
    Set<String> words = new HashSet<>();
    while (tokens.incrementToken()) {
      words.add(term.toString());
    }
    return words;
  }

  private static CharTermAttribute term(TokenStream tokens) {
    CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
    if (term == null) {
      throw new IllegalArgumentException(
          "token stream " + tokens + " has no CharTermAttribute, expected a stream of words");
    }
    return term;
  }

  private void collect(TokenStream tokens, FeatureCollector collector) throws IOException {
    CharTermAttribute term = term(tokens);
    TokenTape tape =
        tokens instanceof TapeRecorder recorder && recorder.isUtf8() && hash.combinesUnits()
            ? recorder.tape()
            : null;
    while (tokens.incrementToken()) {
      if (stopWords.isEmpty() || !stopWords.contains(term.buffer(), 0, term.length())) {
        if (tape == null) {
          collector.addUnit(term.buffer(), term.length());
        } else {
          collector.addUnit(term.buffer(), term.length(), tape.hashOfLast(hash));
        }
      }
    }
  }

  private int keep() {
    return topFeatures == 0 ? Integer.MAX_VALUE : topFeatures;
  }

  /** Changes whenever a fingerprint could. */
  String describe() {
    TreeSet<String> words = new TreeSet<>();
    for (Object word : stopWords) {
      words.add(((char[]) word).length + ":" + new String((char[]) word));
    }
    return "shingle="
        + shingleSize
        + (hanShingleSize == 0 ? "" : " or " + hanShingleSize + " Han")
        + "; weights="
        + weighting
        + "; top="
        + (topFeatures == 0 ? "all" : topFeatures)
        + "; min="
        + minFeatures
        + (minFeatures == 1 ? "" : " or exact")
        + "; stop="
        + (words.isEmpty() ? "none" : FeatureHash.digest(String.join("", words)))
        + "; hash="
        + hash
        + (sketch == Sketch.SIMHASH ? "; tie=" + tieRule : "; sketch=" + sketch);
  }
}
