package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Everything of a scheme but its analyzer: what happens between a token stream and a fingerprint.
 * Nothing changes that of a scheme: another scheme is made with a changed copy.
 */
final class FeatureExtraction implements Cloneable {

  int shingleSize = 2;
  int hanShingleSize = 0;
  Weighting weighting = Weighting.ONCE;
  int topFeatures = 0;
  int minFeatures = 1;
  CharArraySet stopWords = CharArraySet.EMPTY_SET;
  FeatureHash hash = FeatureHash.murmur3(0);
  Sketch sketch = Sketch.SIMHASH;
  TieRule tieRule = TieRule.SMALLEST_FEATURE_HASH;
  boolean interleaved = false;

  /** The defaults beside an analyzer. */
  static FeatureExtraction of(AnalyzerChoice analyzers) {
    FeatureExtraction features = new FeatureExtraction();
    if (analyzers.name().equals("standard")) {
      features.shingleSize = 3;
      features.hanShingleSize = 2;
      features.sketch = Sketch.MINHASH;
    }
    return features;
  }

  FeatureExtraction copy() {
    try {
      return (FeatureExtraction) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Says the same things in one way only; refuses weights where the sketch takes none. */
  void check() {
    if (sketch == Sketch.MINHASH && !weighting.isUniform()) {
      throw new IllegalArgumentException(
          "features have weights, expected sketch simhash beside them");
    }
    hanShingleSize = hanShingleSize < shingleSize ? hanShingleSize : 0;
    tieRule = sketch == Sketch.SIMHASH ? tieRule : TieRule.SMALLEST_FEATURE_HASH;
  }

  void compareWords() {
    shingleSize = 1;
    weighting = Weighting.ONCE;
  }

  void setStopWords(Collection<String> words) {
    stopWords = CharArraySet.copy(new CharArraySet(words, false));
  }

  /** A digest of the stop words, whatever their order; empty if there are none. */
  String stopWordsDigest() {
    String words =
        stopWords.stream()
            .map(word -> new String((char[]) word))
            .map(word -> word.length() + ":" + word)
            .sorted()
            .collect(Collectors.joining());
    return words.isEmpty() ? "" : FeatureHash.digest(words);
  }

  /**
   * Consumes the stream from its next token to its last, without {@code reset} or {@code end}.
   *
   * @return empty if there is no word, or no feature of weight above 0
   */
  OptionalLong fingerprint(TokenStream tokens) throws IOException {
    return fingerprint(collect(tokens, null));
  }

  private OptionalLong fingerprint(Features features) {
    OptionalLong fingerprint = features.shingle().fingerprint();
    return interleaved && fingerprint.isPresent()
        ? OptionalLong.of(Fingerprint.interleave(fingerprint.getAsLong()))
        : fingerprint;
  }

  /** Consumes the stream likewise; its words are those of {@link #compareWords}. */
  Signature signature(TokenStream tokens) throws IOException {
    Features features = collect(tokens, null);
    long[] words = features.words(ResemblanceField.MAX_FEATURES);
    return Signature.of(fingerprint(features), words, features.hasHan());
  }

  /** Consumes the stream likewise; the hashes of its distinct features, ascending. */
  long[] features(TokenStream tokens) throws IOException {
    return collect(tokens, null).shingle().distinct();
  }

  /** Consumes the stream likewise; the hashes of all its features, in its order. */
  long[] sequence(TokenStream tokens) throws IOException {
    return collect(tokens, null).shingle().inOrder();
  }

  /** Consumes the stream likewise; empty if there are no features, or too many. */
  Optional<ResemblanceField> resemblanceField(String name, TokenStream tokens, FieldType type)
      throws IOException {
    Features features = collect(tokens, null).shingle();
    long[] hashes = features.inOrder();
    return hashes.length == 0 || hashes.length > ResemblanceField.MAX_FEATURES
        ? Optional.empty()
        : Optional.of(new ResemblanceField(name, hashes, features.hasHan(), type));
  }

  /** Consumes the stream likewise, and tells the finder of its words and features. */
  SharedText.Finder find(TokenStream tokens, SharedText.Finder finder) throws IOException {
    collect(tokens, finder).shingle();
    return finder;
  }

  private Features collect(TokenStream tokens, SharedText.Finder finder) throws IOException {
    OffsetAttribute offset = finder == null ? null : tokens.addAttribute(OffsetAttribute.class);
    CharTermAttribute term = term(tokens);
    TokenBuffer.Recorder recorder =
        tokens instanceof TokenBuffer.Recorder it && it.isUtf8() && hash.combinesTokens()
            ? it
            : null;
    Features features = new Features(this, finder);
    byte[] utf8 = new byte[64];
    while (tokens.incrementToken()) {
      char[] text = term.buffer();
      int length = term.length();
      if (stopWords.isEmpty() || !stopWords.contains(text, 0, length)) {
        utf8 = ArrayUtil.growNoCopy(utf8, UnicodeUtil.maxUTF8Length(length));
        long token = recorder == null ? hash.hash(text, 0, length, utf8) : recorder.hash(hash);
        features.addToken(text, length, token);
        if (offset != null) {
          finder.addToken(offset.startOffset(), offset.endOffset());
        }
      }
    }
    return features;
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
}
