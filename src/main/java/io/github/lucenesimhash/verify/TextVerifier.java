package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.HanShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

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

  private static final TextVerifier STANDARD =
      new TextVerifier(
          "3 words, or 4 characters of a Chinese text",
          StandardShingles::words,
          StandardShingles::characters);

  private final String name;
  private final Function<CharSequence, long[]> features;

  /** Null if a Chinese text has no features of its own kind. */
  private final Function<CharSequence, long[]> chineseFeatures;

  private TextVerifier(
      String name,
      Function<CharSequence, long[]> features,
      Function<CharSequence, long[]> chineseFeatures) {
    this.name = name;
    this.features = features;
    this.chineseFeatures = chineseFeatures;
  }

  /**
   * Every 3 words in a row; in a Chinese text (a quarter of the letters or more are Han, as {@link
   * FingerprintScheme#perDocument} chooses) every 4 characters in a row. A word is a run of letters
   * and digits, a character is one of them; case and width do not count (Unicode NFKC, lower case).
   * A shorter text is one feature as a whole.
   */
  public static TextVerifier standard() {
    return STANDARD;
  }

  /** The features that a scheme's fingerprints are made of, each counted once. */
  public static TextVerifier of(FingerprintScheme scheme) {
    FingerprintScheme chinese = scheme.chineseSide();
    return new TextVerifier(
        scheme.id(), scheme::features, chinese.equals(scheme) ? null : chinese::features);
  }

  /**
   * The distinct terms that an analyzer makes of a text, to compare with {@link
   * DocumentFeatures#termVectors}; give it the analyzer that the field was indexed with.
   */
  public static TextVerifier ofTerms(Analyzer analyzer, String field) {
    return new TextVerifier("terms of " + field, text -> terms(analyzer, field, text), null);
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
    return StringHelper.murmurhash3_x64_128(term.bytes, term.offset, term.length, 0)[0];
  }

  /**
   * The distinct features of a text; none if it has no letter or digit.
   *
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

  /** What the features are, or the scheme's id. */
  @Override
  public String toString() {
    return name;
  }
}
