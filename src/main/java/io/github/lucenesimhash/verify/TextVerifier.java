package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.HanShare;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
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

  /** A text with more features has too many words to be short. */
  private static final int MOST_OF_SHORT = 2 * WordsField.MAX_FEATURES;

  private final Function<CharSequence, long[]> features;
  private final Function<CharSequence, long[]> chineseFeatures; // null if the same
  private final Function<CharSequence, Signature> words;

  private TextVerifier(
      Function<CharSequence, long[]> features,
      Function<CharSequence, long[]> chineseFeatures,
      Function<CharSequence, Signature> words) {
    this.words = words;
    this.features = features;
    this.chineseFeatures = chineseFeatures;
  }

  /** {@return the verifier beside {@link FingerprintScheme#standard}} */
  public static TextVerifier standard() {
    return of(FingerprintScheme.standard());
  }

  /**
   * {@return the verifier beside a scheme's fingerprints: of the distinct features that {@link
   * FingerprintScheme#textSide} makes of its words}
   *
   * @param scheme of the fingerprints
   */
  public static TextVerifier of(FingerprintScheme scheme) {
    FingerprintScheme side = scheme.textSide();
    FingerprintScheme chinese = side.chineseSide();
    return new TextVerifier(
        side::features,
        chinese.equals(side) ? null : chinese::features,
        side::read);
  }

  /**
   * {@return a verifier of the distinct terms that an analyzer makes of a text, to compare with
   * {@link DocumentFeatures#termVectors}; give it the analyzer that the field was indexed with}
   *
   * @param analyzer not closed
   * @param field that the analyzer is asked for
   */
  public static TextVerifier ofTerms(Analyzer analyzer, String field) {
    return new TextVerifier(text -> terms(analyzer, field, text), null, text -> Signature.NONE);
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
    return FeatureHash.ofBytes(term.bytes, term.offset, term.length);
  }

  /**
   * {@return the distinct features of a text; none if it has no letter or digit}
   *
   * @param text of any length
   * @throws java.io.UncheckedIOException if a scheme's analyzer fails
   */
  public FeatureSet features(CharSequence text) {
    HanShare han = chineseFeatures == null ? HanShare.NONE : HanShare.of(text);
    boolean isChinese = han == HanShare.CHINESE;
    long[] own = (isChinese ? chineseFeatures : features).apply(text);
    long[] asChinese = han == HanShare.SOME ? chineseFeatures.apply(text) : FeatureSet.NONE;
    boolean mayBeShort = own.length <= MOST_OF_SHORT;
    return new FeatureSet(own, isChinese, asChinese, mayBeShort ? words.apply(text) : Signature.NONE);
  }
}
