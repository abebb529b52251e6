package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.HanShare;
import io.github.lucenesimhash.analysis.NormalText;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Turns texts into feature sets, whose resemblance is exact where that of fingerprints is an
 * estimate.
 *
 * <pre>{@code
 * TextVerifier verifier = TextVerifier.standard();
 * double resemblance = verifier.features(text).jaccard(verifier.features(otherText));
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. Compare only sets that one verifier made.
 */
public final class TextVerifier {

  // The standard features need no analyzer: a verifier must not change when an analyzer does.
  private static final int WORDS = 3;
  private static final int CHARACTERS = 4;
  private static final FeatureHash HASH = FeatureHash.murmur3(0);

  private final Function<CharSequence, long[]> features;
  private final Function<CharSequence, long[]> chineseFeatures; // null if the same

  private TextVerifier(
      Function<CharSequence, long[]> features, Function<CharSequence, long[]> chineseFeatures) {
    this.features = features;
    this.chineseFeatures = chineseFeatures;
  }

  /**
   * {@return a verifier of every 3 words in a row; in a Chinese text (a quarter of the letters or
   * more are Han) of every 4 characters in a row} A word is one Han character, or a run of other
   * letters and digits; a character is any of them; case, width and hyphens at line ends do not
   * count, as {@link NormalText} says. A shorter text is one feature as a whole.
   */
  public static TextVerifier standard() {
    return new TextVerifier(TextVerifier::words, TextVerifier::characters);
  }

  /**
   * {@return a verifier of the distinct features that a scheme's fingerprints are made of}
   *
   * @param scheme its weights do not matter
   */
  public static TextVerifier of(FingerprintScheme scheme) {
    FingerprintScheme chinese = scheme.chineseSide();
    return new TextVerifier(scheme::features, chinese.equals(scheme) ? null : chinese::features);
  }

  /**
   * {@return a verifier of the distinct terms that an analyzer makes of a text, to compare with
   * {@link DocumentFeatures#termVectors}; give it the analyzer that the field was indexed with}
   *
   * @param analyzer not closed
   * @param field that the analyzer is asked for
   */
  public static TextVerifier ofTerms(Analyzer analyzer, String field) {
    return new TextVerifier(text -> terms(analyzer, field, text), null);
  }

  private static long[] terms(Analyzer analyzer, String field, CharSequence text) {
    try (TokenStream tokens = analyzer.tokenStream(field, text.toString())) {
      TermToBytesRefAttribute term = tokens.addAttribute(TermToBytesRefAttribute.class);
      LongStream.Builder hashes = LongStream.builder();
      tokens.reset();
      while (tokens.incrementToken()) {
        hashes.add(hash(term.getBytesRef()));
      }
      tokens.end();
      return FeatureSet.ascending(hashes.build().toArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long hash(BytesRef term) {
    return HASH.hash(term.bytes, term.offset, term.length);
  }

  /**
   * {@return the distinct features of a text; none if it has no letter or digit}
   *
   * @param text of any length
   * @throws java.io.UncheckedIOException if a scheme's analyzer fails
   */
  public FeatureSet features(CharSequence text) {
    HanShare han = chineseFeatures == null ? HanShare.NONE : HanShare.of(text);
    return switch (han) {
      case CHINESE -> new FeatureSet(chineseFeatures.apply(text), true, FeatureSet.NONE);
      case SOME -> new FeatureSet(features.apply(text), false, chineseFeatures.apply(text));
      case NONE -> new FeatureSet(features.apply(text), false, FeatureSet.NONE);
    };
  }

  /** Hashes of every three words in a row, ascending and distinct. */
  private static long[] words(CharSequence text) {
    char[] chars = NormalText.of(text);
    long[] words = new long[chars.length / 5 + 1]; // enough for most texts
    int count = 0;
    byte[] utf8 = new byte[64];
    int start = 0;
    boolean isAfterHan = false;
    for (int i = 0, next; i <= chars.length; i = next) {
      int c = i < chars.length ? Character.codePointAt(chars, i) : ' ';
      next = i + Character.charCount(c);
      boolean isHan = Character.isIdeographic(c);
      boolean isInWord = Character.isLetterOrDigit(c);
      if (isHan || isAfterHan || !isInWord) {
        if (i > start) {
          utf8 = ArrayUtil.growNoCopy(utf8, (i - start) * 3);
          words = ArrayUtil.grow(words, count + 1);
          words[count++] = HASH.hash(chars, start, i - start, utf8);
        }
        start = isInWord ? i : next;
      }
      isAfterHan = isHan;
    }
    return shingles(words, count, WORDS);
  }

  /** Hashes of every four letters or digits in a row, ascending and distinct. */
  private static long[] characters(CharSequence text) {
    char[] normal = NormalText.of(text);
    long[] characters = new long[normal.length];
    int count = 0;
    for (int i = 0, c; i < normal.length; i += Character.charCount(c)) {
      c = Character.codePointAt(normal, i);
      if (Character.isLetterOrDigit(c)) {
        characters[count++] = c;
      }
    }
    return shingles(characters, count, CHARACTERS);
  }

  /** In place: a shingle needs no token before its own first one. */
  private static long[] shingles(long[] tokens, int tokenCount, int length) {
    int shingleSize = Math.min(length, tokenCount);
    int count = tokenCount == 0 ? 0 : tokenCount - shingleSize + 1;
    for (int i = 0; i < count; i++) {
      long hash = FeatureHash.combine(shingleSize, tokens[i]);
      for (int j = 1; j < shingleSize; j++) {
        hash = FeatureHash.combine(hash, tokens[i + j]);
      }
      tokens[i] = hash;
    }
    return FeatureSet.ascending(Arrays.copyOf(tokens, count));
  }
}
